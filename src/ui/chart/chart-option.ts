/** The echarts option for one drawn state. The forming bar's slot stays empty: see live-layer.ts. */
import type { EChartsCoreOption } from 'echarts/core';
import { gridLines } from './axis-extent.ts';
import { isRising } from './bar.ts';
import type { ChartDrawing } from './chart-drawing.ts';
import { AXIS_FONT_PX } from './chart-layout.ts';
import { bodyWidth } from './chart-scale.ts';
import type { ChartTheme } from './chart-theme.ts';

const EMPTY = '-';
const GRID_LINE_DISTANCE_PX = 56;
const TURNOVER_OPACITY = 0.45;

export interface ChartWords {
  price(value: number): string;
  /** `previous` is the time of the label to the left. */
  axisTime(time: number, previous: number | null): string;
}

/** No animation and no hover work, because the crosshair is drawn separately. */
const still = { animation: false, silent: true, emphasis: { disabled: true } } as const;

export function optionOf(
  drawing: ChartDrawing,
  theme: ChartTheme,
  words: ChartWords,
): EChartsCoreOption {
  const { layout } = drawing.scale;
  return {
    animation: false,
    hoverLayerThreshold: Number.POSITIVE_INFINITY,
    textStyle: { fontFamily: theme.fontFamily },
    grid: [layout.price, layout.turnover].map((pane) => ({ ...pane, outerBoundsMode: 'none' })),
    xAxis: [timeAxis(drawing, theme, words, false), timeAxis(drawing, theme, words, true)],
    yAxis: [priceAxis(drawing, theme, words), turnoverAxis(drawing)],
    series: [
      candleSeries(drawing, theme),
      turnoverSeries(drawing, theme),
      ...lineSeries(drawing, theme),
    ],
  };
}

function timeAxis(
  drawing: ChartDrawing,
  theme: ChartTheme,
  words: ChartWords,
  labelled: boolean,
): object {
  const { view } = drawing.scale;
  const labels = new Map<number, string>();
  let previous: number | null = null;
  for (const index of drawing.labelled) {
    const time = drawing.bars[index - drawing.first]?.time;
    if (time === undefined) continue;
    labels.set(index - view.first, words.axisTime(time, previous));
    previous = time;
  }
  const isLabelled = (slot: number) => labels.has(slot);
  return {
    type: 'category',
    gridIndex: labelled ? 1 : 0,
    data: Array.from({ length: view.count }, (_, slot) => labels.get(slot) ?? ''),
    axisLine: { show: labelled, lineStyle: { color: theme.line }, onZero: false },
    axisTick: { show: false },
    axisLabel: {
      show: labelled,
      interval: isLabelled,
      color: theme.faint,
      fontSize: AXIS_FONT_PX,
      margin: 6,
      hideOverlap: false,
    },
    splitLine: {
      show: true,
      interval: isLabelled,
      alignWithLabel: true,
      // echarts adds the first and the last slot to the requested ones.
      showMinLine: false,
      showMaxLine: false,
      lineStyle: { color: theme.line, opacity: 0.5 },
    },
  };
}

function priceAxis(drawing: ChartDrawing, theme: ChartTheme, words: ChartWords): object {
  const { price, layout } = drawing.scale;
  const lines = gridLines(price, Math.floor(layout.price.height / GRID_LINE_DISTANCE_PX));
  return {
    type: 'value',
    gridIndex: 0,
    position: 'right',
    min: price.min,
    max: price.max,
    axisLine: { show: false },
    // Ticks decide where split lines are drawn, even if hidden.
    axisTick: { show: false, customValues: lines },
    axisLabel: {
      color: theme.faint,
      fontSize: AXIS_FONT_PX,
      margin: 6,
      customValues: lines,
      formatter: (value: number) => words.price(value),
    },
    splitLine: { lineStyle: { color: theme.line, opacity: 0.7 } },
  };
}

function turnoverAxis(drawing: ChartDrawing): object {
  const { turnover } = drawing.scale;
  return { type: 'value', gridIndex: 1, show: false, min: turnover.min, max: turnover.max };
}

/** Applies `toValue` to each slot; slots without a finished bar are empty. */
function slots<T>(drawing: ChartDrawing, toValue: (at: number) => T): (T | typeof EMPTY)[] {
  const lead = drawing.first - drawing.scale.view.first;
  const finished = drawing.bars.length - (drawing.endsWithLive ? 1 : 0);
  const values: (T | typeof EMPTY)[] = Array.from({ length: lead }, () => EMPTY);
  for (let at = 0; at < finished; at += 1) values.push(toValue(at));
  return values;
}

function candleSeries(drawing: ChartDrawing, theme: ChartTheme): object {
  return {
    ...still,
    type: 'candlestick',
    barWidth: bodyWidth(drawing.scale),
    itemStyle: {
      color: theme.up,
      borderColor: theme.up,
      color0: theme.down,
      borderColor0: theme.down,
      borderColorDoji: theme.up,
    },
    data: slots(drawing, (at) => {
      const bar = drawing.bars[at];
      return bar ? [bar.open, bar.close, bar.low, bar.high] : EMPTY;
    }),
  };
}

function turnoverSeries(drawing: ChartDrawing, theme: ChartTheme): object {
  const rising = { color: theme.up, opacity: TURNOVER_OPACITY };
  const falling = { color: theme.down, opacity: TURNOVER_OPACITY };
  return {
    ...still,
    type: 'bar',
    xAxisIndex: 1,
    yAxisIndex: 1,
    barWidth: bodyWidth(drawing.scale),
    data: slots(drawing, (at) => {
      const bar = drawing.bars[at];
      return bar ? { value: bar.turnover, itemStyle: isRising(bar) ? rising : falling } : EMPTY;
    }),
  };
}

function lineSeries(drawing: ChartDrawing, theme: ChartTheme): object[] {
  return drawing.lines.map((line, order) => ({
    ...still,
    type: 'line',
    symbol: 'none',
    lineStyle: { width: 1.25, color: theme.averages[order] },
    data: line.shown ? slots(drawing, (at) => line.values[at] ?? EMPTY) : [],
  }));
}
