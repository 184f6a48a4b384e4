/** The screen that posts an ad, or edits one chosen by `?id=`. */
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useCollectionMethods } from '../../../app/people/use-collection-methods.ts';
import { useFiatMarket } from '../../../app/fiat/use-fiat-market.ts';
import { useOwnAd, useOwnAdLifecycle } from '../../../app/fiat/use-own-ad.ts';
import { useFiatAccount } from '../../../app/fiat/use-own-shop-account.ts';
import { useOwnShop } from '../../../app/fiat/use-own-shop.ts';
import type { AdFormGround } from '../../../app/fiat/use-ad-form.ts';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { showToast } from '../../../ui/toast.ts';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { AdForm } from './ad-form.tsx';

const SHOP_PATH = '/my-shop';

/** /fiat-ad: a new ad, or with `?id=` a change of one of the user's ads. */
export function FiatAdScreen() {
  const t = useText('fiat-merchant');
  const [address] = useSearchParams();
  const id = address.get('id');
  return (
    <WalletScreen title={t(id === null ? 'form.post' : 'form.edit')} backTo={SHOP_PATH}>
      <div className="mx-auto max-w-160">{id === null ? <NewAd /> : <EditedAd id={id} />}</div>
    </WalletScreen>
  );
}

type Query = { readonly status: string; readonly error: Parameters<typeof ErrorState>[0]['error'] };

interface WaitingProps {
  readonly queries: readonly (Query & { readonly retry: () => void })[];
}

/** Loading state, or the errors of failed calls. */
function Waiting({ queries }: WaitingProps) {
  const t = useText('fiat-merchant');
  const failed = queries.find(({ status }) => status === 'failure');
  return failed === undefined ? (
    <SkeletonRows label={t('form.loading')} rows={7} />
  ) : (
    <ErrorState error={failed.error} onRetry={failed.retry} />
  );
}

/** Returns to the shop and reports the success. */
function useConclusion(text: 'form.posted' | 'form.saved') {
  const t = useText('fiat-merchant');
  const navigate = useNavigate();
  const account = useFiatAccount();
  return () => {
    showToast(t(text), 'success');
    account.reload();
    void navigate(SHOP_PATH, { replace: true });
  };
}

function NewAd() {
  const t = useText('fiat-merchant');
  const shop = useOwnShop();
  const market = useFiatMarket();
  const methods = useCollectionMethods();
  const account = useFiatAccount();
  const conclude = useConclusion('form.posted');
  if (shop.status !== 'success' || market.status !== 'success' || methods.status !== 'success')
    return <Waiting queries={[shop, market, methods]} />;
  if (shop.data?.is_open !== true)
    return (
      <EmptyState
        title={t('form.noShop')}
        hint={t('form.noShopHint')}
        action={
          <Link to={SHOP_PATH} className={buttonStyle()}>
            {t('shop.title')}
          </Link>
        }
      />
    );
  const ground: AdFormGround = {
    market: market.data,
    methods: methods.data,
    ad: null,
    available: account.available,
  };
  return <AdForm ground={ground} onSaved={conclude} onChanged={shop.retry} />;
}

function EditedAd({ id }: { readonly id: string }) {
  const ad = useOwnAd(id);
  const market = useFiatMarket();
  const methods = useCollectionMethods();
  if (ad.status === 'failure' && ad.error === 'fiat_ad_not_found') return <NoSuchAd />;
  if (ad.status !== 'success' || market.status !== 'success' || methods.status !== 'success')
    return <Waiting queries={[ad, market, methods]} />;
  return (
    <LivingAd
      ground={{ market: market.data, methods: methods.data, ad: ad.data }}
      onChanged={ad.retry}
    />
  );
}

interface LivingAdProps {
  readonly ground: Omit<AdFormGround, 'available' | 'ad'> & {
    readonly ad: NonNullable<AdFormGround['ad']>;
  };
  readonly onChanged: () => void;
}

function LivingAd({ ground, onChanged }: LivingAdProps) {
  const t = useText('fiat-merchant');
  const account = useFiatAccount();
  const conclude = useConclusion('form.saved');
  const { canEdit } = useOwnAdLifecycle(ground.ad);
  if (!canEdit) return <EmptyState title={t('form.ended')} hint={t('form.endedHint')} />;
  return (
    <AdForm
      ground={{ ...ground, available: account.available }}
      onSaved={conclude}
      onChanged={onChanged}
    />
  );
}

function NoSuchAd() {
  const t = useText('fiat-merchant');
  return <EmptyState title={t('form.gone')} hint={t('form.goneHint')} />;
}
