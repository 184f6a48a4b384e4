/** The outcome of a subscription, as far as it is known. */
import type { StakingPosition } from '../../../contract/staking/staking.ts';
import type {
  StakingFacts,
  StakingFields,
} from '../../../machines/app/staking/staking-subscription.rules.ts';
import type { SubmissionView } from '../../app/core/hooks/use-submission.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Outcome, UnknownOutcome } from '../parts/outcome.tsx';

interface SubscriptionOutcomeProps {
  readonly form: SubmissionView<StakingFields, StakingFacts, StakingPosition>;
  /** Starts a new subscription. */
  readonly onAgain: () => void;
}

const HISTORY = '/storage-currency-history';

export function SubscriptionOutcome({ form, onAgain }: SubscriptionOutcomeProps) {
  const t = useText('staking');
  const { answer } = form;
  if (answer === null)
    return (
      <UnknownOutcome
        form={form}
        hint={t('form.unknown')}
        onAbandon={() => {
          form.abandon();
          onAgain();
        }}
        records={{ to: HISTORY, text: t('mine') }}
      />
    );
  const { currency_code: code } = answer;
  return (
    <Outcome
      title={t('form.done')}
      hint={t('form.doneHint')}
      record={{ to: `${HISTORY}?id=${answer.id}`, text: t('form.record') }}
      again={{ text: t('form.again'), onPress: onAgain }}
    >
      <DetailList>
        <DetailRow name={t('amount')}>
          <Amount value={answer.amount} code={code} />
        </DetailRow>
        <DetailRow name={t('promised')}>
          <Amount value={answer.promised} code={code} />
        </DetailRow>
      </DetailList>
    </Outcome>
  );
}
