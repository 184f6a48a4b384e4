/** Tracks fills of own orders, including those that a reconnect missed. */
import type { Subscription } from 'rxjs';
import type { Order } from '../../../contract/spot/spot.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { UserFeed } from '../../../streams/user-feed.ts';

/** Orders that are remembered: ended ones for fills still to be told, told ones so as not to be told again. */
const ORDERS_KEPT = 50;
/** Ended orders that are asked for after a restart. Of more the history tells: nobody reads as many notices. */
const ASKED_MAX = 20;

/** Tells which orders are filled by the events of each frame, and by what was not told. */
export class FilledOrders {
  /** No longer open. The server tells an order before its fills, and a frame may come between them. */
  private readonly ended = new Map<string, Order>();
  /** As they were when they were told last. */
  private readonly told = new Map<string, Order>();

  /** The orders that `events` fill, each once, as they are after them. `open`: what is open now. */
  take(events: readonly UserEvent[], open: ReadonlyMap<string, Order>): readonly Order[] {
    const filled = new Set<string>();
    const changed = new Map<string, Order>();
    for (const event of events) {
      if (event.kind === 'order') changed.set(event.record.id, event.record);
      else if (event.kind === 'fill') filled.add(event.record.order_id);
    }
    for (const order of changed.values()) if (order.state !== 'paid') keep(this.ended, order);
    return [...filled]
      .flatMap((id) => changed.get(id) ?? open.get(id) ?? this.ended.get(id) ?? [])
      .filter((order) => this.note(order));
  }

  /**
   * Notes `order` as told. Answers whether there is a fill to tell: more of it is executed than when it
   * was told last or, where it never was, than in `before`.
   */
  note(order: Order, before?: Order): boolean {
    const known = this.told.get(order.id) ?? before;
    const isMore =
      known === undefined ||
      (order.revision > known.revision && order.executed_quantity !== known.executed_quantity);
    if (isMore) keep(this.told, order);
    return isMore;
  }
}

function keep(kept: Map<string, Order>, order: Order): void {
  kept.delete(order.id);
  kept.set(order.id, order);
  for (const id of kept.keys()) {
    if (kept.size <= ORDERS_KEPT) return;
    kept.delete(id);
  }
}

/**
 * Calls `onFill` with each own order that is executed in part or in whole: by the events of each frame,
 * and after a restart by what became of the orders that were open before. `readOrder` asks for one that
 * is not open any more; one it rejects is left out.
 */
export function followFills(
  user: Pick<UserFeed, 'events$' | 'restarted$' | 'view'>,
  readOrder: (id: string) => Promise<Order>,
  onFill: (order: Order) => void,
): Subscription {
  const filledOrders = new FilledOrders();
  const listening = user.events$.subscribe((events) => {
    for (const order of filledOrders.take(events, user.view().orders)) onFill(order);
  });
  const restarts = user.restarted$.subscribe((before) => {
    const { orders: open } = user.view();
    let left = ASKED_MAX;
    for (const known of before.values()) {
      // After the end somebody else may be signed in.
      const compare = (order: Order) => {
        if (!listening.closed && filledOrders.note(order, known)) onFill(order);
      };
      const order = open.get(known.id);
      if (order !== undefined) compare(order);
      else if (left-- > 0) readOrder(known.id).then(compare, () => undefined);
    }
  });
  listening.add(restarts);
  return listening;
}
