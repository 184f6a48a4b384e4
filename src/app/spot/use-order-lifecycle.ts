/** The hook of an order's lifecycle: visible and enabled buttons. */
import { useMemo } from 'react';
import type { Order } from '../../../contract/spot/spot.ts';
import { orderLifecycle, type OrderLifecycle } from './order-mirror.ts';

/** What an own order is and allows, by its lifecycle machine: which buttons show, which are enabled. */
export function useOrderLifecycle(order: Order): OrderLifecycle {
  return useMemo(() => orderLifecycle(order), [order]);
}
