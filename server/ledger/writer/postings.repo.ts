/** Statements on stored movements for a writer. */
import { getTableName } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { executeNamed } from '../../kit/db/named-statement.ts';
import type { dealingPostings } from '../../kit/db/schema/lever.ts';
import type { spotPostings } from '../../kit/db/schema/wallet.ts';
import type { LedgerEntry, Movement, RecipeName } from '../movement.ts';
import type { PostingId, WrittenPosting } from './postings.types.ts';

/** A table of postings, one for each writer; all have the same columns. */
type PostingTable = typeof spotPostings | typeof dealingPostings;

/** The postings of a writer. */
export interface PostingTables {
  readonly table: PostingTable;
  /** The table of the postings that some of these wait for: the first legs of transfers. */
  readonly firstLegs: PostingTable;
  /** Recipes whose open postings only the services that stored them book, after checks of their own. */
  readonly bookedByCallers: readonly RecipeName[];
}

/** An entry in the column `entries`: names as in `ledger_entries`, amounts as text. */
interface StoredEntry {
  readonly owner_id: number;
  readonly account_type: number;
  readonly currency_id: number;
  readonly available: string;
  readonly frozen: string;
}

export interface PostingRow extends WrittenPosting {
  /** waiting: the posting that must be booked before is not booked. */
  readonly state: 'open' | 'waiting' | 'booked' | 'refused';
}

/** @throws a unique violation for a second posting of the same recipe and cause. */
export async function insertPosting(
  tx: Transaction,
  table: PostingTable,
  { recipe, causeId, actorId, requestId, entries }: Movement,
  now: EpochMs,
): Promise<PostingId> {
  const row = { recipe, causeId, actorId, requestId, createdAtMs: now };
  const inserted = await tx
    .insert(table)
    .values({ ...row, entries: entries.map(storedEntry) })
    .returning({ id: table.id });
  return ensure(inserted[0], 'number of the posting').id;
}

interface StoredPosting {
  readonly id: bigint;
  readonly recipe: RecipeName;
  readonly cause_id: string;
  readonly actor_id: number;
  readonly request_id: string;
  readonly entries: readonly StoredEntry[];
  readonly number: bigint | null;
  readonly refused_at_ms: bigint | null;
  readonly is_waiting: boolean;
}

/** Whether the posting waits for a posting that is not booked. */
const isWaiting = ({ firstLegs }: PostingTables): string =>
  `(posting.waits_for is not null and not exists (
    select from ${getTableName(firstLegs)} as first_leg
    where first_leg.id = posting.waits_for and first_leg.number is not null))`;

/** Returns the existing postings of these ids, in any order. */
export async function findPostings(
  database: Executor,
  tables: PostingTables,
  ids: readonly PostingId[],
): Promise<readonly PostingRow[]> {
  const name = getTableName(tables.table);
  const statement = {
    name: `find_${name}`,
    text: `select id, recipe, cause_id, actor_id, request_id, entries, number, refused_at_ms,
        ${isWaiting(tables)} as is_waiting
      from ${name} as posting where id = any($1::bigint[])`,
  };
  const { rows } = await executeNamed<StoredPosting>(database, statement, [ids]);
  return rows.map((row) => ({
    id: Number(row.id),
    movement: {
      recipe: row.recipe,
      causeId: row.cause_id,
      actorId: row.actor_id,
      requestId: row.request_id,
      entries: row.entries.map(ledgerEntry),
    },
    state: stateOf(row),
  }));
}

function stateOf(row: StoredPosting): PostingRow['state'] {
  if (row.number !== null) return 'booked';
  if (row.refused_at_ms !== null) return 'refused';
  return row.is_waiting ? 'waiting' : 'open';
}

/** Returns open postings with larger ids that wait for no other and that the writer may book by itself, oldest first. */
export async function findOpenPostings(
  database: Executor,
  tables: PostingTables,
  after: PostingId,
  count: number,
): Promise<readonly PostingId[]> {
  const name = getTableName(tables.table);
  const statement = {
    name: `find_open_${name}`,
    text: `select id from ${name} as posting
      where number is null and refused_at_ms is null and id > $1::bigint and not ${isWaiting(tables)}
        and recipe <> all($3::text[])
      order by id limit $2::bigint`,
  };
  const values = [after, count, tables.bookedByCallers];
  const { rows } = await executeNamed<{ readonly id: bigint }>(database, statement, values);
  return rows.map(({ id }) => Number(id));
}

/** Refuses open postings whose first leg was refused, because their money never comes. */
export async function refuseOrphans(
  database: Executor,
  { table, firstLegs }: PostingTables,
  now: EpochMs,
): Promise<void> {
  const name = getTableName(table);
  const statement = {
    name: `refuse_orphans_of_${name}`,
    text: `update ${name} as posting set refused_at_ms = $1::bigint
      from ${getTableName(firstLegs)} as first_leg
      where posting.number is null and posting.refused_at_ms is null
        and first_leg.id = posting.waits_for and first_leg.refused_at_ms is not null`,
  };
  await executeNamed(database, statement, [now]);
}

/** Returns an entry in the form of the column `entries`. */
export const storedEntry = (entry: LedgerEntry): StoredEntry => ({
  owner_id: entry.ownerId,
  account_type: entry.accountType,
  currency_id: entry.currencyId,
  available: String(entry.available),
  frozen: String(entry.frozen),
});

const ledgerEntry = (entry: StoredEntry): LedgerEntry => ({
  ownerId: entry.owner_id,
  accountType: entry.account_type,
  currencyId: entry.currency_id,
  available: units(BigInt(entry.available)),
  frozen: units(BigInt(entry.frozen)),
});
