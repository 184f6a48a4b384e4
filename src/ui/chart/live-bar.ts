/** Shapes of the forming bar, which move while the rest of the chart stays as drawn. */
import { isRising, type Bar } from './bar.ts';
import { bodyWidth, xOfBar, yOfPrice, yOfTurnover, type ChartScale } from './chart-scale.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface LiveBarShape {
  readonly rising: boolean;
  /** Outline of the body, on half pixels, which make a stroke of one pixel sharp. */
  readonly body: Box;
  /** The two wicks: from the high to the body, from the body to the low. */
  readonly wickX: number;
  readonly highY: number;
  readonly lowY: number;
  readonly turnover: Box;
}

/** Returns the nearest half pixel at or next to `position`, to the right or left of it. */
export function halfPixel(position: number, towardsRight: boolean): number {
  const doubled = Math.round(position * 2);
  if (doubled % 2 !== 0) return doubled / 2;
  return (doubled + (towardsRight ? 1 : -1)) / 2;
}

/** Returns the geometry of `bar` in slot `index`; null if the slot is not on screen. */
export function liveBarShape(scale: ChartScale, bar: Bar, index: number): LiveBarShape | null {
  if (index < scale.view.first || index >= scale.view.first + scale.view.count) return null;
  const x = xOfBar(scale, index);
  const width = bodyWidth(scale);
  const left = halfPixel(x - width / 2, true);
  const right = halfPixel(x + width / 2, false);
  const top = halfPixel(yOfPrice(scale, Math.max(bar.open, bar.close)), true);
  const bottom = halfPixel(yOfPrice(scale, Math.min(bar.open, bar.close)), false);
  const turnoverTop = yOfTurnover(scale, bar.turnover);
  const { top: turnoverPaneTop, height: turnoverPaneHeight } = scale.layout.turnover;
  return {
    rising: isRising(bar),
    body: { x: left, y: top, width: Math.max(right - left, 0), height: Math.max(bottom - top, 0) },
    wickX: halfPixel(x, true),
    highY: yOfPrice(scale, bar.high),
    lowY: yOfPrice(scale, bar.low),
    turnover: {
      x: x - width / 2,
      y: turnoverTop,
      width,
      height: turnoverPaneTop + turnoverPaneHeight - turnoverTop,
    },
  };
}
