/** The candle chart with periods, averages, legend and an equivalent table. */
import { Suspense, useId, useState } from 'react';
import type {
  ClientErrorName,
  ErrorName,
  UnknownRefusal,
} from '../../../contract/errors/catalog.ts';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import type { Candle, KlinePeriod } from '../../../contract/market/market.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../icon-button.tsx';
import { Skeleton } from '../skeleton.tsx';
import { EmptyState, ErrorState } from '../state-panel.tsx';
import { Tabs } from '../tabs.tsx';
import type { Bar } from './bar.ts';
import type { LiveCandles } from './candle-plot.tsx';
import { CandleTable } from './candle-table.tsx';
import { IconCandles, IconTable } from './chart-icons.ts';
import { AverageSwitches, ChartLegend } from './chart-legend.tsx';
import { summaryOf } from './chart-summary.ts';
import { useChartWords } from './chart-words.ts';
import { AVERAGE_LENGTHS, type AverageLength } from './moving-average.ts';
import type { ChartLevels } from './levels.ts';
import { createReadingStore } from './reading-store.ts';
import { lazyPart } from '../lazy-part.ts';

const CandlePlot = lazyPart(async () => (await import('./candle-plot.tsx')).CandlePlot);

/** Fits eight periods side by side on a phone of 360 px, none narrower than its text. */
const PERIOD_TABS = '[&>[role=tablist]]:gap-0 [&>[role=tablist]>[role=tab]]:px-1.5';

/** Side by side on low screens, to save height. */
const CHART_HEAD =
  'short:flex short:flex-row-reverse short:items-center short:justify-between short:gap-3';

/** A screen that shows more below the chart sets `--plot-height`. */
const PLOT_HEIGHT =
  'relative h-[var(--plot-height,clamp(17rem,48dvh,33rem))] md:h-[var(--plot-height,clamp(17rem,58dvh,40rem))] short:h-[max(12rem,calc(100dvh-9.5rem))]';

/** History and forming candle of one market and period. */
export interface CandleSeries {
  readonly status: 'loading' | 'success' | 'failure';
  /** Oldest first. */
  readonly candles: readonly Candle[];
  readonly live: LiveCandles;
  /** Reason for which loading failed. */
  readonly error: ErrorName | ClientErrorName | UnknownRefusal | null;
  retry(): void;
}

interface CandleChartProps {
  /** Name of the instrument: `BTC/USDT`. */
  readonly label: string;
  readonly series: CandleSeries;
  readonly period: KlinePeriod;
  readonly onPeriodChange: (period: KlinePeriod) => void;
  /** Decimals of a price. */
  readonly priceScale: number;
  /** Currency of the turnover. */
  readonly quoteCode: string;
  /** Horizontal price levels; none by default. */
  readonly levels?: ChartLevels | undefined;
}

/**
 * Candles, turnover and moving averages with a live last bar; also as text and as a table. The
 * drawing code (echarts) is loaded with the first chart.
 */
export function CandleChart(props: CandleChartProps) {
  const { label, series, period, onPeriodChange, priceScale, quoteCode, levels } = props;
  const t = useText('market');
  const words = useChartWords(period, priceScale);
  const [shown, setShown] = useState<readonly AverageLength[]>(AVERAGE_LENGTHS);
  const [readings] = useState(createReadingStore);
  const [bars, setBars] = useState<readonly Bar[]>([]);
  const [isTable, setIsTable] = useState(false);
  const summaryId = useId();
  const title = t('chart.title', { label, period: t(`period.long.${period}`) });
  const isReady = series.status === 'success' && series.candles.length > 0;
  return (
    <section aria-label={title} className="flex flex-col">
      <Tabs
        label={t('period.label')}
        look="pill"
        className={PERIOD_TABS}
        value={period}
        onChange={onPeriodChange}
        tabs={KLINE_PERIODS.map((value) => ({ value, label: t(`period.short.${value}`) }))}
      >
        <div className={CHART_HEAD}>
          <div className="flex items-center justify-end gap-2 pt-1.5 short:shrink-0 short:pt-0">
            {!isTable && (
              <AverageSwitches
                readings={readings}
                words={words}
                shown={shown}
                onChange={setShown}
              />
            )}
            <LookSwitch isTable={isTable} onChange={setIsTable} />
          </div>
          {!isTable && <ChartLegend readings={readings} words={words} quoteCode={quoteCode} />}
        </div>
        <div className={PLOT_HEIGHT}>
          {!isReady && <NotReady series={series} />}
          {isReady && isTable && (
            <CandleTable
              key={title}
              candles={series.candles}
              live={series.live}
              words={words}
              caption={title}
              quoteCode={quoteCode}
            />
          )}
          {isReady && !isTable && (
            <Suspense fallback={<ChartSkeleton />}>
              <CandlePlot
                key={label}
                candles={series.candles}
                live={series.live}
                words={words}
                shownAverages={shown}
                levels={levels}
                priceScale={priceScale}
                onReading={readings.set}
                onBars={setBars}
                label={title}
                describedBy={summaryId}
              />
            </Suspense>
          )}
        </div>
      </Tabs>
      <Summary id={summaryId} label={title} bars={bars} words={words} />
    </section>
  );
}

interface LookSwitchProps {
  readonly isTable: boolean;
  readonly onChange: (isTable: boolean) => void;
}

/** Switches between chart and table. */
function LookSwitch({ isTable, onChange }: LookSwitchProps) {
  const t = useText('market');
  return (
    <IconButton
      icon={isTable ? IconCandles : IconTable}
      label={t(isTable ? 'chart.asChart' : 'chart.asTable')}
      onClick={() => onChange(!isTable)}
    />
  );
}

function NotReady({ series }: { readonly series: CandleSeries }) {
  const t = useText('market');
  if (series.status === 'loading') return <ChartSkeleton />;
  if (series.status === 'failure') {
    return <ErrorState error={series.error} onRetry={() => series.retry()} />;
  }
  return <EmptyState title={t('chart.empty')} hint={t('chart.emptyHint')} />;
}

/** Heights of the gray placeholder candles, in percent of the pane. */
const SKELETON_HEIGHTS = [34, 52, 44, 63, 58, 71, 49, 40, 56, 68, 77, 61, 53, 66, 74, 58];

function ChartSkeleton() {
  const t = useText('market');
  return (
    <output aria-label={t('chart.loading')} className="absolute inset-0 flex items-end gap-2 pb-6">
      {SKELETON_HEIGHTS.map((height, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- fixed shapes without identity
        <div key={at} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full" />
        </div>
      ))}
    </output>
  );
}

interface SummaryProps {
  readonly id: string;
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly words: ReturnType<typeof useChartWords>;
}

/** Summary of the visible bars for screen readers. */
function Summary({ id, label, bars, words }: SummaryProps) {
  const t = useText('market');
  const format = useFormat();
  const summary = summaryOf(bars);
  return (
    <p id={id} className="sr-only">
      {summary &&
        t('chart.summary', {
          label,
          from: words.fullTime(summary.from),
          to: words.fullTime(summary.to),
          open: words.price(summary.open),
          high: words.price(summary.high),
          low: words.price(summary.low),
          close: words.price(summary.close),
          change: format.change(summary.changePercent),
        })}
    </p>
  );
}
