/** The price that stops the account out before the stop-loss of an order, in the form that changes targets. */
import { limitMarkOf } from '../../../contract/figures/lever-order.ts';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Portfolio } from './lever-portfolio.ts';
import { termsOfOrder, ticksOf } from './lever-prices.ts';
import { afterOpening } from './lever-ticket.figures.ts';
import { stopOutBefore, type StopOutPrice } from './targets.rules.ts';

/**
 * Returns the stop-out price if the mark passes it before this stop-loss of an open order, in ticks; otherwise null. That of
 * a pending order is the one after its opening. @param stopLoss as typed.
 */
export function stopOutBeforeStop(
  stopLoss: string,
  order: LeverOrderInfo,
  market: LeverMarketInfo,
  portfolio: Portfolio,
): number | null {
  const price = order.state === 'pending' ? ofPending : ofPosition;
  const at = price(order, market, portfolio);
  return at === null ? null : stopOutBefore(stopLoss, market, at);
}

function ofPosition(
  { id, direction }: LeverOrderInfo,
  market: LeverMarketInfo,
  { positions, stopOuts }: Portfolio,
): StopOutPrice | null {
  const value = positions.get(id);
  if (value === undefined) return null;
  const stopOutTicks = stopOuts.get(market.id) ?? null;
  return { direction, markTicks: value.markTicks, stopOutTicks };
}

function ofPending(
  order: LeverOrderInfo,
  market: LeverMarketInfo,
  portfolio: Portfolio,
): StopOutPrice | null {
  const entry = ticksOf(market, order.price ?? '');
  if (entry === null) return null;
  const terms = termsOfOrder(order, market);
  const { direction, spreadPpm } = terms;
  const at = { entry, mark: limitMarkOf(direction, entry, spreadPpm) };
  const { stopOutTicks } = afterOpening(portfolio, market, { terms, at });
  return { direction, markTicks: at.mark, stopOutTicks };
}
