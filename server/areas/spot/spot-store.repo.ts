/** The spot writer's store in PostgreSQL: its own connection, and one statement per commit. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { asc, eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { connectionOptions } from '../../kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import { ledgerAccounts } from '../../kit/db/schema/ledger.ts';
import { spotMarkets, spotOrders, spotUnposted, spotWriters } from '../../kit/db/schema/spot.ts';
import { isRolledBack } from '../../kit/db/transaction.ts';
import { JOURNALS } from '../../ledger/chart.ts';
import { commitQuery } from './commit-statement.repo.ts';
import { findKeyedOrders, findSpotOrder } from './spot-orders.repo.ts';
import type { SpotOrder } from './spot-events.ts';
import type { KeyedOrder, SealedBatch, SpotSnapshot, SpotStore } from './spot-store.types.ts';

const WRITER = 'spot';
/**
 * The commit statement joins a few parameters to rows by their keys. It is always planned that way,
 * because statistics of tables that were just empty are misleading.
 */
const PLAN_BY_KEYS = `
  set plan_cache_mode = force_generic_plan;
  set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off`;

export interface SpotStoreOptions {
  readonly address: DatabaseAddress;
  /** For all statements but commits, because the writer's connection runs one statement at a time. */
  readonly database: Database;
  /** The connection is lost: the result of a running commit is unknown. */
  onLost(error: Error): void;
}

export interface OpenedStore {
  readonly store: SpotStore;
  readonly snapshot: SpotSnapshot;
  /** Statuses of markets by id, read after the takeover, so that no other writer changes them later. */
  readonly statuses: ReadonlyMap<number, MarketStatus>;
  /** Database settings with which a crash loses acknowledged commits; empty for a safe database. */
  readonly lossySettings: readonly string[];
}

/** Takes over from the present writer, then reads the stored state. */
export async function openSpotStore(options: SpotStoreOptions): Promise<OpenedStore> {
  const client = new Client(connectionOptions(options.address, 'meridian spot writer'));
  let isClosing = false;
  client.on('error', (error: Error) => {
    if (!isClosing) options.onLost(error);
  });
  await client.connect();
  try {
    const turn = await takeTurn(client);
    const snapshot = await readSnapshot(drizzle({ client }));
    const statuses = await readStatuses(drizzle({ client }));
    await client.query(PLAN_BY_KEYS);
    const close = async (): Promise<void> => {
      isClosing = true;
      await client.end();
    };
    const lossySettings = await findLossySettings(client);
    const store = new PostgresSpotStore(client, options.database, turn, close);
    return { store, snapshot, statuses, lossySettings };
  } catch (error) {
    isClosing = true;
    await client.end();
    throw error;
  }
}

class PostgresSpotStore implements SpotStore {
  readonly close: () => Promise<void>;
  readonly #client: Client;
  readonly #database: Database;
  readonly #epoch: number;
  #seq: number;

  constructor(client: Client, database: Database, turn: Turn, close: () => Promise<void>) {
    this.#client = client;
    this.#database = database;
    this.#epoch = turn.epoch;
    this.#seq = turn.seq;
    this.close = close;
  }

  async commit(batch: SealedBatch): Promise<boolean> {
    const query = commitQuery(batch, { name: WRITER, epoch: this.#epoch, seq: this.#seq });
    for (;;) {
      try {
        const { rows } = await this.#client.query<{ committed: number }>(query);
        if (rows[0]?.committed !== 1) return false;
        this.#seq += 1;
        return true;
      } catch (error) {
        if (!isRolledBack(error)) throw error;
      }
    }
  }

  async setStatus(marketId: number, status: MarketStatus): Promise<boolean> {
    const { rowCount } = await this.#database.$client.query(
      `with fence as (select from spot_writers where name = $1 and epoch = $2 for update)
       update spot_markets set status = $3 from fence where id = $4`,
      [WRITER, this.#epoch, status, marketId],
    );
    return rowCount === 1;
  }

  async isCurrent(): Promise<boolean> {
    const { rows } = await this.#database.$client.query<{ epoch: bigint }>(
      'select epoch from spot_writers where name = $1',
      [WRITER],
    );
    return Number(rows[0]?.epoch) === this.#epoch;
  }

  keysOf(ownerId: number, since: EpochMs): Promise<readonly KeyedOrder[]> {
    return findKeyedOrders(this.#database, ownerId, since);
  }

  findOrder(orderId: number): Promise<SpotOrder | undefined> {
    return findSpotOrder(this.#database, orderId);
  }
}

interface Turn {
  readonly epoch: number;
  readonly seq: number;
}

/** Waits for a running commit of the previous writer, whose next commit then fails. */
async function takeTurn(client: Client): Promise<Turn> {
  const { rows } = await client.query<{ epoch: bigint; seq: bigint }>(
    `insert into spot_writers as writer (name, epoch, seq) values ($1, 1, 0)
     on conflict (name) do update set epoch = writer.epoch + 1 returning epoch, seq`,
    [WRITER],
  );
  const { epoch, seq } = ensure(rows[0], 'turn of the spot writer');
  return { epoch: Number(epoch), seq: Number(seq) };
}

async function findLossySettings(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  return rows.map(({ name }) => name);
}

async function readStatuses(database: NodePgDatabase): Promise<ReadonlyMap<number, MarketStatus>> {
  const { id, status } = spotMarkets;
  const rows = await database.select({ id, status }).from(spotMarkets);
  return new Map(rows.map((row) => [row.id, row.status]));
}

async function readSnapshot(database: NodePgDatabase): Promise<SpotSnapshot> {
  const balances = await database
    .select({
      ownerId: ledgerAccounts.ownerId,
      currencyId: ledgerAccounts.currencyId,
      available: ledgerAccounts.available,
      frozen: ledgerAccounts.frozen,
    })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.accountType, ACCOUNT_TYPES.spot));
  const openOrders = await database
    .select()
    .from(spotOrders)
    .where(eq(spotOrders.state, 'paid'))
    .orderBy(asc(spotOrders.id));
  const unposted = await database.select().from(spotUnposted);
  const last = await database.execute<Record<'order_id' | 'deal_id' | 'movement', bigint>>(sql`
    select greatest((select max(id) from spot_orders),
        (select last_order_id from ${spotWriters} where name = ${WRITER})) as order_id,
      coalesce((select max(id) from spot_deals), 0) as deal_id,
      coalesce((select max(number) from ledger_movements where journal = ${JOURNALS.spot}), 0) as movement`);
  const { order_id, deal_id, movement } = ensure(last.rows[0], 'last numbers');
  return {
    balances,
    openOrders,
    unposted: unposted.map(({ available, frozen, ...account }) => ({
      ...account,
      available: units(available),
      frozen: units(frozen),
    })),
    lastOrderId: Number(order_id),
    lastDealId: Number(deal_id),
    lastMovement: Number(movement),
  };
}
