/**
 * Formulas of a contract account that the app and the server share: equity, risk ratio, usable margin and
 * stop-out price. All amounts are units of the settlement currency, all prices ticks.
 */
import { divide } from '../money/rounding.ts';
import { units } from '../money/units.ts';
import type { Units } from '../money/units.ts';

/** The amounts of one owner in one settlement currency. */
export interface LeverFunds {
  readonly available: bigint;
  /** Margins of positions and reserves of pending orders. */
  readonly frozen: bigint;
  /** Cost of closed positions beyond the available balance, while other positions cover it. */
  readonly debt: bigint;
  /** Sum of the margins of open and closing positions. */
  readonly margin: bigint;
  /** Result of these positions at the marks; negative for a loss. */
  readonly unrealized: bigint;
  /** Sum of the fees of their nights so far. */
  readonly nights: bigint;
}

/**
 * Ratios in percent. At or below `warning` and `danger` the owner is warned, at or below `stopOut` all
 * positions are closed. A warning can repeat after the ratio was more than `rearm` above its threshold.
 */
export const RISK_PERCENT = { warning: 100, danger: 70, stopOut: 50, rearm: 5 } as const;

const WHOLE_PERCENT = 100n;
/** No mark is above it. */
const TICKS_END = BigInt(Number.MAX_SAFE_INTEGER);
/** Hundredths of a percent in the ratio 1. */
const WHOLE_BP = 10_000n;

/** Returns the balance that the account would have if every position closed at the marks; it may be negative. */
export const equityOf = (funds: LeverFunds): Units =>
  units(funds.available + funds.frozen - funds.debt + funds.unrealized - funds.nights);

/**
 * Returns equity per margin in hundredths of a percent, rounded down, for display; null without a position.
 * A higher ratio is safer.
 */
export const riskRatioBpOf = (equity: bigint, margin: bigint): bigint | null =>
  margin === 0n ? null : divide(equity * WHOLE_BP, margin, 'floor');

/** Returns whether the ratio is at or below `percent`; false without a position. Exact. */
export const isAtOrBelow = (equity: bigint, margin: bigint, percent: number): boolean =>
  margin > 0n && equity * WHOLE_PERCENT <= margin * BigInt(percent);

/**
 * Returns the part of the result of one market that counts for openings and transfers: profits only while the market has
 * a live mark, because no user can take them before. Losses count always, at the last price.
 */
export const countedResultOf = (result: bigint, isLive: boolean): bigint =>
  isLive || result < 0n ? result : 0n;

/**
 * Returns the amount that an opening may take or a transfer may remove. Losses reduce it and profits do not raise it,
 * so that neither leaves a ratio below 100 %. @param setAside stays for markets whose price is uncertain.
 */
export function usableOf(
  { available, unrealized, nights }: Pick<LeverFunds, 'available' | 'unrealized' | 'nights'>,
  setAside: bigint,
): Units {
  const result = unrealized - nights;
  const usable = (result < 0n ? available + result : available) - setAside;
  return units(usable < 0n ? 0n : usable);
}

/** Positions of the account in one market. */
export interface NetExposure {
  /** The mark, in ticks. */
  readonly markTicks: number;
  /** Units that the account wins when the mark rises by a tick; negative when it loses. */
  readonly unitsPerTick: bigint;
}

/**
 * Returns the first mark of this market, in ticks, at which all positions are closed while other marks
 * stay; null when no price that a mark can have does it. It can lie beyond the present mark for an account at or
 * below the threshold.
 */
export function stopOutTicksOf(
  { markTicks, unitsPerTick }: NetExposure,
  equity: bigint,
  margin: bigint,
): number | null {
  if (unitsPerTick === 0n) return null;
  // Twice the loss that brings the equity to half of the margin.
  const slack = 2n * equity - margin;
  const distance =
    unitsPerTick > 0n
      ? divide(-slack, 2n * unitsPerTick, 'floor')
      : divide(slack, -2n * unitsPerTick, 'ceil');
  const ticks = BigInt(markTicks) + distance;
  return ticks > 0n && ticks <= TICKS_END ? Number(ticks) : null;
}
