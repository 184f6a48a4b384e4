/** Stored orders of fast contracts of a user: pages of ended ones. */
import type { Database } from '../../kit/db/database.ts';
import { findEndedMicroOrders, findMicroOrderOf } from './micro-orders.repo.ts';
import type { StoredMicroOrder } from './micro.types.ts';

export interface MicroHistory {
  /** Ended orders, the newest first. @param before orders with smaller numbers. */
  page(filter: {
    readonly ownerId: number;
    readonly before: number | undefined;
    readonly count: number;
  }): Promise<{
    readonly orders: readonly StoredMicroOrder[];
    /** `before` of the next page; null at the end. */
    readonly next: number | null;
  }>;
  /** Finds an order by the public name on its receipt. */
  byToken(token: string): Promise<StoredMicroOrder | undefined>;
}

export const createMicroHistory = (database: Database): MicroHistory => ({
  async page(filter) {
    const found = await findEndedMicroOrders(database, { ...filter, count: filter.count + 1 });
    const orders = found.slice(0, filter.count);
    return { orders, next: found.length > filter.count ? (orders.at(-1)?.id ?? null) : null };
  },
  byToken: (token) => findMicroOrderOf(database, token),
});
