/** The outcome of a subscription, as far as it is known. */
import type { StakingPosition } from '../../../contract/staking/staking.ts';
import type {
  StakingFacts,
  StakingFields,
} from '../../../machines/app/staking/staking-subscription.rules.ts';
import type { SubmissionView } from '../../app/core/hooks/use-submission.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DetailRow } from '../../ui/detail-list.tsx';
import { SubscriptionResult } from '../parts/subscription-result.tsx';

interface SubscriptionOutcomeProps {
  readonly form: SubmissionView<StakingFields, StakingFacts, StakingPosition>;
  /** Starts a new subscription. */
  readonly onAgain: () => void;
}

export function SubscriptionOutcome({ form, onAgain }: SubscriptionOutcomeProps) {
  const t = useText('staking');
  return (
    <SubscriptionResult area="staking" form={form} onAgain={onAgain} to="/storage-currency-history">
      {({ amount, promised, currency_code: code }) => (
        <>
          <DetailRow name={t('amount')}>
            <Amount value={amount} code={code} />
          </DetailRow>
          <DetailRow name={t('promised')}>
            <Amount value={promised} code={code} />
          </DetailRow>
        </>
      )}
    </SubscriptionResult>
  );
}
