/** Reads of orders of fast contracts with the windows that decided them. */
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { units } from '../../../contract/money/units.ts';
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import { microOrders, microProducts, microWindows } from '../../kit/db/schema/micro.ts';
import { indexParts } from '../../kit/db/schema/micro-index.ts';
import type { KeyedCommand } from '../../ledger/writer/idempotency-keys.ts';
import { keyTermsOf } from './micro-key-terms.ts';
import type { StoredMicroOrder } from './micro.types.ts';

/** The number of an owner's newest keys for the detection of repeated orders. */
const KEYS_OF_OWNER_MAX = 50_000;
const ENDED_STATES = ['won', 'lost', 'drawn', 'voided'] as const;

/** The condition of orders in opening or open. */
const isOpen = (): SQL => isNull(microOrders.settledAtMs);

const selected = (database: Executor) =>
  database
    .select({ order: microOrders, sum: microWindows.sum, count: microWindows.count })
    .from(microOrders)
    .leftJoin(
      microWindows,
      and(
        eq(microWindows.instrument, microOrders.instrument),
        eq(microWindows.expiresAtMs, microOrders.expiresAtMs),
        isNotNull(microOrders.settledAtMs),
      ),
    );

type Row = Awaited<ReturnType<typeof selected>>[number];

const storedOf = ({ order, sum, count }: Row): StoredMicroOrder => ({
  ...order,
  stake: units(order.stake),
  payout: order.payout === null ? null : units(order.payout),
  window: sum === null || count === null ? null : { sum, count },
});

/** Finds an order in any state. */
export async function findMicroOrder(
  database: Executor,
  orderId: number,
): Promise<StoredMicroOrder | undefined> {
  return (await selected(database).where(eq(microOrders.id, orderId))).map(storedOf)[0];
}

/** Finds an order by its public name. */
export async function findMicroOrderOf(
  database: Executor,
  token: string,
): Promise<StoredMicroOrder | undefined> {
  return (await selected(database).where(eq(microOrders.token, token))).map(storedOf)[0];
}

/** Returns orders in opening or open, by id. They have no window yet. */
export async function findOpenMicroOrders(database: Executor): Promise<StoredMicroOrder[]> {
  const rows = await database
    .select()
    .from(microOrders)
    .where(isOpen())
    .orderBy(asc(microOrders.id));
  return rows.map((order) => storedOf({ order, sum: null, count: null }));
}

/**
 * Returns the instruments of orders in opening or open, and of those whose minutes are not signed yet, with the decimals
 * of their prices.
 */
export function findRunningInstruments(
  database: Executor,
): Promise<{ readonly name: string; readonly priceScale: number }[]> {
  const { id, instrument: name, priceScale } = microProducts;
  const { productId, settledAtMs } = microOrders;
  // Points leave this table with the signature of their minute; it has the points of a few minutes at most.
  const firstUnsigned = sql`(select min(${indexParts.atMs}) from ${indexParts})`;
  // One order of each product is enough; a list of all instruments of orders would read every order.
  const hasOrder = (condition: SQL) =>
    exists(
      database
        .select({ one: sql`1` })
        .from(microOrders)
        .where(and(eq(productId, id), condition)),
    );
  return database
    .selectDistinct({ name, priceScale })
    .from(microProducts)
    .where(or(hasOrder(isOpen()), hasOrder(gte(settledAtMs, firstUnsigned))));
}

/** Stored orders for the check of all. */
export const createMicroRecords = (database: Database) => ({
  /** Returns the orders of `ids` that exist, by id. */
  async ofOrders(ids: readonly number[]): Promise<readonly StoredMicroOrder[]> {
    if (ids.length === 0) return [];
    const rows = await selected(database)
      .where(inArray(microOrders.id, [...ids]))
      .orderBy(asc(microOrders.id));
    return rows.map(storedOf);
  },
  /** Returns the first `count` orders from `id` on, by id. */
  async fromOrder(id: number, count: number): Promise<readonly StoredMicroOrder[]> {
    const rows = await selected(database)
      .where(gte(microOrders.id, id))
      .orderBy(asc(microOrders.id))
      .limit(count);
    return rows.map(storedOf);
  },
  /** Returns the newest order; 0 when there is none. */
  async lastOrderId(): Promise<number> {
    const [row] = await database.select({ last: max(microOrders.id) }).from(microOrders);
    return row?.last ?? 0;
  },
});

/** Returns ended orders of one owner, the newest first. @param before limits the list to smaller numbers. */
export async function findEndedMicroOrders(
  database: Executor,
  {
    ownerId,
    before,
    count,
  }: { readonly ownerId: number; readonly before?: number | undefined; readonly count: number },
): Promise<StoredMicroOrder[]> {
  const rows = await selected(database)
    .where(
      and(
        eq(microOrders.ownerId, ownerId),
        before === undefined ? undefined : lt(microOrders.id, before),
        inArray(microOrders.state, [...ENDED_STATES]),
      ),
    )
    .orderBy(desc(microOrders.id))
    .limit(count);
  return rows.map(storedOf);
}

/** Returns ended orders that were accepted in the minute, in the order of acceptance. @param after the last one known. */
export async function findMicroResults(
  database: Executor,
  {
    minuteMs,
    after,
    count,
  }: { readonly minuteMs: EpochMs; readonly after: number; readonly count: number },
): Promise<StoredMicroOrder[]> {
  const { acceptedAtMs, id, state } = microOrders;
  const rows = await selected(database)
    .where(
      and(
        gte(acceptedAtMs, minuteMs),
        lt(acceptedAtMs, minuteMs + MINUTE_MS),
        gt(id, after),
        inArray(state, [...ENDED_STATES]),
      ),
    )
    .orderBy(asc(id))
    .limit(count);
  return rows.map(storedOf);
}

/** The condition that the owner placed the order after that time. */
const placedSince = (ownerId: number, since: EpochMs): SQL | undefined =>
  and(
    eq(microOrders.ownerId, ownerId),
    // Numbers rise with time, so that the backward scan of the index ends at the first order that is too old.
    gt(
      microOrders.id,
      sql`coalesce((select ${microOrders.id} from ${microOrders}
        where ${microOrders.ownerId} = ${ownerId} and ${microOrders.acceptedAtMs} <= ${since}
        order by ${microOrders.id} desc limit 1), 0)`,
    ),
  );

/** Returns orders that the owner placed after that time with their keys, oldest first. */
export async function findKeyedMicroOrders(
  database: Executor,
  ownerId: number,
  since: EpochMs,
): Promise<KeyedCommand[]> {
  const { id, productId, direction, stake, idempotencyKey, acceptedAtMs } = microOrders;
  const rows = await database
    .select({ id, productId, direction, stake, idempotencyKey, acceptedAtMs })
    .from(microOrders)
    .where(placedSince(ownerId, since))
    .orderBy(desc(microOrders.id))
    .limit(KEYS_OF_OWNER_MAX);
  return rows.toReversed().map((row) => ({
    key: row.idempotencyKey,
    recordId: row.id,
    terms: keyTermsOf({ ...row, stake: units(row.stake) }),
    createdAtMs: row.acceptedAtMs,
  }));
}

/** Finds the order that the owner placed under the key after that time. */
export async function findKeyedMicroOrder(
  database: Executor,
  {
    ownerId,
    key,
    since,
  }: { readonly ownerId: number; readonly key: string; readonly since: EpochMs },
): Promise<number | undefined> {
  const [found] = await database
    .select({ id: microOrders.id })
    .from(microOrders)
    .where(and(placedSince(ownerId, since), eq(microOrders.idempotencyKey, key)))
    .orderBy(desc(microOrders.id))
    .limit(1);
  return found?.id;
}
