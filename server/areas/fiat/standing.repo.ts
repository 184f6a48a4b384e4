/** Counts of a user's orders as buyer: open ones, today's cancellations, recent payments judged false. */
import { and, inArray, not, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../kit/db/named-statement.ts';
import { users } from '../../kit/db/schema/identity.ts';

interface BuyerCounts {
  readonly cancellations: number;
  /** Purchases on ads of others, because the merchant of a buy ad does not choose when it is taken (ADR 0009). */
  readonly openPurchases: number;
  readonly falsePayments: number;
}

/** The condition is that of the index `fiat_orders_counted`. */
const COUNTS: NamedStatement = {
  name: 'fiat_buyer_counts',
  text: `
    select count(*) filter (where is_cancellation and ended_at_ms >= $2)::integer as cancellations,
      count(*) filter (where ended_at_ms is null and taker_id = $1)::integer as "openPurchases",
      count(*) filter (where is_payment_false and ended_at_ms > $3)::integer as "falsePayments"
    from fiat_orders
    where buyer_id = $1 and (ended_at_ms is null or is_cancellation or is_payment_false)`,
};

/** Counts cancellations from `dayStart` on, and false payments after `falseSince`. */
export async function countAsBuyer(
  database: Executor,
  buyerId: number,
  { dayStart, falseSince }: { readonly dayStart: EpochMs; readonly falseSince: EpochMs },
): Promise<BuyerCounts> {
  const { rows } = await executeNamed<BuyerCounts & Record<string, number>>(database, COUNTS, [
    buyerId,
    dayStart,
    falseSince,
  ]);
  return ensure(rows[0], 'counts of orders');
}

/** Whether the buyer may buy on the day that starts at `dayStart`; uses the index `fiat_orders_counted`. */
export const mayBuyOn = (buyerId: SQLWrapper, dayStart: EpochMs): SQL =>
  sql`(select count(*) from fiat_orders as given_up where given_up.buyer_id = ${buyerId}
    and given_up.is_cancellation and given_up.ended_at_ms >= ${dayStart})
    < ${LIMITS.fiat_cancellations_per_day_max}`;

/** Returns the users that may not buy on the day that starts at `dayStart`. */
export async function findBarred(
  database: Executor,
  userIds: readonly number[],
  dayStart: EpochMs,
): Promise<number[]> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), not(mayBuyOn(users.id, dayStart))));
  return rows.map(({ id }) => id);
}
