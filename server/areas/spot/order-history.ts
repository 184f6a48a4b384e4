/** Stored orders of a user: pages of them, and one with its trades (`deals`). */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Database } from '../../kit/db/database.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';
import {
  findDealsOfOrder,
  findOrderBehind,
  findOrders,
  findSpotOrder,
} from './spot-orders.repo.ts';
import type { OrderFilter } from './spot-orders.repo.ts';

interface OrderHistoryPage {
  /** Orders, newest first; may have fewer than the page size, or none, even if a next page follows. */
  readonly orders: readonly SpotOrder[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}

interface OrderWithDeals {
  readonly order: SpotOrder;
  /** Trades, oldest first; only the newest `order_fills_listed`. */
  readonly deals: readonly SpotDeal[];
  /** The number of all its trades. */
  readonly total: number;
}

export interface OrderHistory {
  page(filter: OrderFilter): Promise<OrderHistoryPage>;
  /** Rejects an order of another user with `order_not_found`. */
  detail(ownerId: number, orderId: number): Promise<Result<OrderWithDeals, 'order_not_found'>>;
}

/** The most orders that one page reads, because a filter may match hardly any of a user's orders. */
const ORDERS_LOOKED_AT_MAX = 5_000;

export function createOrderHistory(database: Database): OrderHistory {
  return {
    async page(filter) {
      const end = await findOrderBehind(database, filter, ORDERS_LOOKED_AT_MAX);
      const wanted = { ...filter, count: filter.count + 1 };
      const found = await findOrders(database, wanted, (end ?? 0) + 1);
      const orders = found.slice(0, filter.count);
      if (found.length > filter.count) return { orders, next: orders.at(-1)?.id ?? null };
      return { orders, next: end === undefined ? null : end + 1 };
    },
    // Reads one snapshot of the database, so that the order and its trades agree.
    detail: (ownerId, orderId) =>
      database.transaction(
        async (tx) => {
          const order = await findSpotOrder(tx, orderId);
          if (order?.ownerId !== ownerId) return refuse('order_not_found');
          return ok({ order, ...(await findDealsOfOrder(tx, orderId, LIMITS.order_fills_listed)) });
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
  };
}
