/** The engine's assumptions about an order. A broken rule is an error of the caller, not a refusal. */
import { assert } from '../../contract/assert.ts';
import type { IncomingOrder, LimitOrder, MarketOrder } from './engine-types.ts';

const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** @throws AssertionError naming the rule that the order breaks. */
export function checkOrder(order: IncomingOrder): void {
  assert(Number.isSafeInteger(order.id), 'an order id must be a safe integer');
  assert(Number.isSafeInteger(order.ownerId), 'an owner id must be a safe integer');
  assert(order.side === 'buy' || order.side === 'sell', 'a side is buy or sell');
  if (order.kind === 'limit') checkLimitOrder(order);
  else checkMarketOrder(order);
}

function checkLimitOrder({ priceTicks, quantityLots }: LimitOrder): void {
  assert(isPositive(priceTicks), 'ticks must be a positive safe integer');
  assert(isPositive(quantityLots), 'lots must be a positive safe integer');
}

function checkMarketOrder(order: MarketOrder): void {
  const { side, quantityLots, budgetTickLots, worstPriceTicks } = order;
  assert(quantityLots === null || isPositive(quantityLots), 'lots must be a positive safe integer');
  assert(
    worstPriceTicks === null || isPositive(worstPriceTicks),
    'ticks must be a positive safe integer',
  );
  assert(quantityLots !== null || budgetTickLots !== null, 'a market order has a size');
  assert(budgetTickLots === null || side === 'buy', 'only a buy has a budget');
  assert(budgetTickLots === null || budgetTickLots >= 0n, 'a budget is not negative');
}
