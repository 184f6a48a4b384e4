/** The line of the index over the last two minutes, with the opening price and the deciding seconds of own orders. */
import { useMemo } from 'react';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { SETTLEMENT_WINDOW_MS } from '../../../contract/figures/micro-settlement.ts';
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import type { IndexTickInfo } from '../../../contract/price-index/price-index.ts';
import type { LiveIndex } from '../../app/micro/use-index.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface IndexChartProps {
  readonly index: LiveIndex;
  /** Own open orders on the instrument. */
  readonly orders: readonly MicroOrderInfo[];
  /** Decimals of a price. */
  readonly scale: number;
}

/** Units of the drawing; the element stretches it. */
const [WIDTH, HEIGHT] = [1_000, 300];
/** Time that is shown before the last point, and at least after it. */
const BEFORE_MS = 2 * MINUTE_MS;
const AFTER_MS = 10 * SECOND_MS;
/** Color of an opening price, by the sign of the lead. */
const STROKES: Readonly<Record<number, string>> = {
  [-1]: 'stroke-down',
  0: 'stroke-muted',
  1: 'stroke-up',
};
/** Room above and below the line, as a part of its height. */
const ROOM = 0.15;

export function IndexChart({ index, orders, scale }: IndexChartProps) {
  const t = useText('micro');
  const format = useFormat();
  const { points, atMs, last } = index;
  const plot = useMemo(() => plotOf(points, orders, atMs ?? 0), [points, orders, atMs]);
  if (atMs === null || last === null || plot === null)
    return <Skeleton className="h-[clamp(12rem,34dvh,24rem)]" />;
  return (
    <figure data-testid="index-chart" data-at={atMs}>
      <div className="relative">
        <svg
          role="img"
          aria-label={`${t('index.chart')}: ${format.price(last.price, scale)}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-[clamp(12rem,34dvh,24rem)] w-full rounded-card bg-surface"
        >
          {plot.windows.map(({ id, from, width }) => (
            <rect
              key={id}
              data-testid="window"
              x={from}
              y={0}
              width={width}
              height={HEIGHT}
              className="fill-warn-soft"
            />
          ))}
          {plot.openings.map(({ id, from, y, lead }) => (
            <line
              key={id}
              data-testid="opening-line"
              x1={from}
              x2={WIDTH}
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
              strokeDasharray="5 4"
              className={STROKES[Math.sign(lead)]}
            />
          ))}
          {plot.lines.map((line) => (
            <polyline
              key={line.from}
              points={line.text}
              fill="none"
              strokeWidth={1.75}
              vectorEffect="non-scaling-stroke"
              className="stroke-accent"
            />
          ))}
        </svg>
        <span
          aria-hidden
          className="absolute size-2.5 -translate-1/2 animate-pulse rounded-full bg-accent"
          style={{ left: `${(plot.end.x / WIDTH) * 100}%`, top: `${(plot.end.y / HEIGHT) * 100}%` }}
        />
      </div>
      <figcaption className="flex flex-wrap gap-x-4 pt-1 text-xs text-muted">
        <span>{t('index.label')}</span>
        {plot.openings.length > 0 && <span>{t('index.opening')}</span>}
        {plot.windows.length > 0 && <span className="text-warn">{t('index.window')}</span>}
      </figcaption>
    </figure>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Plot {
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

/** Returns null while no point has a price. */
function plotOf(
  points: readonly IndexTickInfo[],
  orders: readonly MicroOrderInfo[],
  atMs: EpochMs,
): Plot | null {
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
  return {
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
