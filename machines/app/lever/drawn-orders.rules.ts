/** Orders whose lines are on the chart: the newest ones, or those that the user chose. */
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';

/** More lines would cover the candles. */
export const DRAWN_ORDERS_MAX = 4;

/** Ids of the orders that the user chose, the first choice first; null before a choice. */
export type ChosenOrders = readonly string[] | null;

/** Returns the orders that are drawn, newest first. @param orders newest first. */
export function drawnOrders(
  orders: readonly LeverOrderInfo[],
  chosen: ChosenOrders,
): readonly LeverOrderInfo[] {
  if (chosen === null || orders.length <= DRAWN_ORDERS_MAX)
    return orders.slice(0, DRAWN_ORDERS_MAX);
  return orders.filter(({ id }) => chosen.includes(id));
}

/** Returns the choice with one order more or less. When it is full, a further order replaces the first choice. */
export function toggledOrder(
  orders: readonly LeverOrderInfo[],
  chosen: ChosenOrders,
  id: string,
): ChosenOrders {
  const drawn = new Set(drawnOrders(orders, chosen).map((order) => order.id));
  // The oldest of an untouched choice goes first.
  const kept = chosen === null ? [...drawn].toReversed() : chosen.filter((one) => drawn.has(one));
  return drawn.has(id)
    ? kept.filter((other) => other !== id)
    : [...kept, id].slice(-DRAWN_ORDERS_MAX);
}
