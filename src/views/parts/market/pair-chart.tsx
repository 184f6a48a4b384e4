/** The live candles of a pair in the chosen period. */
import { useMemo, useState } from 'react';
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import { useKline } from '../../../app/market/use-kline.ts';
import { CandleChart, type CandleSeries } from '../../../ui/chart/candle-chart.tsx';

const FIRST_PERIOD: KlinePeriod = '15min';

interface PairChartProps {
  readonly instrument: Parameters<typeof useKline>[0];
  /** `BTC/USDT`. */
  readonly label: string;
  readonly priceScale: number;
  readonly quoteCode: string;
}

/** The candles of a pair, live, in the chosen period. */
export function PairChart({ instrument, label, priceScale, quoteCode }: PairChartProps) {
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
    />
  );
}
