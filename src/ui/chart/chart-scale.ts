/** Converts bars and prices to pixels and back, for one drawn state of the chart. */
import type { Extent } from './axis-extent.ts';
import type { ChartLayout, Pane } from './chart-layout.ts';
import type { ChartView } from './chart-view.ts';

export interface ChartScale {
  readonly layout: ChartLayout;
  readonly view: ChartView;
  readonly price: Extent;
  readonly turnover: Extent;
}

/** Fraction of a slot for the body of a candle. */
const BODY_SHARE = 0.7;

/** Returns the center of the slot of bar `index`. */
export function xOfBar(scale: ChartScale, index: number): number {
  const { left, width } = scale.layout.price;
  return left + ((index - scale.view.first + 0.5) * width) / scale.view.count;
}

/** Returns the bar whose slot is under `x`; may be outside the existing bars. */
export function barAtX(scale: ChartScale, x: number): number {
  const { left, width } = scale.layout.price;
  return scale.view.first + Math.floor(((x - left) / width) * scale.view.count);
}

export function yOfPrice(scale: ChartScale, price: number): number {
  return yIn(scale.layout.price, scale.price, price);
}

export function yOfTurnover(scale: ChartScale, turnover: number): number {
  return yIn(scale.layout.turnover, scale.turnover, turnover);
}

export function priceAtY(scale: ChartScale, y: number): number {
  const { top, height } = scale.layout.price;
  const { min, max } = scale.price;
  return max - ((y - top) / height) * (max - min);
}

/** Returns the width of a candle's body and of a turnover bar, in whole pixels. */
export function bodyWidth(scale: ChartScale): number {
  const slot = scale.layout.price.width / scale.view.count;
  return Math.max(1, Math.floor(slot * BODY_SHARE));
}

/** Clamps to the pane, so that a price beyond the axis is drawn at its edge. */
function yIn(pane: Pane, extent: Extent, value: number): number {
  const share = (extent.max - value) / (extent.max - extent.min);
  return pane.top + Math.min(Math.max(share, 0), 1) * pane.height;
}
