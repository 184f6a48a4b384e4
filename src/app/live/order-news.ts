import type { UserEvent } from '../../../contract/channels.ts';
import type { Order } from '../../../contract/schemas/spot.ts';
import type { Feed } from '../../../streams/feed.ts';
import { compareRecordIds } from './record-ids.ts';

/** Orders that news are kept of. */
const NEWS_KEPT = 500;

/** Own orders that changed since somebody looks, by id, as they are now. */
export type OrderNewsById = ReadonlyMap<string, Order>;

/** The shape of `useSyncExternalStore`. */
export interface OrderNewsStore {
  subscribe(onChange: () => void): () => void;
  /** The same map until an order changes. */
  get(): OrderNewsById;
}

export function createOrderNewsStore(user: Pick<Feed['user'], 'events$'>): OrderNewsStore {
  let news: OrderNewsById = new Map();
  return {
    get: () => news,
    subscribe(onChange) {
      const listening = user.events$.subscribe((events) => {
        const changed = events.filter((event) => event.kind === 'order');
        if (changed.length === 0) return;
        news = withOrders(news, changed);
        onChange();
      });
      return () => listening.unsubscribe();
    },
  };
}

/** The news with `events`; those of the orders that changed longest ago go. */
function withOrders(
  known: OrderNewsById,
  events: readonly Extract<UserEvent, { kind: 'order' }>[],
): OrderNewsById {
  const news = new Map(known);
  for (const { order } of events) {
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

/**
 * The pages that were read, newest first, with what happened since: orders changed, orders that
 * match now, and none that no longer does. `reachesEnd`: there is no older page.
 */
export function withOrderNews(
  listed: readonly Order[],
  news: OrderNewsById,
  matches: (order: Order) => boolean,
  reachesEnd: boolean,
): readonly Order[] {
  if (news.size === 0) return listed;
  const newest = (order: Order) => {
    const other = news.get(order.id);
    return other !== undefined && other.revision > order.revision ? other : order;
  };
  const known = new Set(listed.map(({ id }) => id));
  const last = listed.at(-1);
  const isInRange = ({ id }: Order) =>
    reachesEnd || last === undefined || compareRecordIds(id, last.id) > 0;
  const added = [...news.values()].filter((order) => !known.has(order.id) && isInRange(order));
  return [...listed.map(newest), ...added]
    .filter(matches)
    .toSorted((a, b) => compareRecordIds(b.id, a.id));
}
