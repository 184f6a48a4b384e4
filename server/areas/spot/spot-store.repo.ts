/** The spot writer's store in PostgreSQL: one statement per commit, and the state that a start reads. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { asc, eq, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import { spotMarkets, spotOrders, spotUnposted, spotWriters } from '../../kit/db/schema/spot.ts';
import { JOURNALS, OWNERS } from '../../ledger/chart.ts';
import type { KeyedCommand } from '../../ledger/writer/idempotency-keys.ts';
import { connectWriter } from '../../ledger/writer/writer-connection.repo.ts';
import type { WriterConnection } from '../../ledger/writer/writer-connection.repo.ts';
import { commitQuery } from './commit-statement.repo.ts';
import { findKeyedOrders, findSpotOrder } from './spot-orders.repo.ts';
import { findOwnedAccounts } from '../../ledger/writer/owned-accounts.repo.ts';
import type { OwnerBalances } from '../../ledger/writer/owned-balances.ts';
import type { SpotOrder } from './spot-events.ts';
import type { SealedBatch, SpotSnapshot, SpotStore } from './spot-store.types.ts';

const WRITER = 'spot';

interface SpotStoreOptions {
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
  const { connection, read } = await connectWriter({ ...options, name: WRITER }, async (client) => {
    const own = drizzle({ client });
    return { snapshot: await readSnapshot(own), statuses: await readStatuses(own) };
  });
  const store = new PostgresSpotStore(connection, options.database);
  return { store, ...read, lossySettings: connection.lossySettings };
}

class PostgresSpotStore implements SpotStore {
  readonly #connection: WriterConnection;
  readonly #database: Database;

  constructor(connection: WriterConnection, database: Database) {
    this.#connection = connection;
    this.#database = database;
  }

  commit(batch: SealedBatch): Promise<boolean> {
    return this.#connection.commit((turn) => commitQuery(batch, turn));
  }

  async setStatus(marketId: number, status: MarketStatus): Promise<boolean> {
    const changed = await this.#connection.changeInTurn(
      `with fence as (select from spot_writers where name = $1 and epoch = $2 for update)
       update spot_markets set status = $3 from fence where id = $4`,
      [status, marketId],
    );
    return changed === 1;
  }

  isCurrent(): Promise<boolean> {
    return this.#connection.isCurrent();
  }

  balancesOf(ownerIds: readonly number[]): Promise<OwnerBalances> {
    return findOwnedAccounts(this.#database, [ACCOUNT_TYPES.spot], ownerIds);
  }

  keysOf(ownerId: number, since: EpochMs): Promise<readonly KeyedCommand[]> {
    return findKeyedOrders(this.#database, ownerId, since);
  }

  findOrder(orderId: number): Promise<SpotOrder | undefined> {
    return findSpotOrder(this.#database, orderId);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

async function readStatuses(database: NodePgDatabase): Promise<ReadonlyMap<number, MarketStatus>> {
  const { id, status } = spotMarkets;
  const rows = await database.select({ id, status }).from(spotMarkets);
  return new Map(rows.map((row) => [row.id, row.status]));
}

async function readSnapshot(database: NodePgDatabase): Promise<SpotSnapshot> {
  const openOrders = await database
    .select()
    .from(spotOrders)
    .where(eq(spotOrders.state, 'paid'))
    .orderBy(asc(spotOrders.id));
  const owners = new Set([...Object.values(OWNERS), ...openOrders.map((order) => order.ownerId)]);
  const balances = await findOwnedAccounts(database, [ACCOUNT_TYPES.spot], [...owners]);
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
