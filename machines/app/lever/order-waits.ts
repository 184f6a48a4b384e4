/** Reasons why a reached limit, a reached take-profit or a requested close is not carried out yet. Prices are ticks. */
import {
  isAgreedFor,
  limitMarkOf,
  type MarkAgreement,
} from '../../../contract/figures/lever-order.ts';
import { doubtOf, type PriceDoubt } from '../../../contract/figures/lever-set-aside.ts';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { ticksOf } from './lever-prices.ts';

/** A mark as the app knows it. */
export interface KnownMark extends MarkAgreement {
  /** Decimal text; null before the first one. */
  readonly price: string | null;
  /** Figures of the market. */
  readonly status: LeverMarketInfo['status'];
  readonly state: LeverMarketInfo['mark_state'];
  /** Reason why it is not live; null while it is. */
  readonly reason: LeverMarketInfo['mark_reason'];
  /** Time since which it has this state; null before the first one. */
  readonly changedAt: EpochMs | null;
  /** Whether positions can only be closed now. */
  readonly isCloseOnly: boolean;
}

/** costs: the sources agree, and are too far apart for the costs of the order alone. */
type OrderDoubt = PriceDoubt | 'costs';

/** Reason why a reached price waits. A price that is not live has reached none. */
export type TargetWait = 'apart' | 'costs';

/** An order, its market and the mark of the market. */
interface PricedOrder {
  readonly order: LeverOrderInfo;
  readonly market: LeverMarketInfo;
  readonly mark: KnownMark;
}

export const priceDoubtOf = (mark: KnownMark): PriceDoubt | null =>
  doubtOf({ isHalted: mark.status === 'halted', ...mark });

/** Returns why a command on the order would wait at this mark; null when it is carried out immediately. */
export const orderDoubtOf = (
  { spread_ppm: spreadPpm, fee_ppm: feePpm }: LeverOrderInfo,
  mark: KnownMark,
): OrderDoubt | null =>
  priceDoubtOf(mark) ?? (isAgreedFor({ spreadPpm, feePpm }, mark) ? null : 'costs');

/**
 * Returns why the position has not closed yet; null unless it is closing. next: it closes at the next mark. Only a close by
 * the owner waits for the costs of the position.
 */
export function closeWaitOf(order: LeverOrderInfo, mark: KnownMark): OrderDoubt | 'next' | null {
  if (order.state !== 'closing') return null;
  const doubt = order.close_reason === 'owner' ? orderDoubtOf(order, mark) : priceDoubtOf(mark);
  return doubt ?? 'next';
}

/** Returns why the take-profit that the mark has reached waits; null when none does. A waiting close has none. */
export function takeProfitWaitOf({ order, market, mark }: PricedOrder): TargetWait | null {
  if (order.state === 'closing') return null;
  const isReached = isAtOrBeyond(order.direction === 'long', {
    markTicks: ticksOf(market, mark.price ?? ''),
    targetTicks: ticksOf(market, order.take_profit ?? ''),
  });
  return isReached ? targetWaitOf(order, mark) : null;
}

/** Returns why the limit order that the mark has reached waits; null when it does not, or its market takes no openings. */
export function entryWaitOf({ order, market, mark }: PricedOrder): TargetWait | null {
  const limitTicks = ticksOf(market, order.price ?? '');
  if (order.state !== 'pending' || limitTicks === null) return null;
  if (mark.isCloseOnly || mark.status !== 'trading') return null;
  const isReached = isAtOrBeyond(order.direction === 'short', {
    markTicks: ticksOf(market, mark.price ?? ''),
    targetTicks: limitMarkOf(order.direction, limitTicks, order.spread_ppm),
  });
  return isReached ? targetWaitOf(order, mark) : null;
}

interface ReachableTicks {
  readonly markTicks: number | null;
  readonly targetTicks: number | null;
}

/** Whether the mark is at the target or beyond it: above it for an upward target, below it otherwise. */
function isAtOrBeyond(isUpward: boolean, { markTicks, targetTicks }: ReachableTicks): boolean {
  if (markTicks === null || targetTicks === null) return false;
  return isUpward ? markTicks >= targetTicks : markTicks <= targetTicks;
}

function targetWaitOf(order: LeverOrderInfo, mark: KnownMark): TargetWait | null {
  const doubt = orderDoubtOf(order, mark);
  return doubt === 'apart' || doubt === 'costs' ? doubt : null;
}
