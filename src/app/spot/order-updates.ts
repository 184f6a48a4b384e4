/** The store of changed own orders since a screen opened. */
import type { Order } from '../../../contract/spot/spot.ts';
import type { UserEventOf } from '../../../contract/user-records.ts';
import type { Feed } from '../../../streams/feed.ts';

/** Number of orders whose changes are kept. */
const UPDATES_KEPT = 500;

/**
 * The user's orders that changed since the first subscription, by id, in their present state. Empty
 * after missed events: the orders may have changed again, and lists are reloaded then.
 */
type OrderUpdatesById = ReadonlyMap<string, Order>;

/** The shape of `useSyncExternalStore`. */
interface OrderUpdatesStore {
  subscribe(onChange: () => void): () => void;
  /** Returns the same map until an order changes. */
  get(): OrderUpdatesById;
}

export function createOrderUpdatesStore(
  user: Pick<Feed['user'], 'events$' | 'restarted$'>,
): OrderUpdatesStore {
  let updates: OrderUpdatesById = new Map();
  return {
    get: () => updates,
    subscribe(onChange) {
      const listening = user.restarted$.subscribe(() => {
        updates = new Map();
        onChange();
      });
      const subscription = user.events$.subscribe((events) => {
        const changed = events.filter((event) => event.kind === 'order');
        if (changed.length === 0) return;
        updates = withOrders(updates, changed);
        onChange();
      });
      listening.add(subscription);
      return () => listening.unsubscribe();
    },
  };
}

/** Returns the changes with `events`, without the orders that changed longest ago. */
function withOrders(
  known: OrderUpdatesById,
  events: readonly UserEventOf<'order'>[],
): OrderUpdatesById {
  const updates = new Map(known);
  for (const { record: order } of events) {
    // The map is ordered by the last change.
    updates.delete(order.id);
    updates.set(order.id, order);
  }
  for (const id of updates.keys()) {
    if (updates.size <= UPDATES_KEPT) break;
    updates.delete(id);
  }
  return updates;
}
