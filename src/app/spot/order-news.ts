/** The store of changed own orders since a screen opened. */
import type { Order } from '../../../contract/spot/spot.ts';
import type { UserEventOf } from '../../../contract/user-records.ts';
import type { Feed } from '../../../streams/feed.ts';

/** Number of orders whose changes are kept. */
const NEWS_KEPT = 500;

/**
 * The user's orders that changed since the first subscription, by id, in their present state. Empty
 * after missed events: the orders may have changed again, and lists are reloaded then.
 */
type OrderNewsById = ReadonlyMap<string, Order>;

/** The shape of `useSyncExternalStore`. */
interface OrderNewsStore {
  subscribe(onChange: () => void): () => void;
  /** Returns the same map until an order changes. */
  get(): OrderNewsById;
}

export function createOrderNewsStore(
  user: Pick<Feed['user'], 'events$' | 'restarted$'>,
): OrderNewsStore {
  let news: OrderNewsById = new Map();
  return {
    get: () => news,
    subscribe(onChange) {
      const listening = user.restarted$.subscribe(() => {
        news = new Map();
        onChange();
      });
      const subscription = user.events$.subscribe((events) => {
        const changed = events.filter((event) => event.kind === 'order');
        if (changed.length === 0) return;
        news = withOrders(news, changed);
        onChange();
      });
      listening.add(subscription);
      return () => listening.unsubscribe();
    },
  };
}

/** Returns the changes with `events`, without the orders that changed longest ago. */
function withOrders(known: OrderNewsById, events: readonly UserEventOf<'order'>[]): OrderNewsById {
  const news = new Map(known);
  for (const { record: order } of events) {
    // The map is ordered by the last change.
    news.delete(order.id);
    news.set(order.id, order);
  }
  for (const id of news.keys()) {
    if (news.size <= NEWS_KEPT) break;
    news.delete(id);
  }
  return news;
}
