/**
 * The forming bar, the ends of the moving averages and the line of the last price: a few zrender
 * shapes on their own canvas. Moving them repaints only that canvas, so that sixty updates a second
 * are cheap (measured: bench/candles).
 */
import type { Bar } from './bar.ts';
import type { ChartDrawing } from './chart-drawing.ts';
import { AXIS_FONT_PX } from './chart-layout.ts';
import { xOfBar, yOfPrice } from './chart-scale.ts';
import type { ChartTheme } from './chart-theme.ts';
import { addShapes, echarts, type EChart } from './echarts-parts.ts';
import { liveBarShape } from './live-bar.ts';
import { AVERAGE_LENGTHS } from './moving-average.ts';

/** Level of the moving shapes, above the canvas of echarts. */
export const LIVE_LEVEL = 1;

const TURNOVER_OPACITY = 0.45;
const TAG_HEIGHT_PX = 18;

type Line = InstanceType<typeof echarts.graphic.Line>;
type Rect = InstanceType<typeof echarts.graphic.Rect>;
type Label = InstanceType<typeof echarts.graphic.Text>;

interface LiveInput {
  readonly bar: Bar;
  /** Index of `bar` among all bars. */
  readonly index: number;
  /** Live value of each average of {@link AVERAGE_LENGTHS}; null if it is not drawn. */
  readonly averages: readonly (number | null)[];
  readonly priceText: string;
}

export class LiveLayer {
  readonly #wicks: readonly [Line, Line];
  readonly #body: Rect;
  readonly #turnover: Rect;
  readonly #averages: readonly Line[];
  readonly #priceLine: Line;
  readonly #tag: Rect;
  readonly #tagText: Label;

  constructor(chart: EChart) {
    const { Line, Rect, Text } = echarts.graphic;
    const shared = { silent: true, zlevel: LIVE_LEVEL } as const;
    this.#turnover = new Rect({ ...shared, z: 0, style: { opacity: TURNOVER_OPACITY } });
    this.#wicks = [new Line({ ...shared, z: 1 }), new Line({ ...shared, z: 1 })];
    this.#body = new Rect({ ...shared, z: 2, style: { lineWidth: 1 } });
    this.#averages = AVERAGE_LENGTHS.map(
      () => new Line({ ...shared, z: 3, style: { lineWidth: 1.25 } }),
    );
    this.#priceLine = new Line({ ...shared, z: 4, style: { lineDash: [3, 3] } });
    this.#tag = new Rect({ ...shared, z: 5, shape: { r: 4, height: TAG_HEIGHT_PX } });
    this.#tagText = new Text({ ...shared, z: 6, style: { verticalAlign: 'middle' } });
    addShapes(chart, this.#shapes());
  }

  /** Moves the shapes to `live`; the axes stay as drawn. */
  draw(drawing: ChartDrawing, theme: ChartTheme, live: LiveInput): void {
    const shape = liveBarShape(drawing.scale, live.bar, live.index);
    const color = live.bar.close >= live.bar.open ? theme.up : theme.down;
    for (const part of [this.#body, this.#turnover, ...this.#wicks]) part.ignore = shape === null;
    if (shape) {
      this.#body.attr({ shape: shape.body, style: { fill: color, stroke: color } });
      this.#turnover.attr({ shape: shape.turnover, style: { fill: color } });
      const top = shape.body.y;
      const bottom = shape.body.y + shape.body.height;
      const x = { x1: shape.wickX, x2: shape.wickX };
      this.#wicks[0].attr({ shape: { ...x, y1: shape.highY, y2: top }, style: { stroke: color } });
      this.#wicks[1].attr({
        shape: { ...x, y1: bottom, y2: shape.lowY },
        style: { stroke: color },
      });
    }
    this.#drawAverages(drawing, theme, live, shape !== null);
    this.#drawPrice(drawing, theme, live, color);
  }

  hide(): void {
    for (const shape of this.#shapes()) {
      shape.ignore = true;
      shape.dirty();
    }
  }

  #shapes() {
    return [
      this.#turnover,
      ...this.#wicks,
      this.#body,
      ...this.#averages,
      this.#priceLine,
      this.#tag,
      this.#tagText,
    ];
  }

  #drawAverages(
    drawing: ChartDrawing,
    theme: ChartTheme,
    live: LiveInput,
    onScreen: boolean,
  ): void {
    const { scale, lines } = drawing;
    this.#averages.forEach((segment, order) => {
      const value = live.averages[order] ?? null;
      const before = lines[order]?.values[live.index - 1 - drawing.first] ?? null;
      segment.ignore = !onScreen || value === null || before === null;
      if (value === null || before === null) return;
      segment.attr({
        shape: {
          x1: xOfBar(scale, live.index - 1),
          y1: yOfPrice(scale, before),
          x2: xOfBar(scale, live.index),
          y2: yOfPrice(scale, value),
        },
        style: { stroke: theme.averages[order] ?? theme.ink },
      });
    });
  }

  #drawPrice(drawing: ChartDrawing, theme: ChartTheme, live: LiveInput, color: string): void {
    const { price: pane, width } = drawing.scale.layout;
    const y = Math.round(yOfPrice(drawing.scale, live.bar.close)) + 0.5;
    const left = pane.left + pane.width;
    const { close } = live.bar;
    const { min, max } = drawing.scale.price;
    // A price off the axis has no line; its tag stays at the edge, fully visible.
    const tagY = Math.max(y, TAG_HEIGHT_PX / 2);
    for (const part of [this.#tag, this.#tagText]) part.ignore = false;
    this.#priceLine.ignore = close < min || close > max;
    this.#priceLine.attr({ shape: { x1: 0, x2: left, y1: y, y2: y }, style: { stroke: color } });
    this.#tag.attr({
      shape: { x: left, y: tagY - TAG_HEIGHT_PX / 2, width: width - left },
      style: { fill: color },
    });
    this.#tagText.attr({
      style: {
        text: live.priceText,
        x: left + 6,
        y: tagY,
        fill: theme.canvas,
        font: `600 ${AXIS_FONT_PX}px ${theme.fontFamily}`,
      },
    });
  }
}
