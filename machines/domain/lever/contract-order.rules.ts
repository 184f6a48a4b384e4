/** Arithmetic of a contract order: whether an event fits its terms. Uses the formulas of the contract. */
import { isAtOrBelow, RISK_PERCENT } from '../../../contract/figures/lever-account.ts';
import { nightWeightOf } from '../../../contract/figures/lever-nights.ts';
import { openingCostOf, profitOf, reserveOf } from '../../../contract/figures/lever-order.ts';
import type { LeverTerms } from '../../../contract/figures/lever-order.ts';
import type { ContractOrderContext, ContractOrderInput } from './contract-order.context.ts';
import type {
  CloseTriggered,
  OrderOpened,
  PositionSettled,
  TargetsAmended,
} from './contract-order.events.ts';

const termsOf = (order: ContractOrderInput): LeverTerms => ({
  ...order,
  tickLotUnits: BigInt(order.tickLotUnits),
});

/** Returns the amount that the order holds back at its placement; a market order waits for a moment only. */
export const reserveAtPlacement = (order: ContractOrderInput): string =>
  String(order.limitTicks === null ? 0n : reserveOf(termsOf(order), order.limitTicks));

/** Returns whether the opening is not worse than the limit or the worst price, and its cost follows the terms. */
export function allowsOpening(order: ContractOrderContext, event: OrderOpened): boolean {
  const { limitTicks, worstTicks, direction } = order;
  const worst = limitTicks ?? worstTicks;
  const isWithin =
    worst === null || (direction === 'long' ? event.ticks <= worst : event.ticks >= worst);
  const cost = openingCostOf(termsOf(order), event.ticks);
  return isWithin && event.margin === String(cost.margin) && event.fee === String(cost.fee);
}

/**
 * Returns whether the new targets lie on the sides of the price that can be reached later. A kept or cleared target, and
 * a stop-loss that goes away from the price, are always allowed.
 */
export function allowsTargets(order: ContractOrderContext, event: TargetsAmended): boolean {
  const { takeProfitTicks: profit, stopLossTicks: loss, markTicks } = event;
  if (event.revision !== order.revision) return false;
  const isBeyond = (price: number, than: number): boolean =>
    order.direction === 'long' ? price > than : price < than;
  const isNewProfit = profit !== null && profit !== order.takeProfitTicks;
  const isNearerLoss =
    loss !== null && (order.stopLossTicks === null || isBeyond(loss, order.stopLossTicks));
  if (!isNewProfit && !isNearerLoss) return true;
  const ticks = order.openTicks === null ? order.limitTicks : markTicks;
  if (ticks === null) return false;
  return (!isNewProfit || isBeyond(profit, ticks)) && (!isNearerLoss || isBeyond(ticks, loss));
}

/** Returns whether the mark, or the account at it, justifies the reason. */
export function justifiesClose(order: ContractOrderContext, event: CloseTriggered): boolean {
  const { markTicks, equity, accountMargin } = event;
  const { takeProfitTicks, stopLossTicks, direction, openTicks } = order;
  const sign = direction === 'long' ? 1 : -1;
  switch (event.reason) {
    case 'take_profit':
      return takeProfitTicks !== null && (markTicks - takeProfitTicks) * sign >= 0;
    case 'stop_loss':
      return stopLossTicks !== null && (stopLossTicks - markTicks) * sign >= 0;
    case 'stop_out':
      return (
        equity !== null &&
        accountMargin !== null &&
        isAtOrBelow(BigInt(equity), BigInt(accountMargin), RISK_PERCENT.stopOut)
      );
    case 'deleveraged':
      return openTicks !== null && (markTicks - openTicks) * sign > 0;
  }
}

/** Returns whether profit and nights are those of the mark and the time. */
export function settlesExactly(order: ContractOrderContext, event: PositionSettled): boolean {
  const { openTicks, openedAtMs, calendar } = order;
  if (openTicks === null || openedAtMs === null || event.atMs < openedAtMs) return false;
  const terms = termsOf(order);
  const nights =
    openingCostOf(terms, openTicks).nightFee *
    BigInt(nightWeightOf(calendar, openedAtMs, event.atMs));
  const profit = profitOf(terms, openTicks, event.ticks);
  return event.profit === String(profit) && event.nights === String(nights);
}
