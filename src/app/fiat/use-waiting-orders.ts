/** The store and hook of fiat orders that wait for the user, the most urgent first. */
import { useSyncExternalStore } from 'react';
import type { EpochMs } from '../../../contract/time.ts';

interface WaitingOrders {
  readonly count: number;
  /** Id of the most urgent order. */
  readonly firstId: string;
  /** Deadline of its timer, in the device's time; null while none runs. */
  readonly deadlineMs: EpochMs | null;
}

/**
 * Subscribers to the user's fiat orders that wait for them; `waiting-order-keeper.tsx` writes the
 * store.
 */
const listeners = new Set<() => void>();
let waiting: WaitingOrders | null = null;

export const waitingOrders = {
  /** Null: no order waits. */
  get: (): WaitingOrders | null => waiting,
  subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  set(orders: WaitingOrders | null): void {
    waiting = orders;
    for (const notify of listeners) notify();
  },
};

/** Returns the user's fiat orders in which it is their turn, live; null if there are none. */
export const useWaitingOrders = (): WaitingOrders | null =>
  useSyncExternalStore(waitingOrders.subscribe, waitingOrders.get);
