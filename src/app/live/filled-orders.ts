import type { UserEvent } from '../../../contract/channels.ts';
import type { Order } from '../../../contract/schemas/spot.ts';

/** The orders that `events` fill, each once, as they are after them. `open`: what is open now. */
export function filledOrders(
  events: readonly UserEvent[],
  open: ReadonlyMap<string, Order>,
): readonly Order[] {
  const changed = new Map<string, Order>();
  const filled = new Set<string>();
  for (const event of events) {
    if (event.kind === 'order') changed.set(event.order.id, event.order);
    else if (event.kind === 'fill') filled.add(event.order_id);
  }
  return [...filled].flatMap((id) => changed.get(id) ?? open.get(id) ?? []);
}
