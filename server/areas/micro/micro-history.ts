/** Stored orders of fast contracts: a user's ended orders, the orders of a receipt or a minute, and the figures of days. */
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { findMicroDays, type CountedDays } from './micro-counts.repo.ts';
import { findEndedMicroOrders, findMicroOrderOf, findMicroResults } from './micro-orders.repo.ts';
import type { StoredMicroOrder } from './micro.types.ts';

interface OrderPage {
  readonly orders: readonly StoredMicroOrder[];
  /** The last order of this page, from which the next one follows; null at the end. */
  readonly next: number | null;
}

export interface MicroHistory {
  /** Ended orders, the newest first. @param before orders with smaller numbers. */
  page(filter: {
    readonly ownerId: number;
    readonly before: number | undefined;
    readonly count: number;
  }): Promise<OrderPage>;
  /** Finds an order by the public name on its receipt. */
  byToken(token: string): Promise<StoredMicroOrder | undefined>;
  /** Ended orders of all users that were accepted in the minute, the oldest first. */
  results(filter: {
    readonly minuteMs: EpochMs;
    readonly after: number;
    readonly count: number;
  }): Promise<OrderPage>;
  /** Figures of an instrument by day and duration. */
  days(
    instrument: string,
    span: { readonly fromMs: EpochMs; readonly days: number },
  ): Promise<CountedDays>;
}

export const createMicroHistory = (database: Database): MicroHistory => ({
  page: async (filter) =>
    pageOf(
      await findEndedMicroOrders(database, { ...filter, count: filter.count + 1 }),
      filter.count,
    ),
  byToken: (token) => findMicroOrderOf(database, token),
  results: async (filter) =>
    pageOf(await findMicroResults(database, { ...filter, count: filter.count + 1 }), filter.count),
  days: (instrument, span) => findMicroDays(database, instrument, span),
});

/** @param found one more than the page holds, if there are more. */
function pageOf(found: readonly StoredMicroOrder[], count: number): OrderPage {
  const orders = found.slice(0, count);
  return { orders, next: found.length > count ? (orders.at(-1)?.id ?? null) : null };
}
