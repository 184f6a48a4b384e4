/** Positions of the panes, in CSS pixels from the top left corner of the chart. */

export interface Pane {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly price: Pane;
  readonly turnover: Pane;
}

export const AXIS_FONT_PX = 11;
const TIME_AXIS_HEIGHT_PX = 22;
const PANE_GAP_PX = 8;
const TOP_PX = 6;
const TURNOVER_SHARE = 0.2;
const LABEL_PADDING_PX = 12;
/** Width of a digit of the axis font, as a fraction of its size. */
const DIGIT_WIDTH = 0.62;

/** Returns the width of the right column for prices of up to `labelLength` characters. */
export function priceColumnWidth(labelLength: number): number {
  return Math.ceil(labelLength * AXIS_FONT_PX * DIGIT_WIDTH) + LABEL_PADDING_PX;
}

/** Divides a chart of this size into price pane, turnover pane, price column and time axis. */
export function layoutOf(width: number, height: number, labelLength: number): ChartLayout {
  const plotWidth = Math.max(width - priceColumnWidth(labelLength), 1);
  const free = Math.max(height - TOP_PX - PANE_GAP_PX - TIME_AXIS_HEIGHT_PX, 2);
  const turnoverHeight = Math.round(free * TURNOVER_SHARE);
  const priceHeight = free - turnoverHeight;
  return {
    width,
    height,
    price: { left: 0, top: TOP_PX, width: plotWidth, height: priceHeight },
    turnover: {
      left: 0,
      top: TOP_PX + priceHeight + PANE_GAP_PX,
      width: plotWidth,
      height: turnoverHeight,
    },
  };
}
