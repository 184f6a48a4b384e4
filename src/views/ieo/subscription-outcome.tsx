/** The outcome of a subscription to an offering, as far as it is known. */
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import type { IeoFacts, IeoFields } from '../../../machines/app/ieo/ieo-subscription.rules.ts';
import type { SubmissionView } from '../../app/core/hooks/use-submission.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DetailRow } from '../../ui/detail-list.tsx';
import { SubscriptionResult } from '../parts/subscription-result.tsx';

interface SubscriptionOutcomeProps {
  readonly form: SubmissionView<IeoFields, IeoFacts, IeoSubscription>;
  /** Shows the form again. */
  readonly onAgain: () => void;
}

export function SubscriptionOutcome({ form, onAgain }: SubscriptionOutcomeProps) {
  const t = useText('ieo');
  return (
    <SubscriptionResult area="ieo" form={form} onAgain={onAgain} to="/ieo-history">
      {({ quantity, token_code: token, paid, pay_code: pay }) => (
        <>
          <DetailRow name={t('quantity')}>
            <Amount value={quantity} code={token} />
          </DetailRow>
          <DetailRow name={t('paid')}>
            <Amount value={paid} code={pay} />
          </DetailRow>
        </>
      )}
    </SubscriptionResult>
  );
}
