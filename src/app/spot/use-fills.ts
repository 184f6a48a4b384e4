/** The hook that reports each executed own order. */
import { useEffect, useEffectEvent } from 'react';
import type { Order } from '../../../contract/spot/spot.ts';
import { followFills } from './filled-orders.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';

/**
 * Calls `onFill` with each of the user's orders that was partly or fully executed, in its present
 * state: once a frame, including those that a reconnect or a restart of the server had missed.
 */
export function useFills(onFill: (order: Order) => void): void {
  const runtime = useRuntime();
  const notify = useEffectEvent(onFill);
  useEffect(() => {
    const readOrder = (id: string) => runtime.api.call('getOrder', { id }, { reporting: 'silent' });
    const { user } = liveDataOf(runtime).feed;
    const listening = followFills(user, readOrder, (order) => notify(order));
    return () => listening.unsubscribe();
  }, [runtime]);
}
