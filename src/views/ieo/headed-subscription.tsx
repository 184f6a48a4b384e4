/** A subscription: quantity and state, then its payment, or its tokens and refund. */
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import { useSubscriptionLifecycle } from '../../app/ieo/use-ieo-subscriptions.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { RecordHead } from '../parts/record-head.tsx';

export function HeadedSubscription({ subscription }: { readonly subscription: IeoSubscription }) {
  const t = useText('ieo');
  const { isCommitted, isSettled } = useSubscriptionLifecycle(subscription);
  const { state, token_code: code, pay_code: payCode, allocated, cost, refund } = subscription;
  return (
    <>
      <RecordHead
        amount={<Amount value={subscription.quantity} code={code} />}
        tone={isCommitted ? 'accent' : isSettled ? 'up' : 'neutral'}
        state={t(`state.${state}`)}
        hint={t(`hint.${state}`)}
      />
      <DetailList>
        <DetailRow name={t('paid')}>
          <Amount value={subscription.paid} code={payCode} />
        </DetailRow>
        {allocated !== null && (
          <DetailRow name={t('allocated')}>
            <Amount value={allocated} code={code} />
          </DetailRow>
        )}
        {cost !== null && (
          <DetailRow name={t('cost')}>
            <Amount value={cost} code={payCode} />
          </DetailRow>
        )}
        {refund !== null && (
          <DetailRow name={t('refund')}>
            <Amount value={refund} code={payCode} />
          </DetailRow>
        )}
      </DetailList>
    </>
  );
}
