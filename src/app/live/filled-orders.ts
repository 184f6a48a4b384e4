import type { UserEvent } from '../../../contract/channels.ts';
import type { Order } from '../../../contract/schemas/spot.ts';

/** Ended orders that are remembered for fills that are still to be told. */
const ENDED_KEPT = 50;

/** Tells which orders are filled by the events of each frame. */
export class FilledOrders {
  /** No longer open. The server tells an order before its fills, and a frame may come between them. */
  private readonly ended = new Map<string, Order>();

  /** The orders that `events` fill, each once, as they are after them. `open`: what is open now. */
  take(events: readonly UserEvent[], open: ReadonlyMap<string, Order>): readonly Order[] {
    const filled = new Set<string>();
    const changed = new Map<string, Order>();
    for (const event of events) {
      if (event.kind === 'order') changed.set(event.order.id, event.order);
      else if (event.kind === 'fill') filled.add(event.order_id);
    }
    for (const order of changed.values()) if (order.state !== 'paid') this.remember(order);
    return [...filled].flatMap((id) => changed.get(id) ?? open.get(id) ?? this.ended.get(id) ?? []);
  }

  private remember(order: Order): void {
    this.ended.set(order.id, order);
    for (const id of this.ended.keys()) {
      if (this.ended.size <= ENDED_KEPT) return;
      this.ended.delete(id);
    }
  }
}
