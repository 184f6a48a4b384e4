/** The screen of the user's token subscriptions by state; `?id=` opens one. */
import { SUBSCRIPTION_STATES, type SubscriptionState } from '../../../contract/ieo/ieo-kinds.ts';
import { useIeoSubscriptions } from '../../app/ieo/use-ieo-subscriptions.ts';
import { useText } from '../../i18n/use-text.ts';
import { RecordsByState, StateRecords } from '../parts/records-by-state.tsx';
import { SubscriptionDetails } from './subscription-details.tsx';
import { SubscriptionRow } from './subscription-row.tsx';

/** /ieo-history: every subscription, the newest first. */
export function SubscriptionsScreen() {
  const t = useText('ieo');
  return (
    <RecordsByState
      title={t('mine')}
      backTo="/ieo-list"
      scrollKey="ieo-subscriptions"
      states={SUBSCRIPTION_STATES}
      labelOf={(state) => t(`state.${state}`)}
      detailsTitle={t('details')}
      details={SubscriptionDetails}
    >
      {(state) => <Subscriptions key={state} state={state} />}
    </RecordsByState>
  );
}

function Subscriptions({ state }: { readonly state: SubscriptionState }) {
  const t = useText('ieo');
  const list = useIeoSubscriptions(state);
  return (
    <StateRecords
      list={list}
      entries={list.subscriptions}
      label={t(`state.${state}`)}
      loadingLabel={t('loading')}
      empty={{
        title: t(`empty.${state}`),
        hint: t('emptyHint'),
        to: '/ieo-list',
        toText: t('list'),
      }}
      keyOf={({ id }) => id}
    >
      {(subscription) => <SubscriptionRow subscription={subscription} />}
    </StateRecords>
  );
}
