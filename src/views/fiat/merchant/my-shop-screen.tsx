/** The screen of the own shop: opening, figures and ads. */
import { useOwnShop } from '../../../app/fiat/use-own-shop.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconRecords } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { HeaderLink } from '../../parts/header-link.tsx';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { PushOptIn } from '../../parts/push-opt-in.tsx';
import { OwnAds } from './own-ads.tsx';
import { ShopCard } from './shop-card.tsx';
import { ShopOpening } from './shop-opening.tsx';

/** /my-shop: the requirements of a shop; once it is open, its figures and the user's ads. */
export function MyShopScreen() {
  const t = useText('fiat-merchant');
  const shop = useOwnShop();
  return (
    <WalletScreen
      title={t('shop.title')}
      backTo="/fiat"
      width="wide"
      scrollKey="my-shop"
      actions={<HeaderLink to="/fiat-orders" icon={IconRecords} label={t('shop.orders')} />}
    >
      {shop.status === 'loading' && <SkeletonRows label={t('shop.loading')} rows={6} />}
      {shop.status === 'failure' && <ErrorState error={shop.error} onRetry={shop.retry} />}
      {shop.status === 'success' &&
        (shop.data?.is_open === true ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <div className="flex flex-col gap-4">
              <ShopCard shop={shop.data} onChanged={shop.retry} />
              <PushOptIn />
            </div>
            <OwnAds />
          </div>
        ) : (
          <div className="mx-auto flex max-w-160 flex-col gap-4">
            <ShopOpening closed={shop.data} onOpened={shop.retry} />
            {shop.data !== null && <ShopCard shop={shop.data} onChanged={shop.retry} />}
          </div>
        ))}
    </WalletScreen>
  );
}
