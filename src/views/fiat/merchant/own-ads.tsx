/** The list of the own ads with a filter. */
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { FIAT_AD_STATES } from '../../../../contract/fiat/fiat-kinds.ts';
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import { useOwnAdActions } from '../../../app/fiat/use-own-ad-actions.ts';
import { useOwnAds } from '../../../app/fiat/use-own-ads.ts';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { AdCancelDialog } from './ad-cancel-dialog.tsx';
import { AdResumeDialog, needsConsent } from './ad-resume-dialog.tsx';
import { AdResumeSheet } from './ad-resume-sheet.tsx';
import { OwnAdCard } from './own-ad-card.tsx';

const FILTERS = ['all', ...FIAT_AD_STATES] as const;
type Filter = (typeof FILTERS)[number];

/** The user's ads, the newest first. `?state=` filters them. */
export function OwnAds() {
  const t = useText('fiat-merchant');
  const [address, setAddress] = useSearchParams();
  const filter = FILTERS.find((candidate) => candidate === address.get('state')) ?? 'all';
  return (
    <section aria-label={t('ads.title')} className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 pb-2">
        <h2 className="text-lg font-semibold">{t('ads.title')}</h2>
        <Link to="/fiat-ad" className={buttonStyle('primary', 'small')}>
          {t('ads.post')}
        </Link>
      </div>
      <Tabs
        look="pill"
        label={t('ads.filter')}
        value={filter}
        onChange={(chosen) => setAddress({ state: chosen }, { replace: true })}
        tabs={FILTERS.map((value) => ({
          value,
          label: t(value === 'all' ? 'ads.all' : `state.${value}`),
        }))}
      >
        <AdsOf filter={filter} />
      </Tabs>
    </section>
  );
}

function AdsOf({ filter }: { readonly filter: Filter }) {
  const t = useText('fiat-merchant');
  const list = useOwnAds(filter === 'all' ? undefined : filter);
  const actions = useOwnAdActions(list.retry);
  const [leaving, setLeaving] = useState<OwnFiatAd | null>(null);
  const [returning, setReturning] = useState<OwnFiatAd | null>(null);
  const [offered, setOffered] = useState<OwnFiatAd | null>(null);
  const empty =
    filter === 'all' ? (
      <EmptyState
        title={t('ads.empty')}
        hint={t('ads.emptyHint')}
        action={
          <Link to="/fiat-ad" className={buttonStyle('primary', 'small')}>
            {t('ads.post')}
          </Link>
        }
      />
    ) : (
      <EmptyState title={t('ads.noneSo')} hint={t('ads.noneSoHint')} />
    );
  return (
    <div className="pt-3">
      <PagedList
        list={list}
        entries={list.ads}
        label={t('ads.title')}
        loadingLabel={t('ads.loading')}
        empty={empty}
        keyOf={({ id }) => id}
      >
        {(ad) => (
          <OwnAdCard
            ad={ad}
            isPending={actions.isPending(ad.id)}
            onAct={(action) => {
              if (action === 'cancel') setLeaving(ad);
              else if (action === 'resume' && ad.side === 'sell') setOffered(ad);
              else if (action === 'resume' && needsConsent(ad)) setReturning(ad);
              else actions.act(action, ad);
            }}
          />
        )}
      </PagedList>
      <AdCancelDialog
        ad={leaving}
        onClose={() => setLeaving(null)}
        onCancel={(ad) => actions.act('cancel', ad)}
      />
      <AdResumeDialog
        ad={returning}
        onClose={() => setReturning(null)}
        onResume={(ad, accepted) => actions.act('resume', ad, accepted)}
      />
      <AdResumeSheet
        ad={offered && (list.ads.find(({ id }) => id === offered.id) ?? offered)}
        onClose={() => setOffered(null)}
        onChanged={list.retry}
      />
    </div>
  );
}
