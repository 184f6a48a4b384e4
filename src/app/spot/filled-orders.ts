/** Tracks fills of own orders, including those that a reconnect missed. */
import type { Subscription } from 'rxjs';
import type { Order } from '../../../contract/spot/spot.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { UserFeed } from '../../../streams/user-feed.ts';

/**
 * Remembered orders: ended ones, whose fills may still arrive, and reported ones, which must not be
 * reported again.
 */
const ORDERS_KEPT = 50;
/**
 * Ended orders that are read after a restart. For more of them the user has the history, because so
 * many toasts are useless.
 */
const ASKED_MAX = 20;

/**
 * Finds filled orders from the events of each frame, and from the orders themselves after missed
 * events.
 */
export class FilledOrders {
  /**
   * Orders that are no longer open. The server sends an order before its fills, and a frame may
   * come between them.
   */
  readonly #ended = new Map<string, Order>();
  /** Orders in the version of their last report. */
  readonly #pushed = new Map<string, Order>();

  /**
   * Returns the orders that `events` fill, each once, in their new version. `open`: the present
   * open orders.
   */
  take(events: readonly UserEvent[], open: ReadonlyMap<string, Order>): readonly Order[] {
    const filled = new Set<string>();
    const changed = new Map<string, Order>();
    for (const event of events) {
      if (event.kind === 'order') changed.set(event.record.id, event.record);
      else if (event.kind === 'fill') filled.add(event.record.order_id);
    }
    for (const order of changed.values()) if (order.state !== 'paid') keep(this.#ended, order);
    return [...filled]
      .flatMap((id) => changed.get(id) ?? open.get(id) ?? this.#ended.get(id) ?? [])
      .filter((order) => this.note(order));
  }

  /**
   * Records `order` as reported. Returns whether there is a fill to report: it is executed further
   * than in its last report or, without one, than in `before`.
   */
  note(order: Order, before?: Order): boolean {
    const known = this.#pushed.get(order.id) ?? before;
    const isMore =
      known === undefined ||
      (order.revision > known.revision && order.executed_quantity !== known.executed_quantity);
    if (isMore) keep(this.#pushed, order);
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
 * Calls `onFill` with each of the user's orders that is partly or fully executed: from the events
 * of each frame, and after a restart from the orders that were open before. `readOrder` loads an
 * order that is not open any more; orders for which it rejects are left out.
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
      // After the end, another user may be signed in.
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
