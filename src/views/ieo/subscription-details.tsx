/** The details of one token subscription, live. */
import { Link } from 'react-router-dom';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import { useIeoSubscription } from '../../app/ieo/use-ieo-subscriptions.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { RecordState } from '../parts/record-sheet.tsx';
import { HeadedSubscription } from './headed-subscription.tsx';

/** One subscription: its result with the refund, and its name in the published lists. */
export function SubscriptionDetails({ id }: { readonly id: string }) {
  return (
    <RecordState query={useIeoSubscription(id)} missing="subscription_not_found">
      {(subscription) => (
        <>
          <HeadedSubscription subscription={subscription} />
          <Listed subscription={subscription} />
        </>
      )}
    </RecordState>
  );
}

function Listed({ subscription }: { readonly subscription: IeoSubscription }) {
  const t = useText('ieo');
  const format = useFormat();
  return (
    <>
      <DetailList>
        <DetailRow name={t('price')}>
          <Amount value={subscription.issue_price} code={subscription.pay_code} />
        </DetailRow>
        <DetailRow name={t('time')}>{format.dateTime(subscription.subscribed_at)}</DetailRow>
        <DetailRow name={t('number')}>{subscription.id}</DetailRow>
        <DetailRow name={t('proof.entry')}>
          <span className="font-mono text-xs break-all">{subscription.entry}</span>
        </DetailRow>
        <DetailRow name={t('proof.salt')}>
          <span className="font-mono text-xs break-all">{subscription.salt}</span>
        </DetailRow>
      </DetailList>
      <Link
        to={`/ieo-details?id=${subscription.offering_id}`}
        className={`${buttonStyle('secondary')} mt-4 w-full`}
      >
        {t('offering')}
      </Link>
    </>
  );
}
