/** Statements on fiat orders with a claim for rights protection. */
import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DisputeState } from '../../../contract/operator/schemas/fiat.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { fiatClaims, fiatOrders } from '../../kit/db/schema/fiat.ts';
import { users } from '../../kit/db/schema/identity.ts';

type DisputedOrder = typeof fiatOrders.$inferSelect;
export type ClaimRow = typeof fiatClaims.$inferSelect;

/** An order and its last claim. */
export interface Dispute {
  readonly order: DisputedOrder;
  readonly claim: ClaimRow;
}

export interface DisputeFilter {
  readonly state: DisputeState;
  /** Limits the list to orders of this user, on either side. */
  readonly userId: number | undefined;
  /** Starts after this claim, in the order of the list. */
  readonly beyond: number | undefined;
  readonly count: number;
}

/** The results of a user's orders, on either side. */
interface PartyRecord {
  readonly disabledAtMs: EpochMs | null;
  readonly realName: string | null;
  readonly orders: number;
  readonly completed: number;
  readonly disputed: number;
}

const isWaiting = eq(fiatOrders.state, 'rights_protection');
const isAwarded = inArray(fiatOrders.end, ['awarded_to_buyer', 'awarded_to_seller']);
const STATES: Record<DisputeState, SQL | undefined> = {
  waiting: isWaiting,
  decided: isAwarded,
  settled: sql`not (${isWaiting} or coalesce(${isAwarded}, false))`,
};
const isLatestClaim = sql`not exists (
  select 1 from ${fiatClaims} as later
  where later.order_id = ${fiatClaims.orderId} and later.id > ${fiatClaims.id})`;
const hasClaim = sql`exists (select 1 from ${fiatClaims} where ${fiatClaims.orderId} = ${fiatOrders.id})`;

/** Returns disputes by their last claims: open ones oldest first, all others newest first. */
export function findDisputes(
  database: Executor,
  { state, userId, beyond, count }: DisputeFilter,
): Promise<Dispute[]> {
  const { id } = fiatClaims;
  const isOldestFirst = state === 'waiting';
  return database
    .select({ order: fiatOrders, claim: fiatClaims })
    .from(fiatClaims)
    .innerJoin(fiatOrders, eq(fiatOrders.id, fiatClaims.orderId))
    .where(
      and(
        isLatestClaim,
        STATES[state],
        userId === undefined ? undefined : isPartyOf(userId),
        beyond === undefined ? undefined : isOldestFirst ? gt(id, beyond) : lt(id, beyond),
      ),
    )
    .orderBy(isOldestFirst ? asc(id) : desc(id))
    .limit(count);
}

/** Returns undefined for an order without a claim for rights protection. */
export async function findDispute(
  database: Executor,
  orderId: number,
): Promise<Dispute | undefined> {
  const rows = await database
    .select({ order: fiatOrders, claim: fiatClaims })
    .from(fiatClaims)
    .innerJoin(fiatOrders, eq(fiatOrders.id, fiatClaims.orderId))
    .where(and(isLatestClaim, eq(fiatOrders.id, orderId)));
  return rows[0];
}

/** Returns the newest claims first. */
export function findClaims(database: Executor, orderId: number): Promise<ClaimRow[]> {
  return database
    .select()
    .from(fiatClaims)
    .where(eq(fiatClaims.orderId, orderId))
    .orderBy(desc(fiatClaims.id));
}

/** Returns undefined for an unknown user. */
export async function findRecordOf(
  database: Executor,
  userId: number,
): Promise<PartyRecord | undefined> {
  const count = (when?: SQL) => sql`count(${fiatOrders.id}) filter (where ${when ?? sql`true`})`;
  const rows = await database
    .select({
      disabledAtMs: users.disabledAtMs,
      realName: users.realName,
      orders: count().mapWith(Number),
      completed: count(eq(fiatOrders.state, 'completed')).mapWith(Number),
      disputed: count(hasClaim).mapWith(Number),
    })
    .from(users)
    .leftJoin(fiatOrders, isPartyOf(users.id))
    .where(eq(users.id, userId))
    .groupBy(users.id);
  return rows[0];
}

const isPartyOf = (userId: number | typeof users.id) =>
  or(eq(fiatOrders.buyerId, userId), eq(fiatOrders.sellerId, userId));
