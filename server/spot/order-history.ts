/** Orders of a person as they are stored: pages of them, and one with its deals. */
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { Database } from '../db/database.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';
import { findDealsOfOrder, findOrders, findSpotOrder } from './spot-orders.repo.ts';
import type { OrderFilter } from './spot-orders.repo.ts';

export interface OrderHistoryPage {
  /** Newest first. */
  readonly orders: readonly SpotOrder[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}

export interface OrderWithDeals {
  readonly order: SpotOrder;
  /** Oldest first. */
  readonly deals: readonly SpotDeal[];
}

export interface OrderHistory {
  page(filter: OrderFilter): Promise<OrderHistoryPage>;
  /** An order of another person is not found either. */
  detail(ownerId: number, orderId: number): Promise<Result<OrderWithDeals, 'order_not_found'>>;
}

export function createOrderHistory(database: Database): OrderHistory {
  return {
    async page(filter) {
      const found = await findOrders(database, { ...filter, count: filter.count + 1 });
      const orders = found.slice(0, filter.count);
      return { orders, next: found.length > filter.count ? (orders.at(-1)?.id ?? null) : null };
    },
    // One view of the database, so that the order and its deals agree.
    detail: (ownerId, orderId) =>
      database.transaction(
        async (tx) => {
          const order = await findSpotOrder(tx, orderId);
          if (order?.ownerId !== ownerId) return refuse('order_not_found');
          return ok({ order, deals: await findDealsOfOrder(tx, orderId) });
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
  };
}
