/** The store of one order's live changes and fills. */
import type { Fill, Order, OrderDetail } from '../../../contract/spot/spot.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { Feed } from '../../../streams/feed.ts';

/** Changes of one order since the first subscription. */
interface OrderUpdates {
  /** The present order; null if nothing changed. */
  readonly order: Order | null;
  /** Oldest first. */
  readonly fills: readonly Fill[];
}

/** The shape of `useSyncExternalStore`. */
interface OrderStore {
  subscribe(onChange: () => void): () => void;
  get(): OrderUpdates;
}

const NO_UPDATES: OrderUpdates = { order: null, fills: [] };

export function createOrderStore(user: Feed['user'], id: string): OrderStore {
  let updates = NO_UPDATES;
  return {
    get: () => updates,
    subscribe(onChange) {
      const listening = user.events$.subscribe((events) => {
        const next = events.reduce((known, event) => withEvent(known, event, id), updates);
        if (next === updates) return;
        updates = next;
        onChange();
      });
      return () => listening.unsubscribe();
    },
  };
}

function withEvent(updates: OrderUpdates, event: UserEvent, id: string): OrderUpdates {
  if (event.kind === 'order' && event.record.id === id) return { ...updates, order: event.record };
  if (event.kind === 'fill' && event.record.order_id === id)
    return { ...updates, fills: [...updates.fills, event.record.fill] };
  return updates;
}

/** Returns the answer of the call with later changes. */
export function withUpdates(detail: OrderDetail, { order, fills }: OrderUpdates): OrderDetail {
  const known = new Set(detail.fills.map(({ deal_id }) => deal_id));
  const newer = fills.filter(({ deal_id }) => !known.has(deal_id));
  const isNewer = order !== null && order.revision > detail.revision;
  if (!isNewer && newer.length === 0) return detail;
  return { ...detail, ...(isNewer && order), fills: [...detail.fills, ...newer] };
}
