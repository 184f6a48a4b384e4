/** The sheet in which an ad is taken. */
import { useNavigate } from 'react-router-dom';
import type { FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import { useFiatAd } from '../../app/fiat/use-fiat-ad.ts';
import type { FiatAdFilter } from '../../app/fiat/use-fiat-ads.ts';
import { useText } from '../../i18n/use-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import type { BegunOrder } from './order-address.ts';
import { OrderForm } from './order-form.tsx';

interface OrderSheetProps {
  /** Null: closed. */
  readonly adId: string | null;
  readonly market: FiatMarket;
  /** Filter of the list that has the ad. */
  readonly filter: FiatAdFilter;
  /** Values typed before, for a returning user. */
  readonly typed: BegunOrder['typed'] | undefined;
  /** Typed values of closed sheets by ad; the open sheet writes to it. */
  readonly kept: Map<string, BegunOrder['typed']>;
  readonly onClose: () => void;
}

/** The order of an ad, from its size to its page. */
export function OrderSheet({ adId, market, filter, typed, kept, onClose }: OrderSheetProps) {
  const t = useText('fiat');
  return (
    <Sheet isOpen={adId !== null} onClose={onClose} title={t('sheet.title')}>
      {adId !== null && (
        <AdOrder key={adId} adId={adId} market={market} filter={filter} typed={typed} kept={kept} />
      )}
    </Sheet>
  );
}

type AdOrderProps = Pick<OrderSheetProps, 'market' | 'filter' | 'typed' | 'kept'> & {
  readonly adId: string;
};

function AdOrder({ adId, market, filter, typed, kept }: AdOrderProps) {
  const t = useText('fiat');
  const navigate = useNavigate();
  const ad = useFiatAd(adId, filter);
  if (ad.status === 'loading') return <SkeletonRows label={t('sheet.loading')} rows={4} />;
  if (ad.status === 'success')
    return (
      <OrderForm
        ad={ad.data}
        market={market}
        typed={kept.get(adId) ?? typed}
        onTyped={(now) => kept.set(adId, now)}
        onAdChanged={ad.retry}
        onPlaced={({ id }) => void navigate(`/fiat-order?id=${id}`)}
      />
    );
  if (ad.error === 'fiat_ad_not_found')
    return (
      <div role="alert">
        <EmptyState title={t('sheet.gone')} hint={t('sheet.goneHint')} />
      </div>
    );
  return <ErrorState error={ad.error} onRetry={ad.retry} />;
}
