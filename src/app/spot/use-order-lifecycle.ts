/** The hook of an order's lifecycle: visible and enabled buttons. */
import { useMemo } from 'react';
import type { Order } from '../../../contract/spot/spot.ts';
import { orderLifecycle, type OrderLifecycle } from './order-mirror.ts';

/**
 * Returns the state and open actions of the user's order from its lifecycle machine, for visible
 * and enabled buttons.
 */
export function useOrderLifecycle(order: Order): OrderLifecycle {
  return useMemo(() => orderLifecycle(order), [order]);
}
