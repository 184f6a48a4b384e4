/** The lines of price levels, on the canvas of the moving shapes. */
import { AXIS_FONT_PX } from './chart-layout.ts';
import { yOfPrice, type ChartScale } from './chart-scale.ts';
import type { ChartTheme } from './chart-theme.ts';
import { addShapes, echarts, type EChart } from './echarts-parts.ts';
import type { ChartLevel, LevelTone } from './levels.ts';
import { LIVE_LEVEL } from './live-layer.ts';

const TAG_PADDING_PX = 5;
const TAG_HALF_PX = 9;
/** Tags that are nearer to each other are moved apart. */
const TAG_GAP_PX = 19;

type Line = InstanceType<typeof echarts.graphic.Line>;
type Label = InstanceType<typeof echarts.graphic.Text>;

interface LevelShapes {
  readonly line: Line;
  readonly tag: Label;
}

function colorOf(theme: ChartTheme, tone: LevelTone): string {
  if (tone === 'warn') return theme.averages[0] ?? theme.ink;
  return theme[tone];
}

export class LevelLayer {
  readonly #chart: EChart;
  /** There are as many as in the longest list so far. */
  readonly #shapes: LevelShapes[] = [];

  constructor(chart: EChart) {
    this.#chart = chart;
  }

  /** @param priceText writes a price as on the axis. */
  draw(
    scale: ChartScale,
    theme: ChartTheme,
    levels: readonly ChartLevel[],
    priceText: (price: number) => string,
  ): void {
    this.#growTo(levels.length);
    const tagYs = tagYsOf(levels.map(({ price }) => yOfPrice(scale, Number(price))));
    this.#shapes.forEach(({ line, tag }, at) => {
      const level = levels[at];
      line.ignore = level === undefined;
      tag.ignore = level === undefined;
      if (level === undefined) {
        line.dirty();
        tag.dirty();
        return;
      }
      const price = Number(level.price);
      const color = colorOf(theme, level.tone);
      const { left, width } = scale.layout.price;
      const y = Math.round(yOfPrice(scale, price)) + 0.5;
      // A level off the axis has no line; its tag stays at the edge.
      line.ignore = price < scale.price.min || price > scale.price.max;
      line.attr({ shape: { x1: left, x2: left + width, y1: y, y2: y }, style: { stroke: color } });
      tag.attr({
        style: {
          text: `${level.label} ${priceText(price)}`,
          x: left + 2,
          y: tagYs[at] ?? y,
          font: `600 ${AXIS_FONT_PX}px ${theme.fontFamily}`,
          fill: color,
          backgroundColor: theme.canvas,
          borderColor: color,
          borderWidth: 1,
          borderRadius: 4,
          padding: [2, TAG_PADDING_PX],
        },
      });
    });
  }

  #growTo(count: number): void {
    const { Line, Text } = echarts.graphic;
    const shared = { silent: true, zlevel: LIVE_LEVEL } as const;
    while (this.#shapes.length < count) {
      const line = new Line({ ...shared, z: 7, style: { lineDash: [6, 4], lineWidth: 1 } });
      const tag = new Text({ ...shared, z: 8, style: { verticalAlign: 'middle' } });
      this.#shapes.push({ line, tag });
      addShapes(this.#chart, [line, tag]);
    }
  }
}

/** Returns heights at which no tag covers another, in the order of `ys`. */
function tagYsOf(ys: readonly number[]): number[] {
  const placed = [...ys.keys()].toSorted((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0));
  const tags = ys.map((y) => Math.max(y, TAG_HALF_PX));
  let above = Number.NEGATIVE_INFINITY;
  for (const at of placed) {
    const y = Math.max(tags[at] ?? 0, above + TAG_GAP_PX);
    tags[at] = y;
    above = y;
  }
  return tags;
}
