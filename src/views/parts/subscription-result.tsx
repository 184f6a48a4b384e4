/** The outcome of a form that subscribes: the record, or an unknown outcome after a lost response. */
import type { ReactNode } from 'react';
import { DetailList } from '../../ui/detail-list.tsx';
import { Outcome, UnknownOutcome, type UnknownOutcomeProps } from './outcome.tsx';

interface SubscriptionResultProps<Answer> {
  readonly form: UnknownOutcomeProps['form'] & {
    readonly answer: Answer | null;
    readonly abandon: () => void;
  };
  /** Shows the form again. */
  readonly onAgain: () => void;
  /** Page of the user's records, and its name. */
  readonly records: { readonly to: string; readonly text: string };
  readonly texts: Readonly<Record<'unknown' | 'done' | 'hint' | 'record' | 'again', string>>;
  /** Rows with the result. */
  readonly children: (answer: Answer) => ReactNode;
}

export function SubscriptionResult<Answer extends { readonly id: string }>({
  form,
  onAgain,
  records,
  texts,
  children,
}: SubscriptionResultProps<Answer>) {
  const { answer } = form;
  if (answer === null)
    return (
      <UnknownOutcome
        form={form}
        hint={texts.unknown}
        onAbandon={() => {
          form.abandon();
          onAgain();
        }}
        records={records}
      />
    );
  return (
    <Outcome
      title={texts.done}
      hint={texts.hint}
      record={{ to: `${records.to}?id=${answer.id}`, text: texts.record }}
      again={{ text: texts.again, onPress: onAgain }}
    >
      <DetailList>{children(answer)}</DetailList>
    </Outcome>
  );
}
