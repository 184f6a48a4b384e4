/** The store of one order's live changes and fills. */
import type { Fill, Order, OrderDetail } from '../../../contract/spot/spot.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { Feed } from '../../../streams/feed.ts';

/** Changes of one order since the first subscription. */
interface OrderNews {
  /** The present order; null if nothing changed. */
  readonly order: Order | null;
  /** Oldest first. */
  readonly fills: readonly Fill[];
}

/** The shape of `useSyncExternalStore`. */
interface OrderStore {
  subscribe(onChange: () => void): () => void;
  get(): OrderNews;
}

const NO_NEWS: OrderNews = { order: null, fills: [] };

export function createOrderStore(user: Feed['user'], id: string): OrderStore {
  let news = NO_NEWS;
  return {
    get: () => news,
    subscribe(onChange) {
      const listening = user.events$.subscribe((events) => {
        const next = events.reduce((known, event) => withEvent(known, event, id), news);
        if (next === news) return;
        news = next;
        onChange();
      });
      return () => listening.unsubscribe();
    },
  };
}

function withEvent(news: OrderNews, event: UserEvent, id: string): OrderNews {
  if (event.kind === 'order' && event.record.id === id) return { ...news, order: event.record };
  if (event.kind === 'fill' && event.record.order_id === id)
    return { ...news, fills: [...news.fills, event.record.fill] };
  return news;
}

/** Returns the answer of the call with later changes. */
export function withNews(detail: OrderDetail, { order, fills }: OrderNews): OrderDetail {
  const known = new Set(detail.fills.map(({ deal_id }) => deal_id));
  const newer = fills.filter(({ deal_id }) => !known.has(deal_id));
  const isNewer = order !== null && order.revision > detail.revision;
  if (!isNewer && newer.length === 0) return detail;
  return { ...detail, ...(isNewer && order), fills: [...detail.fills, ...newer] };
}
