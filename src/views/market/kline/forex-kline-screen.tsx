/** The screen of a forex symbol: price and chart. */
import { useSearchParams } from 'react-router-dom';
import { SECOND_MS } from '../../../../contract/time.ts';
import { useForexPairs } from '../../parts/market/use-pairs.ts';
import { useRefreshEvery } from '../../parts/use-refresh-every.ts';
import { ForexOverview } from './forex-overview.tsx';
import { KlineScreen, PairNotFound, PairPending } from './kline-screen.tsx';
import { forexPairOf } from './pair-address.ts';
import { PairSwitcher } from '../../parts/market/pair-switcher.tsx';

/**
 * Price and change are live; the day's range and the trading hours are reloaded at this interval.
 */
const DAY_FIGURES_EVERY_MS = 15 * SECOND_MS;

/** /forexKline?symbol=: price and chart of one forex symbol. */
export function ForexKlineScreen() {
  const [address] = useSearchParams();
  const view = useForexPairs();
  useRefreshEvery(view.retry, DAY_FIGURES_EVERY_MS);
  const pair = forexPairOf(view.pairs, address);
  if (!pair) {
    if (view.status === 'success') return <PairNotFound />;
    return <PairPending symbol={address.get('symbol')} view={view} />;
  }
  return (
    <KlineScreen
      title={pair.label}
      heading={<PairSwitcher current={pair.label} pairs={view.pairs} />}
    >
      <div key={pair.key} className="flex flex-col gap-3">
        <ForexOverview ticker={pair.ticker} />
      </div>
    </KlineScreen>
  );
}
