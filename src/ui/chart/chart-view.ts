/** The visible bars of a chart, and the arithmetic of panning and zooming. */
import type { Bar } from './bar.ts';

/**
 * The visible range. The screen is divided into `count` slots of one bar; slot 0 shows bar `first`.
 * Slots after the last bar are empty, so that the live bar has room to the right.
 */
export interface ChartView {
  readonly first: number;
  readonly count: number;
}

/** Empty slots kept to the right of the newest bar. */
export const RIGHT_MARGIN_SLOTS = 2;
export const SLOTS_MIN = 20;
export const SLOTS_MAX = 400;

const SLOT_WIDTH_PX = 7;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);
const lastFirst = (count: number, total: number) => Math.max(0, total + RIGHT_MARGIN_SLOTS - count);

/** Returns a comfortable number of bars for a plot of this width. */
export function slotsFor(plotWidthPx: number): number {
  return clamp(Math.round(plotWidthPx / SLOT_WIDTH_PX), 30, 160);
}

/** Returns a view of the newest `count` of `total` bars. */
export function newestView(count: number, total: number): ChartView {
  return { first: lastFirst(count, total), count };
}

/** Returns whether the view ends at the newest bar, so that a new bar moves it. */
export function isAtNewest(view: ChartView, total: number): boolean {
  return view.first >= lastFirst(view.count, total);
}

/**
 * Returns the view for a reloaded series: a view at the newest end stays there, otherwise the bar
 * at the left edge stays. Another period, or a series without that bar, is shown from its newest
 * end.
 */
export function rebasedView(
  view: ChartView,
  before: readonly Bar[],
  after: readonly Bar[],
): ChartView {
  const newest = newestView(view.count, after.length);
  if (isAtNewest(view, before.length) || spacing(before) !== spacing(after)) return newest;
  const leftTime = before[view.first]?.time;
  const first = after.findIndex(({ time }) => time === leftTime);
  return first < 0 ? newest : { ...view, first };
}

/** Milliseconds between the two newest bars. */
const spacing = (bars: readonly Bar[]) => (bars.at(-1)?.time ?? 0) - (bars.at(-2)?.time ?? 0);

/** Returns the view moved by whole bars, positive towards newer ones; it stops at both ends. */
export function panned(view: ChartView, bars: number, total: number): ChartView {
  return { ...view, first: clamp(view.first + bars, 0, lastFirst(view.count, total)) };
}

/**
 * Returns the view with `factor` times as many slots; the bar at `anchor` (0 left edge, 1 right
 * edge) stays in place as far as the ends allow.
 */
export function zoomed(view: ChartView, factor: number, anchor: number, total: number): ChartView {
  const count = clamp(Math.round(view.count * factor), SLOTS_MIN, SLOTS_MAX);
  const held = view.first + anchor * view.count;
  return { count, first: clamp(Math.round(held - anchor * count), 0, lastFirst(count, total)) };
}

/** Indices of the bars on screen, `last` exclusive; empty when there are none. */
export function visibleBars(view: ChartView, total: number): { first: number; last: number } {
  return { first: Math.min(view.first, total), last: Math.min(view.first + view.count, total) };
}
