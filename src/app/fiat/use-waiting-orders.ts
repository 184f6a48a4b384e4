/** The store and hook of fiat orders that wait for the user, the most urgent first. */
import { useSyncExternalStore } from 'react';
import type { EpochMs } from '../../../contract/time.ts';

export interface WaitingOrders {
  readonly count: number;
  /** The most urgent one. */
  readonly firstId: string;
  /** When its clock runs out, by the clock of this device; null while none runs. */
  readonly deadlineMs: EpochMs | null;
}

/** The own fiat orders that wait for the person; `live/waiting-order-keeper.tsx` keeps it. */
const listeners = new Set<() => void>();
let waiting: WaitingOrders | null = null;

export const waitingOrders = {
  /** Null: none waits. */
  get: (): WaitingOrders | null => waiting,
  subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
  set(orders: WaitingOrders | null): void {
    waiting = orders;
    for (const tell of listeners) tell();
  },
};

/** The own fiat orders in which it is the person's turn, live; null where none waits. */
export const useWaitingOrders = (): WaitingOrders | null =>
  useSyncExternalStore(waitingOrders.subscribe, waitingOrders.get);
