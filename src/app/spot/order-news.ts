/** The store of changed own orders since a screen opened. */
import type { Order } from '../../../contract/spot/spot.ts';
import type { UserEventOf } from '../../../contract/user-records.ts';
import type { Feed } from '../../../streams/feed.ts';

/** Orders that news are kept of. */
const NEWS_KEPT = 500;

/**
 * Own orders that changed since somebody looks, by id, as they are now. None after missed news: what
 * was told before may have gone on, and lists are read again then.
 */
export type OrderNewsById = ReadonlyMap<string, Order>;

/** The shape of `useSyncExternalStore`. */
export interface OrderNewsStore {
  subscribe(onChange: () => void): () => void;
  /** The same map until an order changes. */
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
      const told = user.events$.subscribe((events) => {
        const changed = events.filter((event) => event.kind === 'order');
        if (changed.length === 0) return;
        news = withOrders(news, changed);
        onChange();
      });
      listening.add(told);
      return () => listening.unsubscribe();
    },
  };
}

/** The news with `events`; those of the orders that changed longest ago go. */
function withOrders(known: OrderNewsById, events: readonly UserEventOf<'order'>[]): OrderNewsById {
  const news = new Map(known);
  for (const { record: order } of events) {
    // What changed last stands last.
    news.delete(order.id);
    news.set(order.id, order);
  }
  for (const id of news.keys()) {
    if (news.size <= NEWS_KEPT) break;
    news.delete(id);
  }
  return news;
}
