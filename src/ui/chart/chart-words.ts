/** Texts of the chart in the language of the page. */
import { useMemo } from 'react';
import type { KlinePeriod } from '../../../contract/market/market.ts';
import { useFormat } from '../../format/use-format.ts';
import type { ControllerWords } from './candle-chart-controller.ts';

/** Returns the same object until language, period or scale change. */
export function useChartWords(period: KlinePeriod, priceScale: number): ControllerWords {
  const format = useFormat();
  return useMemo(
    () => ({
      price: (value) => format.price(value.toFixed(priceScale), priceScale),
      axisTime: (time, previous) => format.candleAxis(period, time, previous),
      fullTime: (time) => format.candleTime(period, time),
    }),
    [format, period, priceScale],
  );
}
