import { useEffect, useEffectEvent } from 'react';
import type { Order } from '../../../contract/schemas/spot.ts';
import { FilledOrders } from '../live/filled-orders.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * Calls `onFill` with each of the own orders that was executed, in part or in whole, as it is then:
 * once a frame, and for those that a reconnect had missed.
 */
export function useFills(onFill: (order: Order) => void): void {
  const { feed } = liveDataOf(useRuntime());
  const tell = useEffectEvent(onFill);
  useEffect(() => {
    const filledOrders = new FilledOrders();
    const listening = feed.user.events$.subscribe((events) => {
      for (const order of filledOrders.take(events, feed.user.view().orders)) tell(order);
    });
    return () => listening.unsubscribe();
  }, [feed]);
}
