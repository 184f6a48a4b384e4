/** The outcome of a subscription to an offering, as far as it is known. */
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import type { IeoFacts, IeoFields } from '../../../machines/app/ieo/ieo-subscription.rules.ts';
import type { SubmissionView } from '../../app/core/hooks/use-submission.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Outcome, UnknownOutcome } from '../parts/outcome.tsx';

interface SubscriptionOutcomeProps {
  readonly form: SubmissionView<IeoFields, IeoFacts, IeoSubscription>;
  /** Shows the form again. */
  readonly onAgain: () => void;
}

const HISTORY = '/ieo-history';

export function SubscriptionOutcome({ form, onAgain }: SubscriptionOutcomeProps) {
  const t = useText('ieo');
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
  return (
    <Outcome
      title={t('form.done')}
      hint={t('form.doneHint')}
      record={{ to: `${HISTORY}?id=${answer.id}`, text: t('form.record') }}
      again={{ text: t('form.again'), onPress: onAgain }}
    >
      <DetailList>
        <DetailRow name={t('quantity')}>
          <Amount value={answer.quantity} code={answer.token_code} />
        </DetailRow>
        <DetailRow name={t('paid')}>
          <Amount value={answer.paid} code={answer.pay_code} />
        </DetailRow>
      </DetailList>
    </Outcome>
  );
}
