/** The screen that finds ads by shop name or number. */
import { useSearchParams } from 'react-router-dom';
import { FIAT_AD_STATES, type FiatAdState } from '../../../../contract/fiat/fiat-kinds.ts';
import type { OperatorFiatAd } from '../../../../contract/operator/schemas/fiat.ts';
import { useText } from '../../../i18n/use-text.ts';
import { AmountText } from '../../../ui/amount.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { MasterDetail } from '../parts/master-detail.tsx';
import { NarrowedNote } from '../parts/narrowed-note.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { FiatAdPanel } from './fiat-ad-panel.tsx';

const ALL = 'all';

/** Ads of the fiat market, found by the name of a shop or by number. */
export function FiatAdsScreen() {
  const t = useText('operator');
  const [address] = useSearchParams();
  const text = address.get('text')?.trim() ?? '';
  const state = FIAT_AD_STATES.find((one) => one === address.get('state'));
  const userId = address.get('user') ?? undefined;
  return (
    <MasterDetail
      title={t('section.fiatAds')}
      filters={
        <>
          <SearchForm label={t('fiatAd.search')} />
          <FilterTabs
            name="state"
            label={t('filter.state')}
            value={state ?? ALL}
            options={[
              { value: ALL, label: t('fiatAd.allStates') },
              ...FIAT_AD_STATES.map((value) => ({ value, label: t(`adState.${value}`) })),
            ]}
          />
        </>
      }
      list={
        <>
          {userId !== undefined && <NarrowedNote names={['user']} />}
          <RecordList
            key={`${state ?? ALL} ${userId ?? ''} ${text}`}
            name="listFiatAds"
            request={{ text, state, user_id: userId }}
            entriesOf={({ ads }) => ads}
            keyOf={({ id }) => id}
            label={t('section.fiatAds')}
            emptyTitle={t('fiatAd.empty')}
            emptyHint={t('fiatAd.emptyHint')}
          >
            {(ad) => <AdRow ad={ad} />}
          </RecordList>
        </>
      }
      renderDetail={(id) => <FiatAdPanel id={id} />}
    />
  );
}

const TONE: Record<FiatAdState, BadgeTone> = {
  opening: 'up',
  suspended: 'neutral',
  cancelled: 'neutral',
  removed: 'down',
};

function AdRow({ ad }: { readonly ad: OperatorFiatAd }) {
  const t = useText('operator');
  return (
    <RecordLink id={ad.id}>
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <bdi className="min-w-0 font-medium wrap-anywhere">{ad.shop.name}</bdi>
        <Badge tone={TONE[ad.state]}>{t(`adState.${ad.state}`)}</Badge>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm text-muted">
        <span className="min-w-0 wrap-anywhere">
          #{ad.id} · {t(`fiatAd.side.${ad.side}`)} {ad.currency_code}/{ad.fiat_code}
        </span>
        <span className="shrink-0">
          <AmountText value={ad.remaining} code={ad.currency_code} isCodeHidden isGlance />
        </span>
      </span>
    </RecordLink>
  );
}
