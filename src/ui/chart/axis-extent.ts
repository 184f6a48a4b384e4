/** Extents and grid lines of the price and turnover axes. */
import type { Bar } from './bar.ts';

export interface Extent {
  readonly min: number;
  readonly max: number;
}

/** Share of the height left free above the highest and below the lowest price. */
const PRICE_PADDING = 0.08;
/** Share of the height at either end where no grid line is drawn. */
const LABEL_MARGIN = 0.02;
/** Free space for a turnover that grows while its bar is forming. */
const TURNOVER_HEADROOM = 1.25;

/** Returns the price axis for the visible bars and line values; a single price is in the middle. */
export function priceExtent(
  bars: readonly Bar[],
  lines: readonly (readonly (number | null)[])[],
): Extent {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const bar of bars) {
    if (bar.low < min) min = bar.low;
    if (bar.high > max) max = bar.high;
  }
  for (const line of lines) {
    for (const value of line) {
      if (value !== null && value < min) min = value;
      if (value !== null && value > max) max = value;
    }
  }
  if (min > max) return { min: 0, max: 1 };
  const span = max - min || Math.abs(max) * 0.01 || 1;
  return { min: min - span * PRICE_PADDING, max: max + span * PRICE_PADDING };
}

/** Levels farther away than this share of the axis do not stretch it. */
const LEVEL_REACH = 0.75;

/** Returns the axis stretched to the levels near it, so that they are on screen. */
export function withLevels(extent: Extent, levels: readonly number[]): Extent {
  const span = extent.max - extent.min;
  const reach = span * LEVEL_REACH;
  const near = levels.filter((level) => level >= extent.min - reach && level <= extent.max + reach);
  const room = span * PRICE_PADDING;
  return {
    min: Math.min(extent.min, ...near.map((level) => level - room)),
    max: Math.max(extent.max, ...near.map((level) => level + room)),
  };
}

/** Returns the turnover axis, from zero. */
export function turnoverExtent(bars: readonly Bar[]): Extent {
  let max = 0;
  for (const bar of bars) if (bar.turnover > max) max = bar.turnover;
  return { min: 0, max: max === 0 ? 1 : max * TURNOVER_HEADROOM };
}

/** Returns whether the bar exceeds the axes, so that they must be redrawn. */
export function isOutside(bar: Bar, price: Extent, turnover: Extent): boolean {
  return bar.high > price.max || bar.low < price.min || bar.turnover > turnover.max;
}

/** Returns the prices of about `count` grid lines: round ones, with room for labels at the ends. */
export function gridLines(extent: Extent, count: number): number[] {
  const step = gridStep(extent, count);
  const margin = (extent.max - extent.min) * LABEL_MARGIN;
  const first = Math.ceil((extent.min + margin) / step);
  const last = Math.floor((extent.max - margin) / step);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => (first + at) * step);
}

/**
 * Returns the distance between grid lines: 1, 2 or 5 times a power of ten, for about `lines` lines.
 */
export function gridStep(extent: Extent, lines: number): number {
  const rough = (extent.max - extent.min) / Math.max(lines, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}
