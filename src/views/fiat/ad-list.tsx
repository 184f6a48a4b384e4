/** The ads of a filter, with the sheet that takes one. */
import { useState } from 'react';
import type { FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import { useFiatAds, type FiatAdFilter } from '../../app/fiat/use-fiat-ads.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { AdRow } from './ad-row.tsx';
import { useBegunOrder, type BegunOrder } from './order-address.ts';
import { OrderSheet } from './order-sheet.tsx';

interface AdListProps {
  readonly market: FiatMarket;
  readonly filter: FiatAdFilter;
  readonly isNarrowed: boolean;
  /** Whether each ad names its merchant. */
  readonly isShopShown?: boolean;
  /** Removes amount and payment from the filter. */
  readonly onWiden: () => void;
}

/** The matching ads, the best price first; a tap opens the order sheet. */
export function AdList({ market, filter, isNarrowed, isShopShown = true, onWiden }: AdListProps) {
  const t = useText('fiat');
  const list = useFiatAds(filter);
  const { begun, forget } = useBegunOrder();
  const [kept] = useState(() => new Map<string, BegunOrder['typed']>());
  const [openId, setOpenId] = useState<string | null>(begun?.adId ?? null);
  return (
    <div className="-mx-gutter md:mx-0 md:[&_ul]:grid md:[&_ul]:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))] md:[&_ul]:gap-3">
      <PagedList
        list={list}
        entries={list.ads}
        label={t('market.ads')}
        loadingLabel={t('market.loading')}
        empty={
          <EmptyState
            title={t('market.empty')}
            hint={t(isNarrowed ? 'market.emptyNarrow' : 'market.emptyHint')}
            action={
              isNarrowed && (
                <Button kind="secondary" size="small" onClick={onWiden}>
                  {t('market.widen')}
                </Button>
              )
            }
          />
        }
        keyOf={({ id }) => id}
      >
        {(ad) => <AdRow ad={ad} isShopShown={isShopShown} onOpen={() => setOpenId(ad.id)} />}
      </PagedList>
      <OrderSheet
        adId={openId}
        market={market}
        filter={filter}
        typed={begun?.adId === openId ? begun?.typed : undefined}
        kept={kept}
        onClose={() => {
          setOpenId(null);
          forget();
        }}
      />
    </div>
  );
}
