/** The places of a chart of the index: its line, round prices, and the openings and deciding seconds of own orders. */
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { SETTLEMENT_WINDOW_MS } from '../../../contract/figures/micro-settlement.ts';
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import { priceLevels } from '../../../machines/app/micro/price-levels.ts';

/** Width and height of the drawing in its own units. */
export const PLOT_SIZE = [1_000, 300] as const;
const [WIDTH, HEIGHT] = PLOT_SIZE;
/** Time that is shown before the last point, and at least after it. */
const BEFORE_MS = 2 * MINUTE_MS;
const AFTER_MS = 10 * SECOND_MS;
/** Room above and below the line, as a part of its height. */
const ROOM = 0.15;

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Plot {
  /** Prices of the axis, in ticks. */
  readonly levels: readonly { readonly price: bigint; readonly y: number }[];
  /** Parts between gaps of the index. */
  readonly lines: readonly { readonly from: EpochMs; readonly text: string }[];
  readonly openings: readonly {
    readonly id: string;
    readonly from: number;
    readonly y: number;
    /** Above zero: the last price is ahead in the direction of the order. */
    readonly lead: number;
  }[];
  readonly windows: readonly {
    readonly id: string;
    readonly from: number;
    readonly width: number;
  }[];
  readonly end: Place;
}

interface Drawn {
  readonly points: readonly IndexTickInfo[];
  readonly orders: readonly MicroOrderInfo[];
  readonly atMs: EpochMs;
  readonly scale: number;
}

/** Returns null while no point has a price. */
export function plotOf({ points, orders, atMs, scale }: Drawn): Plot | null {
  const fromMs = Math.max(atMs - BEFORE_MS, points[0]?.time ?? 0);
  const expiries = orders.flatMap(({ expires_at: expiresAt }) => expiresAt ?? []);
  const untilMs = Math.max(atMs + AFTER_MS, ...expiries.map((time) => time + SECOND_MS));
  const shown = points.filter(({ time }) => time >= fromMs);
  const prices = shown.flatMap(({ price }) => (price === null ? [] : [Number(price)]));
  const opened = orders.flatMap(({ open_price: price }) => (price === null ? [] : [Number(price)]));
  const lastPrice = prices.at(-1);
  if (lastPrice === undefined) return null;
  const [low, high] = [Math.min(...prices, ...opened), Math.max(...prices, ...opened)];
  // A line that stands still lies in the middle.
  const room = high === low ? 1 : (high - low) * ROOM;
  const x = (time: EpochMs) => round(((time - fromMs) / (untilMs - fromMs)) * WIDTH);
  const y = (price: number) => round(((high + room - price) / (high - low + 2 * room)) * HEIGHT);
  const levels = priceLevels(low - room, high + room, scale);
  return {
    levels: levels.map((price) => ({ price, y: y(Number(price) / 10 ** scale) })),
    lines: linesOf(shown, (time, price) => `${x(time)},${y(price)}`),
    openings: orders.flatMap(({ id, direction, opened_at: openedAt, open_price: price }) =>
      price === null || openedAt === null
        ? []
        : [
            {
              id,
              from: Math.max(0, x(openedAt)),
              y: y(Number(price)),
              lead: (lastPrice - Number(price)) * (direction === 'up' ? 1 : -1),
            },
          ],
    ),
    windows: orders.flatMap(({ id, expires_at: expiresAt }) => {
      if (expiresAt === null) return [];
      const from = Math.max(0, x(expiresAt - SETTLEMENT_WINDOW_MS));
      return [{ id, from, width: Math.max(0, x(expiresAt) - from) }];
    }),
    end: { x: x(atMs), y: y(lastPrice) },
  };
}

function linesOf(
  points: readonly IndexTickInfo[],
  place: (time: EpochMs, price: number) => string,
): Plot['lines'] {
  const lines: { from: EpochMs; places: string[] }[] = [];
  let isGap = true;
  for (const { time, price } of points) {
    if (price === null) {
      isGap = true;
      continue;
    }
    if (isGap) lines.push({ from: time, places: [] });
    isGap = false;
    lines.at(-1)?.places.push(place(time, Number(price)));
  }
  return lines.map(({ from, places }) => ({ from, text: places.join(' ') }));
}

const round = (value: number): number => Math.round(value * 10) / 10;
