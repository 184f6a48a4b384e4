/** The live candles of a pair in the chosen period. */
import { useMemo, useState } from 'react';
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import { useKline } from '../../../app/market/use-kline.ts';
import { CandleChart, type CandleSeries } from '../../../ui/chart/candle-chart.tsx';
import type { ChartLevels } from '../../../ui/chart/levels.ts';

const FIRST_PERIOD: KlinePeriod = '15min';

interface PairChartProps {
  readonly instrument: Parameters<typeof useKline>[0];
  /** `BTC/USDT`. */
  readonly label: string;
  readonly priceScale: number;
  readonly quoteCode: string;
  /** Horizontal price levels; none by default. */
  readonly levels?: ChartLevels | undefined;
}

/** The candles of a pair, live, in the chosen period. */
export function PairChart(props: PairChartProps) {
  const { instrument, label, priceScale, quoteCode, levels } = props;
  const [period, setPeriod] = useState(FIRST_PERIOD);
  const { status, candles, error, live$, retry } = useKline(instrument, period);
  const series = useMemo<CandleSeries>(
    () => ({ status, candles, live: live$, error, retry }),
    [status, candles, live$, error, retry],
  );
  return (
    <CandleChart
      label={label}
      series={series}
      period={period}
      onPeriodChange={setPeriod}
      priceScale={priceScale}
      quoteCode={quoteCode}
      levels={levels}
    />
  );
}
