/**
 * Bars of a time span with open, high, low, close, volume and turnover, in ticks and lots, and
 * functions that join them.
 */
import type { EpochMs } from '../../../contract/time.ts';

/** The prices of a time span, in ticks. Always low ≤ open, close ≤ high. */
export interface BarPrices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Prices in ticks, volume in lots, turnover in ticks × lots. Volume > 0. */
export interface CandleBar extends BarPrices {
  readonly volume: bigint;
  /** The paid value: the sum of price × quantity over the trades (`deals`). */
  readonly turnover: bigint;
}

/** `time` is the start of the bar. */
export interface TimedCandleBar extends CandleBar {
  readonly time: EpochMs;
}

/** Joins the prices of two consecutive time spans. */
export const joinPrices = (earlier: BarPrices, later: BarPrices): BarPrices => ({
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
});

/** Returns the bar over both, `earlier` first; null is a time without trades. */
export function joinCandleBars(
  earlier: CandleBar | null,
  later: CandleBar | null,
): CandleBar | null {
  if (earlier === null) return later;
  if (later === null) return earlier;
  return {
    ...joinPrices(earlier, later),
    volume: earlier.volume + later.volume,
    turnover: earlier.turnover + later.turnover,
  };
}

/** Joins bars, oldest first, that have the same start by `startOf`. */
export function groupCandleBars(
  bars: readonly TimedCandleBar[],
  startOf: (time: EpochMs) => EpochMs,
): TimedCandleBar[] {
  const groups: TimedCandleBar[] = [];
  for (const bar of bars) {
    const time = startOf(bar.time);
    const last = groups.at(-1);
    if (last?.time === time) groups[groups.length - 1] = { time, ...joined(last, bar) };
    else groups.push({ ...bar, time });
  }
  return groups;
}

/**
 * Merges two series, each oldest first. In a bar of the same time, the part of `earlier` comes first,
 * because the series change over within it.
 */
export function mergeCandleBars(
  earlier: readonly TimedCandleBar[],
  later: readonly TimedCandleBar[],
): TimedCandleBar[] {
  const merged: TimedCandleBar[] = [];
  let index = 0;
  for (const bar of later) {
    for (; index < earlier.length; index += 1) {
      const before = earlier[index];
      if (before === undefined || before.time >= bar.time) break;
      merged.push(before);
    }
    const same = earlier[index];
    if (same?.time === bar.time) {
      merged.push({ time: bar.time, ...joined(same, bar) });
      index += 1;
    } else {
      merged.push(bar);
    }
  }
  merged.push(...earlier.slice(index));
  return merged;
}

function joined(earlier: CandleBar, later: CandleBar): CandleBar {
  return joinCandleBars(earlier, later) ?? later;
}
