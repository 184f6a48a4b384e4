/** How an order begins in the writer's memory. */
import type { WorkingOrder } from './settlement.ts';
import type { NewSpotOrder, SpotMarketRules } from './spot-exchange.types.ts';

/** Nothing is executed or frozen yet; the fees are those of its market now. */
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
