/** The line of the index over the last two minutes, with the opening price and the deciding seconds of own orders. */
import { memo, useDeferredValue } from 'react';
import { INDEX_GRID_MS } from '../../../contract/figures/index-record.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { useIndexNow } from '../../app/micro/use-index.ts';
import { useIndexPlot } from '../../app/micro/use-index-plot.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface IndexChartProps {
  readonly instrument: string;
  /** Own open orders on the instrument. */
  readonly orders: readonly MicroOrderInfo[];
  /** Decimals of a price. */
  readonly scale: number;
}

/** Color of an opening price, by the sign of the lead. */
const STROKES: Readonly<Record<number, string>> = {
  [-1]: 'stroke-down',
  0: 'stroke-muted',
  1: 'stroke-up',
};
/** Lower on phones, so that the buttons of the ticket are on the first screen. */
const SIZE = 'h-[clamp(8rem,20dvh,24rem)] md:h-[clamp(12rem,34dvh,24rem)]';

/** Draws a frame later than the prices of the orders, so that one frame need not hold both. */
export function IndexChart({ instrument, ...shown }: IndexChartProps) {
  const index = useDeferredValue(useIndexNow(instrument));
  return <Chart index={index} {...shown} />;
}

interface ChartProps extends Omit<IndexChartProps, 'instrument'> {
  readonly index: ReturnType<typeof useIndexNow>;
}

/**
 * Every second point is faint, so that the dot pulses while points arrive. An animation would cost a third of the time of
 * the page, and would go on without them.
 */
const isFaint = (atMs: EpochMs): boolean => (atMs / INDEX_GRID_MS) % 2 === 1;

const Chart = memo(function Chart({ index, orders, scale }: ChartProps) {
  const t = useText('micro');
  const format = useFormat();
  const { atMs, last } = index;
  const plot = useIndexPlot(index, orders, scale);
  if (atMs === null || last === null || plot === null) return <Skeleton className={SIZE} />;
  const [width, height] = plot.size;
  return (
    <figure data-testid="index-chart" data-at={atMs} className="contain-content">
      <div className="flex rounded-card bg-surface">
        <div className="relative min-w-0 flex-1">
          <svg
            role="img"
            aria-label={`${t('index.chart')}: ${format.price(last.price, scale)}`}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className={classNames(SIZE, 'w-full rounded-s-card')}
          >
            <Drawing plot={plot} />
          </svg>
          <span
            aria-hidden
            data-testid="index-dot"
            className={classNames(
              'absolute size-2.5 -translate-1/2 rounded-full bg-accent',
              isFaint(atMs) && 'motion-safe:opacity-50',
            )}
            style={{
              left: `${(plot.end.x / width) * 100}%`,
              top: `${(plot.end.y / height) * 100}%`,
            }}
          />
        </div>
        <PriceAxis plot={plot} scale={scale} />
      </div>
      <figcaption className="flex flex-wrap gap-x-4 pt-1 text-xs text-muted">
        <span>{t('index.label')}</span>
        {plot.openings.length > 0 && <span>{t('index.opening')}</span>}
        {plot.windows.length > 0 && <span className="text-warn">{t('index.window')}</span>}
      </figcaption>
    </figure>
  );
});

interface DrawingProps {
  readonly plot: NonNullable<ReturnType<typeof useIndexPlot>>;
}

/** Lines and areas, in the units of the drawing. */
function Drawing({ plot }: DrawingProps) {
  const [width, height] = plot.size;
  return (
    <>
      {plot.levels.map(({ price, y }) => (
        <line
          key={price}
          x1={0}
          x2={width}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      {plot.windows.map(({ id, from, width: wide }) => (
        <rect
          key={id}
          data-testid="window"
          x={from}
          y={0}
          width={wide}
          height={height}
          className="fill-warn-soft"
        />
      ))}
      {plot.openings.map(({ id, from, y, lead }) => (
        <line
          key={id}
          data-testid="opening-line"
          x1={from}
          x2={width}
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
    </>
  );
}

/** Round prices, right of the drawing, so that they never cover the newest point. */
function PriceAxis({ plot, scale }: DrawingProps & Pick<IndexChartProps, 'scale'>) {
  const format = useFormat();
  const [, height] = plot.size;
  const levels = plot.levels.map(({ price, y }) => ({
    y,
    text: format.price(formatUnits(price, scale), scale),
  }));
  const longest = levels.reduce((long, { text }) => (text.length > long.length ? text : long), '');
  return (
    <div aria-hidden className="figures relative px-1.5 text-xs text-muted">
      {/* Gives the column its width, because the prices in their places give it none. */}
      <span className="invisible">{longest}</span>
      {levels.map(({ text, y }) => (
        <span
          key={text}
          data-testid="price-level"
          className="absolute end-1.5 -translate-y-1/2"
          style={{ top: `${(y / height) * 100}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}
