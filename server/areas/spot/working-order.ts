/** The initial state of an order in the writer's memory, and the currency it pays with. */
import { units } from '../../../contract/money/units.ts';
import type { OrderSide } from '../../../contract/spot/spot.ts';
import type { OrderFunds } from '../../ledger/recipes.ts';
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
