/** Reads of orders and trades (`deals`), apart from the writer. */
import { and, desc, eq, gt, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { OrderSide, OrderState } from '../../../contract/spot/spot.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { spotDeals, spotOrders } from '../../kit/db/schema/spot.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';
import type { KeyedCommand } from '../../ledger/writer/idempotency-keys.ts';
import { keyTermsOf } from './order-terms.ts';

/** The number of an owner's newest keys for the detection of repeated orders. */
const KEYS_OF_OWNER_MAX = 50_000;

export interface OrderFilter {
  readonly ownerId: number;
  readonly marketId?: number | undefined;
  readonly side?: OrderSide | undefined;
  readonly state?: OrderState | undefined;
  /** Limits the list to smaller numbers. */
  readonly before?: number | undefined;
  readonly count: number;
}

/** Returns orders of one owner with numbers from `from` on, newest first. */
export function findOrders(
  database: Executor,
  { ownerId, marketId, side, state, before, count }: OrderFilter,
  from: number,
): Promise<SpotOrder[]> {
  return database
    .select()
    .from(spotOrders)
    .where(
      and(
        isOlder(ownerId, before),
        gte(spotOrders.id, from),
        marketId === undefined ? undefined : eq(spotOrders.marketId, marketId),
        side === undefined ? undefined : eq(spotOrders.side, side),
        state === undefined ? undefined : eq(spotOrders.state, state),
      ),
    )
    .orderBy(desc(spotOrders.id))
    .limit(count);
}

/** Returns the number of the owner's order `skipped` places behind the newest one; undefined when there are fewer. */
export async function findOrderBehind(
  database: Executor,
  { ownerId, before }: Pick<OrderFilter, 'ownerId' | 'before'>,
  skipped: number,
): Promise<number | undefined> {
  const rows = await database
    .select({ id: spotOrders.id })
    .from(spotOrders)
    .where(isOlder(ownerId, before))
    .orderBy(desc(spotOrders.id))
    .offset(skipped)
    .limit(1);
  return rows[0]?.id;
}

const isOlder = (ownerId: number, before: number | undefined) =>
  and(
    eq(spotOrders.ownerId, ownerId),
    before === undefined ? undefined : lt(spotOrders.id, before),
  );

export async function findSpotOrder(
  database: Executor,
  orderId: number,
): Promise<SpotOrder | undefined> {
  const rows = await database.select().from(spotOrders).where(eq(spotOrders.id, orderId));
  return rows[0];
}

/** Selects the trades of these orders, which must be users' orders, because the indexes have no others. */
export const dealsOfPeople = (orderIds: readonly number[]) =>
  or(
    and(inArray(spotDeals.takerOrderId, [...orderIds]), sql`${spotDeals.takerOwnerId} > 0`),
    and(inArray(spotDeals.makerOrderId, [...orderIds]), sql`${spotDeals.makerOwnerId} > 0`),
  );

/** Returns the newest trades of one user's order, oldest first, and the count of all. */
export async function findDealsOfOrder(
  database: Executor,
  orderId: number,
  count: number,
): Promise<{ readonly deals: readonly SpotDeal[]; readonly total: number }> {
  const ofOrder = dealsOfPeople([orderId]);
  const newest = await database
    .select()
    .from(spotDeals)
    .where(ofOrder)
    .orderBy(desc(spotDeals.id))
    .limit(count);
  const total = newest.length < count ? newest.length : await database.$count(spotDeals, ofOrder);
  return { deals: newest.toReversed(), total };
}

/**
 * Returns orders that the owner placed with a key since then, oldest first; at most the newest
 * {@link KEYS_OF_OWNER_MAX}.
 */
export async function findKeyedOrders(
  database: Executor,
  ownerId: number,
  since: EpochMs,
): Promise<KeyedCommand[]> {
  // Numbers rise with time, so that the backward scan of the index ends at the first order that is too
  // old.
  const tooOld = sql`coalesce((select ${spotOrders.id} from ${spotOrders}
    where ${spotOrders.ownerId} = ${ownerId} and ${spotOrders.createdAtMs} < ${since}
    order by ${spotOrders.id} desc limit 1), 0)`;
  const rows = await database
    .select({
      id: spotOrders.id,
      marketId: spotOrders.marketId,
      side: spotOrders.side,
      kind: spotOrders.kind,
      priceTicks: spotOrders.priceTicks,
      quantityLots: spotOrders.quantityLots,
      amount: spotOrders.amount,
      idempotencyKey: spotOrders.idempotencyKey,
      createdAtMs: spotOrders.createdAtMs,
    })
    .from(spotOrders)
    .where(
      and(
        eq(spotOrders.ownerId, ownerId),
        gt(spotOrders.id, tooOld),
        isNotNull(spotOrders.idempotencyKey),
      ),
    )
    .orderBy(desc(spotOrders.id))
    .limit(KEYS_OF_OWNER_MAX);
  return rows
    .toReversed()
    .flatMap(({ id, idempotencyKey: key, createdAtMs, ...order }) =>
      key === null ? [] : [{ key, recordId: id, terms: keyTermsOf(order), createdAtMs }],
    );
}
