/** The outcome of a form that subscribes: the record, or an unknown outcome after a lost response. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { DetailList } from '../../ui/detail-list.tsx';
import { Outcome, UnknownOutcome, type UnknownOutcomeProps } from './outcome.tsx';

interface SubscriptionResultProps<Answer> {
  /** Area with the texts. */
  readonly area: 'ieo' | 'staking';
  readonly form: UnknownOutcomeProps['form'] & {
    readonly answer: Answer | null;
    readonly abandon: () => void;
  };
  /** Shows the form again. */
  readonly onAgain: () => void;
  /** Path of the user's records. */
  readonly to: string;
  /** Rows with the result. */
  readonly children: (answer: Answer) => ReactNode;
}

export function SubscriptionResult<Answer extends { readonly id: string }>({
  area,
  form,
  onAgain,
  to,
  children,
}: SubscriptionResultProps<Answer>) {
  const t = useText(area);
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
        records={{ to, text: t('mine') }}
      />
    );
  return (
    <Outcome
      title={t('form.done')}
      hint={t('form.doneHint')}
      record={{ to: `${to}?id=${answer.id}`, text: t('form.record') }}
      again={{ text: t('form.again'), onPress: onAgain }}
    >
      <DetailList>{children(answer)}</DetailList>
    </Outcome>
  );
}
