/** The screen of the fiat market. */
import type { FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import { useFiatMarket } from '../../app/fiat/use-fiat-market.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconRecords, IconShop } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { HeaderLink } from '../parts/header-link.tsx';
import { WaitingBadge } from '../parts/waiting-badge.tsx';
import { AdList } from './ad-list.tsx';
import { marketFilter, useMarketChoice } from './market-address.ts';
import { MarketFilters } from './market-filters.tsx';
import { TradeKinds } from '../parts/trade-kinds.tsx';

/** /fiat: the ads of merchants who buy and sell for fiat money. */
export function FiatScreen() {
  const t = useText('fiat');
  const market = useFiatMarket();
  usePageTitle(t('market.title'));
  if (market.status === 'success') return <Market market={market.data} />;
  return (
    <Screen width="wide" header={<MarketBar />} className="px-gutter">
      {market.status === 'loading' ? (
        <SkeletonRows label={t('market.loading')} rows={8} />
      ) : (
        <ErrorState error={market.error} onRetry={market.retry} />
      )}
    </Screen>
  );
}

function Market({ market }: { readonly market: FiatMarket }) {
  const t = useText('fiat');
  const choice = useMarketChoice(market);
  if (choice === null)
    return (
      <Screen width="wide" header={<MarketBar />} className="px-gutter">
        <EmptyState title={t('market.empty')} hint={t('market.emptyHint')} />
      </Screen>
    );
  return (
    <Screen width="wide" scrollKey="fiat" header={<MarketBar />} className="px-gutter pb-8">
      <div className="-mx-gutter">
        <MarketFilters market={market} choice={choice} />
      </div>
      <AdList
        market={market}
        filter={marketFilter(choice)}
        isNarrowed={choice.isNarrowed}
        onWiden={() => choice.choose({ amount: '', pay: '' })}
      />
    </Screen>
  );
}

/** Links to spot trading, the user's orders and the user's shop. */
function MarketBar() {
  const t = useText('fiat');
  return (
    <header className="flex min-h-bar flex-wrap items-center justify-between gap-x-2 pe-1.5">
      <h1 className="sr-only">{t('market.title')}</h1>
      <TradeKinds current="fiat" />
      <div className="ms-auto flex">
        <HeaderLink to="/my-shop" icon={IconShop} label={t('market.shop')} />
        <HeaderLink
          to="/fiat-orders"
          icon={IconRecords}
          label={t('orders.title')}
          badge={<WaitingBadge className="absolute end-0.5 top-1" />}
        />
      </div>
    </header>
  );
}
