/** The screen of the user's token subscriptions by state; `?id=` opens one. */
import { Link, useSearchParams } from 'react-router-dom';
import { SUBSCRIPTION_STATES, type SubscriptionState } from '../../../contract/ieo/ieo-kinds.ts';
import { useIeoSubscriptions } from '../../app/ieo/use-ieo-subscriptions.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/state-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAddressChoice } from '../parts/filter-bar.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { RecordSheet } from '../parts/record-sheet.tsx';
import { WalletScreen } from '../parts/wallet-screen.tsx';
import { SubscriptionDetails } from './subscription-details.tsx';
import { SubscriptionRow } from './subscription-row.tsx';

/** /ieo-history: every subscription, the newest first. */
export function SubscriptionsScreen() {
  const t = useText('ieo');
  const [address] = useSearchParams();
  const choose = useAddressChoice();
  const state: SubscriptionState =
    SUBSCRIPTION_STATES.find((known) => known === address.get('state')) ?? 'committed';
  return (
    <WalletScreen title={t('mine')} backTo="/ieo-list" scrollKey="ieo-subscriptions">
      <Tabs
        label={t('mine')}
        value={state}
        onChange={(chosen) => choose('state', chosen === 'committed' ? '' : chosen)}
        tabs={SUBSCRIPTION_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      >
        <Subscriptions key={state} state={state} />
      </Tabs>
      <RecordSheet title={t('details')}>{(id) => <SubscriptionDetails id={id} />}</RecordSheet>
    </WalletScreen>
  );
}

function Subscriptions({ state }: { readonly state: SubscriptionState }) {
  const t = useText('ieo');
  const list = useIeoSubscriptions(state);
  return (
    <PagedList
      list={list}
      entries={list.subscriptions}
      label={t(`state.${state}`)}
      loadingLabel={t('loading')}
      empty={
        <EmptyState
          title={t(`empty.${state}`)}
          hint={t('emptyHint')}
          action={
            <Link to="/ieo-list" className={buttonStyle('primary', 'small')}>
              {t('list')}
            </Link>
          }
        />
      }
      keyOf={({ id }) => id}
    >
      {(subscription) => <SubscriptionRow subscription={subscription} />}
    </PagedList>
  );
}
