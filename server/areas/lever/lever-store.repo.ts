/** The dealing writer's store in PostgreSQL: one statement per commit, and the state that a start reads. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { HouseFunds } from '../../engine/lever/house-risk.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import { HOUSE_ACCOUNTS, JOURNALS, LEVER_DEBT_ACCOUNT, OWNERS } from '../../ledger/chart.ts';
import type { KeyedCommand } from '../../ledger/writer/idempotency-keys.ts';
import { findOwnedAccounts } from '../../ledger/writer/owned-accounts.repo.ts';
import type { OwnedBalance, OwnerBalances } from '../../ledger/writer/owned-balances.ts';
import { connectWriter } from '../../ledger/writer/writer-connection.repo.ts';
import type { WriterConnection } from '../../ledger/writer/writer-connection.repo.ts';
import { leverCommitQuery } from './lever-commit.repo.ts';
import type { LeverMarketRules } from './lever-exchange.types.ts';
import { findLeverMarkets, storeLeverMarket } from './lever-markets.repo.ts';
import { findOpenOrders } from './lever-open-orders.repo.ts';
import type { OpenLeverOrders } from './lever-open-orders.repo.ts';
import { findKeyedLeverOrders, findLeverOrder } from './lever-orders.repo.ts';
import type {
  LeverSnapshot,
  LeverStore,
  OpenedLeverStore,
  SealedLeverBatch,
  StoredLeverOrder,
} from './lever-store.types.ts';

const WRITER = 'dealing';
/** The account types that the writer owns. */
const OWNED_TYPES = [
  ACCOUNT_TYPES.contract,
  ACCOUNT_TYPES.fast_contract,
  LEVER_DEBT_ACCOUNT,
  HOUSE_ACCOUNTS.leverPool,
  HOUSE_ACCOUNTS.leverInsurance,
  HOUSE_ACCOUNTS.leverFees,
  HOUSE_ACCOUNTS.microPool,
];

interface LeverStoreOptions {
  readonly address: DatabaseAddress;
  /** Runs all statements but commits, because the writer's connection runs one statement at a time. */
  readonly database: Database;
  /** The connection is lost: the result of a running commit is unknown. */
  onLost(error: Error): void;
}

/** Takes over from the present writer, then reads the stored state. */
export async function openLeverStore(options: LeverStoreOptions): Promise<OpenedLeverStore> {
  const { connection, read: snapshot } = await connectWriter(
    { ...options, name: WRITER },
    async (client) => readSnapshot(drizzle({ client }), await findOpenOrders(client)),
  );
  const store = new PostgresLeverStore(connection, options.database);
  return { store, snapshot, lossySettings: connection.lossySettings };
}

class PostgresLeverStore implements LeverStore {
  readonly #connection: WriterConnection;
  readonly #database: Database;

  constructor(connection: WriterConnection, database: Database) {
    this.#connection = connection;
    this.#database = database;
  }

  commit(batch: SealedLeverBatch): Promise<boolean> {
    return this.#connection.commit((turn) => leverCommitQuery(batch, turn));
  }

  setTerms(
    rules: LeverMarketRules,
    now: EpochMs,
    toHolders: readonly OutboxDraft[] = [],
  ): Promise<boolean> {
    return storeLeverMarket(this.#connection, { rules, now, toHolders });
  }

  isCurrent(): Promise<boolean> {
    return this.#connection.isCurrent();
  }

  balancesOf(ownerIds: readonly number[]): Promise<OwnerBalances> {
    return findOwnedAccounts(this.#database, OWNED_TYPES, ownerIds);
  }

  keysOf(ownerId: number, since: EpochMs): Promise<readonly KeyedCommand[]> {
    return findKeyedLeverOrders(this.#database, ownerId, since);
  }

  findOrder(orderId: number): Promise<StoredLeverOrder | undefined> {
    return findLeverOrder(this.#database, orderId);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

async function readSnapshot(
  database: NodePgDatabase,
  { orders: openOrders, updatedAtMs }: OpenLeverOrders,
): Promise<LeverSnapshot> {
  const owners = new Set([OWNERS.house, ...openOrders.map(({ ownerId }) => ownerId)]);
  const balances = await readBalances(database, [...owners]);
  const marks = await readLastMarks(database);
  const { lastOrderAtMs, lastMovementAtMs, lastTermsAtMs, ...lastNumbers } =
    await readLastNumbers(database);
  return {
    markets: await findLeverMarkets(database),
    lastMarks: new Map(marks.map(({ marketId, ...mark }) => [marketId, mark])),
    balances,
    openOrders,
    house: await readHouse(database),
    ...lastNumbers,
    lastAtMs: latestOf([
      lastOrderAtMs,
      lastMovementAtMs,
      lastTermsAtMs,
      updatedAtMs,
      ...marks.map(({ takenAtMs }) => takenAtMs),
    ]),
  };
}

/** Owners of one answer: the memory of a long answer would stay with the process. */
const OWNERS_OF_READ = 1_000;

async function readBalances(
  database: NodePgDatabase,
  owners: readonly number[],
): Promise<OwnerBalances> {
  const balances = new Map<number, readonly OwnedBalance[]>();
  for (let from = 0; from < owners.length; from += OWNERS_OF_READ) {
    const some = owners.slice(from, from + OWNERS_OF_READ);
    const found = await findOwnedAccounts(database, OWNED_TYPES, some);
    for (const [ownerId, own] of found) balances.set(ownerId, own);
  }
  return balances;
}

/** Returns the last stored mark of each market that has one; each is found by its key. */
async function readLastMarks(database: NodePgDatabase) {
  const { rows } = await database.execute<
    Record<'market_id' | 'seq' | 'ticks' | 'taken_at_ms', bigint>
  >(sql`
    select market.id::bigint as market_id, seq, ticks, taken_at_ms from lever_markets market
    cross join lateral (
      select seq, ticks, taken_at_ms from mark_ticks where market_id = market.id order by seq desc limit 1
    ) last_mark`);
  return rows.map(({ market_id: marketId, seq, ticks, taken_at_ms: takenAtMs }) => ({
    marketId: Number(marketId),
    seq: Number(seq),
    ticks: Number(ticks),
    takenAtMs: Number(takenAtMs),
  }));
}

async function readHouse(database: NodePgDatabase): Promise<HouseFunds> {
  const held = (accountType: number) => sql`coalesce((select sum(available) from ledger_accounts
    where owner_id = ${OWNERS.house} and account_type = ${accountType}), 0)::text`;
  const { rows } = await database.execute<Record<'pool' | 'insurance' | 'base', string>>(sql`
    select ${held(HOUSE_ACCOUNTS.leverPool)} as pool,
      ${held(HOUSE_ACCOUNTS.leverInsurance)} as insurance,
      coalesce((select sum(pool) from lever_funds), 0)::text as base`);
  const { pool, insurance, base } = ensure(rows[0], 'the funds of the exchange');
  return { pool: BigInt(pool), insurance: BigInt(insurance), base: BigInt(base) };
}

/** Numbers rise with time, so that the last rows have the latest times. */
async function readLastNumbers(database: NodePgDatabase) {
  type Last = 'order_id' | 'order_at' | 'movement' | 'movement_at' | 'terms_at' | 'fund_id';
  const { rows } = await database.execute<Record<Last, bigint>>(sql`
    select coalesce(last_order.id, 0) as order_id,
      coalesce(last_order.updated_at_ms, 0) as order_at,
      coalesce(last_movement.number, 0) as movement,
      coalesce(last_movement.at_ms, 0) as movement_at,
      coalesce((select max(at_ms) from lever_terms), 0) as terms_at,
      coalesce((select max(id) from lever_funds), 0) as fund_id
    from (select) one_row
    left join lateral (
      select id, updated_at_ms from lever_orders order by id desc limit 1
    ) last_order on true
    left join lateral (
      select number, at_ms from ledger_movements where journal = ${JOURNALS.dealing}
      order by number desc limit 1
    ) last_movement on true`);
  const last = ensure(rows[0], 'last numbers');
  return {
    lastOrderId: Number(last.order_id),
    lastOrderAtMs: Number(last.order_at),
    lastMovement: Number(last.movement),
    lastMovementAtMs: Number(last.movement_at),
    lastTermsAtMs: Number(last.terms_at),
    lastFundId: Number(last.fund_id),
  };
}

/** Returns the latest of any number of times; 0 for none. */
const latestOf = (times: readonly EpochMs[]): EpochMs =>
  times.reduce((latest, time) => Math.max(latest, time), 0);
