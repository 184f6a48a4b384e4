/** An order in the writer's memory: its initial state, its currency and funds, and its open rest. */
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { OrderSide } from '../../../contract/spot/spot.ts';
import type { LimitOrder, MarketOrder } from '../../engine/engine-types.ts';
import type { OrderFunds } from './spot-recipes.ts';
import type { WorkingOrder } from './settlement.ts';
import type { NewSpotOrder, SpotMarketRules } from './spot-exchange.types.ts';

/** Creates an order without executions or frozen amounts; its fees are the present ones of its market. */
export const newWorkingOrder = (
  order: NewSpotOrder,
  id: number,
  rules: SpotMarketRules,
): WorkingOrder => ({
  id,
  ownerId: order.ownerId,
  marketId: order.marketId,
  side: order.side,
  kind: order.kind,
  priceTicks: order.priceTicks,
  quantityLots: order.quantityLots,
  amount: order.amount,
  makerFeePpm: rules.makerFeePpm,
  takerFeePpm: rules.takerFeePpm,
  executedLots: 0,
  executedAmount: 0n,
  fee: 0n,
  reserved: 0n,
  state: 'paid',
  endReason: null,
  revision: 1,
  idempotencyKey: order.idempotencyKey,
  requestId: order.requestId,
  createdAtMs: order.now,
  updatedAtMs: order.now,
});

/** The currency that an order of this side pays with. */
export const paidCurrencyOf = (rules: SpotMarketRules, side: OrderSide): number =>
  side === 'buy' ? rules.quoteCurrencyId : rules.baseCurrencyId;

/** All amounts that are frozen for the order. */
export const fundsOf = (
  order: WorkingOrder,
  rules: SpotMarketRules,
  requestId: string,
): OrderFunds => ({
  orderId: order.id,
  ownerId: order.ownerId,
  requestId,
  currencyId: paidCurrencyOf(rules, order.side),
  amount: units(order.reserved),
});

/** The rest of a limit order for the order book; null for a market order. */
export function restOf({ id, ownerId, side, ...order }: WorkingOrder): LimitOrder | null {
  const { priceTicks, quantityLots, executedLots } = order;
  if (priceTicks === null) return null;
  const total = ensure(quantityLots, 'quantity of a limit order');
  return { kind: 'limit', id, ownerId, side, priceTicks, quantityLots: total - executedLots };
}

/** The rest of a market order that was not matched to its end. A buy spends no more than is reserved for it. */
export function marketRestOf(
  { id, ownerId, side, quantityLots, executedLots, reserved }: WorkingOrder,
  rules: SpotMarketRules,
  worstPriceTicks: number,
): MarketOrder {
  return {
    kind: 'market',
    id,
    ownerId,
    side,
    quantityLots: quantityLots === null ? null : quantityLots - executedLots,
    budgetTickLots: side === 'buy' ? reserved / rules.tickLotUnits : null,
    worstPriceTicks,
  };
}

/** Whether a limit order would trade with the best price of the other side. */
export const isCrossing = (
  { side, priceTicks }: Pick<LimitOrder, 'side' | 'priceTicks'>,
  best: number | null,
): boolean => best !== null && (side === 'buy' ? priceTicks >= best : priceTicks <= best);
