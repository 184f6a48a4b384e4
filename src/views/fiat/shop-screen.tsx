/** The screen of a merchant's public shop. */
import { useSearchParams } from 'react-router-dom';
import type { FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import { useFiatMarket } from '../../app/fiat/use-fiat-market.ts';
import { useFiatShop } from '../../app/fiat/use-fiat-shop.ts';
import { useText } from '../../i18n/use-text.ts';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { WalletScreen } from '../parts/wallet-screen.tsx';
import { PanelSkeleton } from '../parts/panel-skeleton.tsx';
import { AdList } from './ad-list.tsx';
import { marketFilter, useMarketChoice } from './market-address.ts';
import { MarketFilters } from './market-filters.tsx';
import { ShopFigures } from './shop-figures.tsx';

/** /shop?id=: a merchant's public shop. */
export function ShopScreen() {
  const t = useText('fiat');
  const [address] = useSearchParams();
  const id = address.get('id') ?? '';
  return (
    <WalletScreen title={t('shop.title')} backTo="/fiat" width="wide">
      {/^[1-9]\d{0,17}$/.test(id) ? <ShopOf key={id} id={id} /> : <NoShop />}
    </WalletScreen>
  );
}

function ShopOf({ id }: { readonly id: string }) {
  const shop = useFiatShop(id);
  const market = useFiatMarket();
  if (shop.status === 'loading') return <PanelSkeleton lines={6} />;
  if (shop.status === 'failure')
    return shop.error === 'shop_not_found' ? (
      <NoShop />
    ) : (
      <ErrorState error={shop.error} onRetry={shop.retry} />
    );
  return (
    <div className="flex flex-col gap-4 md:grid md:grid-cols-[20rem_minmax(0,1fr)] md:items-start md:gap-6">
      <ShopFigures shop={shop.data} />
      {market.status === 'success' && shop.data.is_open && <ShopAds id={id} market={market.data} />}
      {market.status === 'failure' && <ErrorState error={market.error} onRetry={market.retry} />}
    </div>
  );
}

function ShopAds({ id, market }: { readonly id: string; readonly market: FiatMarket }) {
  const t = useText('fiat');
  const choice = useMarketChoice(market);
  if (choice === null) return null;
  return (
    <section aria-label={t('shop.ads')} className="-mx-gutter md:mx-0">
      <h2 className="px-gutter pb-2 font-semibold">{t('shop.ads')}</h2>
      <MarketFilters market={market} choice={choice} />
      <div className="px-gutter">
        <AdList
          market={market}
          filter={{ ...marketFilter(choice), shop_id: id }}
          isNarrowed={choice.isNarrowed}
          isShopShown={false}
          onWiden={() => choice.choose({ amount: '', pay: '' })}
        />
      </div>
    </section>
  );
}

function NoShop() {
  const t = useText('fiat');
  return (
    <div role="alert">
      <EmptyState title={t('shop.none')} hint={t('shop.noneHint')} />
    </div>
  );
}
