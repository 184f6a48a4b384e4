/** One drawn state of the chart, from which the option and the live shapes are made. */
import { priceExtent, turnoverExtent, withLevels } from './axis-extent.ts';
import type { Bar } from './bar.ts';
import { layoutOf } from './chart-layout.ts';
import type { ChartScale } from './chart-scale.ts';
import { visibleBars, type ChartView } from './chart-view.ts';
import { AVERAGE_LENGTHS, averages, type AverageLength } from './moving-average.ts';
import { labelledBars } from './time-labels.ts';

interface AverageLine {
  readonly length: AverageLength;
  readonly shown: boolean;
  /** One value per visible bar; empty if the line is off. */
  readonly values: readonly (number | null)[];
}

export interface ChartDrawing {
  readonly scale: ChartScale;
  /** Visible bars, including a visible forming one. */
  readonly bars: readonly Bar[];
  /** Index of the first of `bars` among all bars. */
  readonly first: number;
  /** Whether the last of `bars` is the forming one, which only the live shapes draw. */
  readonly endsWithLive: boolean;
  readonly lines: readonly AverageLine[];
  readonly labelled: readonly number[];
}

interface DrawingInput {
  readonly bars: readonly Bar[];
  readonly view: ChartView;
  readonly width: number;
  readonly height: number;
  readonly shownAverages: readonly AverageLength[];
  /** Characters of the longest price label. */
  readonly labelLength: number;
  /** Prices that the axis shows if they are near. */
  readonly levels?: readonly number[];
}

export function drawingOf(input: DrawingInput): ChartDrawing {
  const { bars, view } = input;
  const { first, last } = visibleBars(view, bars.length);
  const onScreen = bars.slice(first, last);
  const lines = AVERAGE_LENGTHS.map((length) => {
    const shown = input.shownAverages.includes(length);
    return { length, shown, values: shown ? averages(bars, length, first, last) : [] };
  });
  const layout = layoutOf(input.width, input.height, input.labelLength);
  return {
    scale: {
      layout,
      view,
      price: withLevels(
        priceExtent(
          onScreen,
          lines.map((line) => line.values),
        ),
        input.levels ?? [],
      ),
      turnover: turnoverExtent(onScreen),
    },
    bars: onScreen,
    first,
    endsWithLive: last === bars.length && last > first,
    lines,
    labelled: labelledBars(view, layout.price.width, bars.length),
  };
}
