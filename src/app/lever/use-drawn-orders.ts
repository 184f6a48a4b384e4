/** The hook of the orders whose lines are on the chart. */
import { useState } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import {
  DRAWN_ORDERS_MAX,
  drawnOrders,
  toggledOrder,
  type ChosenOrders,
} from '../../../machines/app/lever/drawn-orders.rules.ts';

export interface DrawnOrdersView {
  /** Newest first. */
  readonly drawn: readonly LeverOrderInfo[];
  readonly most: number;
  /** Draws the lines of an order, or clears them. */
  toggle(orderId: string): void;
}

/** @param orders of one market, newest first. */
export function useDrawnOrders(orders: readonly LeverOrderInfo[]): DrawnOrdersView {
  const [chosen, choose] = useState<ChosenOrders>(null);
  return {
    drawn: drawnOrders(orders, chosen),
    most: DRAWN_ORDERS_MAX,
    toggle: (orderId) => choose(toggledOrder(orders, chosen, orderId)),
  };
}
