/** The limits of a user as buyer today (RULES "Fiat trading"), shown to the user and checked before each order. */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { FiatStanding } from '../../../contract/fiat/fiat-order.ts';
import { DAY_MS, dayOf } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import { countAsBuyer, findBarred } from './standing.repo.ts';

/** Whether a user is barred from buying for the rest of the day. */
export type IsBarred = (userId: number) => Promise<boolean>;

/** Calls of one moment share the statement. */
export function createIsBarred(database: Database, clock: Clock): IsBarred {
  const barred = new GatheredRead<number, number>(
    (userIds) => findBarred(database, userIds, dayOf(clock.now())),
    (userId) => userId,
  );
  return async (userId) => (await barred.find(userId)) !== undefined;
}

export async function readStanding(
  database: Executor,
  userId: number,
  now: EpochMs,
): Promise<FiatStanding> {
  const dayStart = dayOf(now);
  const falseSince = now - LIMITS.fiat_false_payments_window_ms;
  const counts = await countAsBuyer(database, userId, { dayStart, falseSince });
  const cancellationsMax = LIMITS.fiat_cancellations_per_day_max;
  return {
    cancellations_today: counts.cancellations,
    cancellations_max: cancellationsMax,
    barred_until: counts.cancellations >= cancellationsMax ? dayStart + DAY_MS : null,
    open_purchases: counts.openPurchases,
    open_purchases_max: LIMITS.fiat_open_purchases_max,
    false_payments: counts.falsePayments,
    false_payments_max: LIMITS.fiat_false_payments_max,
  };
}

/** Whether a user may buy now, by a sell ad or by their own buy ad. */
export function mayBuy(
  { barred_until: barredUntil }: FiatStanding,
  now: EpochMs,
): Result<null, 'buying_barred'> {
  return barredUntil === null
    ? ok(null)
    : refuse('buying_barred', Math.ceil((barredUntil - now) / 1_000));
}

/** Whether a user may place one more order on a sell ad. */
export function mayTake(
  standing: FiatStanding,
  now: EpochMs,
): Result<null, 'buying_barred' | 'too_many_fiat_orders'> {
  const allowed = mayBuy(standing, now);
  if (!allowed.ok) return allowed;
  return standing.open_purchases < standing.open_purchases_max
    ? allowed
    : refuse('too_many_fiat_orders');
}
