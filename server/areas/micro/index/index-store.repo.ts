/**
 * The stored index log: each point of the grid before any reader sees it, and each minute once it is signed. Only
 * the server that took the turn last stores anything.
 */
import type { Client } from 'pg';
import type { Database, DatabaseAddress } from '../../../kit/db/database.ts';
import { endsWithin } from '../../../ledger/writer/commit-deadline.ts';
import {
  connectWriter,
  type WriterConnection,
} from '../../../ledger/writer/writer-connection.repo.ts';
import type { MinuteOrders } from '../../../../contract/figures/index-chain.ts';
import { SECOND_MS, type EpochMs } from '../../../../contract/time.ts';
import { indexOlderParts, indexParts } from '../../../kit/db/schema/micro-index.ts';
import { storedHeadOf, type StoredHead } from './index-reads.repo.ts';
import type { Sheet } from './index-sheets.ts';

/** Name of the writer in `spot_writers`. */
const WRITER = 'index';
/** PostgreSQL ends a statement after 15 seconds. */
const COMMIT_MS_MAX = 20 * SECOND_MS;

/** The lines of one point of the grid for all instruments. */
export interface IndexPart {
  readonly atMs: EpochMs;
  readonly lines: readonly string[];
  /** Null for a part of a version that did not sign parts. */
  readonly signature: Buffer | null;
}

/** A sheet with its orders, signature and compressed lines. */
export interface SignedSheet {
  readonly sheet: Sheet;
  readonly orders: MinuteOrders;
  readonly signature: Buffer;
  readonly body: Buffer;
}

/** The last signed minute of an instrument. */
export type StoredEnd = StoredHead;

export interface StoredIndex {
  readonly ends: readonly StoredEnd[];
  /** Records that were stored after them, the oldest first. */
  readonly parts: readonly IndexPart[];
  /** The SHA-256 of the lines of parts that have no signature, in hexadecimal digits, by their time. */
  readonly older: ReadonlyMap<EpochMs, string>;
}

interface IndexStoreOptions {
  readonly address: DatabaseAddress;
  readonly database: Database;
  onLost(error: Error): void;
}

/** Takes the turn and reads the stored points. */
export async function openIndexStore(options: IndexStoreOptions) {
  const { connection, read: ends } = await connectWriter({ ...options, name: WRITER }, readEnds);
  // No other server adds a part after the turn was taken.
  const parts = await options.database.select().from(indexParts).orderBy(indexParts.atMs);
  const older = await options.database.select().from(indexOlderParts);
  const stored: StoredIndex = {
    ends,
    parts: parts.map((part) => ({ ...part, lines: part.lines.split('\n') })),
    older: new Map(older.map(({ atMs, hash }) => [atMs, hash.toString('hex')])),
  };
  return { store: new IndexStore(connection), stored };
}

export class IndexStore {
  readonly #connection: WriterConnection;

  constructor(connection: WriterConnection) {
    this.#connection = connection;
  }

  /** @returns false when another server has taken the turn. @throws when the result is unknown. */
  addParts(parts: readonly IndexPart[]): Promise<boolean> {
    return this.#commit(ADD_PARTS, [
      parts.map(({ atMs }) => atMs),
      parts.map(({ lines }) => lines.join('\n')),
      parts.map(({ signature }) => signature),
    ]);
  }

  /** Stores signed minutes and removes the parts of their lines. Returns and throws as {@link addParts}. */
  sign(signed: readonly SignedSheet[]): Promise<boolean> {
    const sheets = signed.map(({ sheet }) => sheet);
    return this.#commit(ADD_MINUTES, [
      sheets.map(({ instrument }) => instrument),
      sheets.map(({ minuteMs }) => minuteMs),
      sheets.map(({ segment }) => segment),
      sheets.map(({ hours }) => hours),
      sheets.map(({ firstMs }) => firstMs),
      sheets.map(({ lastMs }) => lastMs),
      sheets.map(({ lineCount }) => lineCount),
      sheets.map(({ headBefore }) => headBefore),
      sheets.map(({ head }) => head),
      signed.map(({ signature }) => signature),
      signed.map(({ body }) => body),
      signed.map(({ orders }) => orders.up),
      signed.map(({ orders }) => orders.down),
    ]);
  }

  /** Whether no other server has taken the turn. */
  isCurrent(): Promise<boolean> {
    return this.#connection.isCurrent();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #commit(statement: { name: string; text: string }, values: readonly unknown[]): Promise<boolean> {
    const commit = this.#connection.commit(({ name, epoch, seq }) => ({
      ...statement,
      values: [name, epoch, seq, ...values],
    }));
    return endsWithin(commit, COMMIT_MS_MAX);
  }
}

const FENCE = `
  fence as (
    update spot_writers set seq = seq + 1 where name = $1 and epoch = $2 and seq = $3 returning 1
  )`;
const COMMITTED = 'select count(*)::integer as committed from fence';

const ADD_PARTS = {
  name: 'index_parts',
  text: `with ${FENCE}, parts as (
    insert into index_parts (at_ms, lines, signature)
    select part.* from fence, unnest($4::bigint[], $5::text[], $6::bytea[]) as part
  ) ${COMMITTED}`,
};

const ADD_MINUTES = {
  name: 'index_minutes',
  text: `with ${FENCE}, signed as (
    select signed.* from fence, unnest(
      $4::text[], $5::bigint[], $6::integer[], $7::text[], $8::bigint[], $9::bigint[], $10::smallint[],
      $11::text[], $12::text[], $13::bytea[], $14::bytea[], $15::integer[], $16::integer[]
    ) as signed (
      instrument, minute_ms, segment, hours, first_ms, last_ms, line_count, head_before, head, signature, body,
      orders_up, orders_down
    )
  ), minutes as (
    insert into index_minutes (
      instrument, minute_ms, segment, hours, first_ms, last_ms, line_count, head_before, head, signature, orders_up,
      orders_down
    )
    select instrument, minute_ms, segment, hours, first_ms, last_ms, line_count, decode(head_before, 'hex'),
      decode(head, 'hex'), signature, orders_up, orders_down
    from signed
  ), bodies as (
    insert into index_bodies (instrument, minute_ms, segment, body)
    select instrument, minute_ms, segment, body from signed
  ), parts as (
    delete from index_parts where at_ms <= (select max(last_ms) from signed)
  ) ${COMMITTED}`,
};

/** Finds the last minute of each instrument by the order of the key, however many minutes there are. */
async function readEnds(client: Client): Promise<readonly StoredEnd[]> {
  const { rows } = await client.query<EndRow>(
    `with recursive last as (
      (select * from index_minutes order by instrument desc, minute_ms desc, segment desc limit 1)
      union all
      select earlier.* from last, lateral (
        select * from index_minutes where instrument < last.instrument
        order by instrument desc, minute_ms desc, segment desc limit 1
      ) earlier
    )
    select instrument, hours, segment, line_count as "lineCount", signature,
      minute_ms as "minuteMs", first_ms as "firstMs", last_ms as "lastMs", head_before as "headBefore", head,
      orders_up as "ordersUp", orders_down as "ordersDown"
    from last`,
  );
  return rows.map((row) =>
    storedHeadOf({
      ...row,
      minuteMs: Number(row.minuteMs),
      firstMs: Number(row.firstMs),
      lastMs: Number(row.lastMs),
    }),
  );
}

type Times = 'minuteMs' | 'firstMs' | 'lastMs';
type EndRow = Omit<Parameters<typeof storedHeadOf>[0], Times> & Record<Times, bigint>;
