/** The product's own chart component, as a screen mounts it. */
import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Candle, KlinePeriod } from '../../../contract/market/market.ts';
import { LocaleProvider } from '../../../src/i18n/locale-provider.tsx';
import { startI18n } from '../../../src/i18n/i18n.ts';
import '../../../src/styles.css';
import { CandleChart, type CandleSeries } from '../../../src/ui/chart/candle-chart.tsx';
import { bars, offerUpdates, withAverages } from './drive.ts';

const listeners = new Set<(candle: Candle) => void>();
const series: CandleSeries = {
  status: 'success',
  error: null,
  candles: bars.history,
  live: {
    subscribe(next) {
      listeners.add(next);
      return { unsubscribe: () => listeners.delete(next) };
    },
  },
  retry: () => undefined,
};

function Page() {
  const [period, setPeriod] = useState<KlinePeriod>('1min');
  return (
    <CandleChart
      label="BTC/USDT"
      series={series}
      period={period}
      onPeriodChange={setPeriod}
      priceScale={2}
      quoteCode="USDT"
    />
  );
}

await startI18n('en-US', () => undefined);
const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <LocaleProvider>
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    </LocaleProvider>,
  );
}
const waiting = setInterval(() => {
  const switches = [...document.querySelectorAll<HTMLButtonElement>('[aria-pressed="true"]')];
  if (document.querySelector('canvas') === null || listeners.size === 0) return;
  clearInterval(waiting);
  if (!withAverages) for (const button of switches) button.click();
  offerUpdates((candle) => {
    for (const listener of listeners) listener(candle);
  });
}, 50);
