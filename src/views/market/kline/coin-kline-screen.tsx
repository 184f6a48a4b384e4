/** The screen of a spot market: price, chart and trades. */
import { useSearchParams } from 'react-router-dom';
import { SECOND_MS } from '../../../../contract/time.ts';
import { FavoriteStar } from '../../parts/market/favorite-star.tsx';
import { useSpotPairs } from '../../parts/market/use-pairs.ts';
import { useRefreshEvery } from '../../parts/use-refresh-every.ts';
import { ChartOrigin } from './chart-origin.tsx';
import { DealsList } from './deals-list.tsx';
import { KlineScreen, PairNotFound, PairPending } from './kline-screen.tsx';
import { spotPairOf } from './pair-address.ts';
import { PairSwitcher } from '../../parts/market/pair-switcher.tsx';
import { SpotOverview } from '../../parts/market/spot-overview.tsx';
import { TradeButtons } from './trade-buttons.tsx';

/** Price and change are live; range and volume of the day are reloaded at this interval. */
const DAY_FIGURES_EVERY_MS = 15 * SECOND_MS;

/** /coinKline?id=&symbol=: price, chart and trades of one spot market. */
export function CoinKlineScreen() {
  const [address] = useSearchParams();
  const view = useSpotPairs();
  useRefreshEvery(view.retry, DAY_FIGURES_EVERY_MS);
  const pair = spotPairOf(view.pairs, address);
  if (!pair) {
    if (view.status === 'success') return <PairNotFound />;
    return <PairPending symbol={address.get('symbol')} view={view} />;
  }
  const { match, label } = pair;
  return (
    <KlineScreen
      title={label}
      heading={<PairSwitcher current={label} pairs={view.pairs} />}
      actions={<FavoriteStar matchId={match.id} pair={label} />}
      footer={<TradeButtons matchId={match.id} />}
    >
      <div
        key={match.id}
        className="grid items-start gap-x-6 gap-y-5 md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="flex min-w-0 flex-col gap-3 md:sticky md:top-1 short:[&>section]:order-first">
          <SpotOverview match={match} />
          <ChartOrigin openedAt={match.opened_at} />
        </div>
        <DealsList match={match} />
      </div>
    </KlineScreen>
  );
}
