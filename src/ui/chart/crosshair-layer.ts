/** The crosshair: a vertical line at a bar, a horizontal line at the pointer, and their two tags. */
import { AXIS_FONT_PX } from './chart-layout.ts';
import type { ChartLayout } from './chart-layout.ts';
import type { ChartTheme } from './chart-theme.ts';
import { addShapes, echarts, type EChart } from './echarts-parts.ts';
import { LIVE_LEVEL } from './live-layer.ts';

const TAG_HEIGHT_PX = 18;
const TAG_PADDING_PX = 6;

interface CrosshairInput {
  readonly x: number;
  /** Null: no horizontal line (the crosshair was moved by keyboard). */
  readonly y: number | null;
  readonly timeText: string;
  readonly priceText: string;
}

export class CrosshairLayer {
  readonly #vertical;
  readonly #level;
  readonly #timeTag;
  readonly #priceTag;

  constructor(chart: EChart) {
    const { Line, Text } = echarts.graphic;
    const shared = { silent: true, zlevel: LIVE_LEVEL, ignore: true } as const;
    const line = () => new Line({ ...shared, z: 10, style: { lineDash: [2, 3] } });
    const tag = () => new Text({ ...shared, z: 11, style: { verticalAlign: 'middle' } });
    this.#vertical = line();
    this.#level = line();
    this.#timeTag = tag();
    this.#priceTag = tag();
    addShapes(chart, this.#shapes());
  }

  draw(layout: ChartLayout, theme: ChartTheme, at: CrosshairInput): void {
    const x = Math.round(at.x) + 0.5;
    const right = layout.price.left + layout.price.width;
    const bottom = layout.turnover.top + layout.turnover.height;
    this.#vertical.attr({
      ignore: false,
      shape: { x1: x, x2: x, y1: layout.price.top, y2: bottom },
      style: { stroke: theme.edge },
    });
    const tag = {
      font: `${AXIS_FONT_PX}px ${theme.fontFamily}`,
      fill: theme.canvas,
      backgroundColor: theme.faint,
      borderRadius: 4,
      padding: [3, TAG_PADDING_PX],
      lineHeight: TAG_HEIGHT_PX - 6,
    };
    this.#timeTag.attr({
      ignore: false,
      style: { ...tag, text: at.timeText, align: 'center', x, y: bottom + TAG_HEIGHT_PX / 2 + 2 },
    });
    this.#keepInside(layout, x);
    this.#level.ignore = at.y === null;
    this.#priceTag.ignore = at.y === null;
    if (at.y !== null) {
      const y = Math.round(at.y) + 0.5;
      this.#level.attr({
        shape: { x1: 0, x2: right, y1: y, y2: y },
        style: { stroke: theme.edge },
      });
      this.#priceTag.attr({ style: { ...tag, text: at.priceText, align: 'left', x: right, y } });
    }
  }

  hide(): void {
    for (const shape of this.#shapes()) {
      if (shape.ignore) continue;
      shape.ignore = true;
      shape.dirty();
    }
  }

  /** Moves the time tag inside the edges of the chart. */
  #keepInside(layout: ChartLayout, x: number): void {
    const half = this.#timeTag.getBoundingRect().width / 2 + TAG_PADDING_PX;
    const inside = Math.min(Math.max(x, half), layout.width - half);
    this.#timeTag.attr({ style: { x: inside } });
  }

  #shapes() {
    return [this.#vertical, this.#level, this.#timeTag, this.#priceTag];
  }
}
