/** The hook of a form with one call: fields, problems, status, and the outcome of a lost response. */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TextEndpointName } from '../../../../contract/endpoints.ts';
import type { ResponseOf } from '../../../../contract/routes.ts';
import type { Problem, ProblemName } from '../../../../machines/app/core/problem.ts';
import type { SubmissionFields } from '../../../../machines/app/core/submission.machine.ts';
import type { SubmissionForm } from '../forms/submission-form.ts';
import { isOpen, submissionOf } from '../forms/submissions.ts';
import { useRuntime } from '../runtime-context.ts';

export interface SubmissionView<Fields extends SubmissionFields, Facts, Answer> {
  /**
   * unknown: it may have come true, the server is being asked; {@link SubmissionView.ask} asks at once.
   * forgotten: only the records say what became of it.
   */
  readonly status: 'editing' | 'submitting' | 'unknown' | 'forgotten' | 'done';
  readonly isBusy: boolean;
  readonly fields: Fields;
  readonly problems: readonly Problem<keyof Fields & string>[];
  /** Once done. */
  readonly answer: Answer | null;
  /** It was done while the form was not shown: nobody was told by `onSuccess`. */
  readonly wasDoneUnseen: boolean;
  /** Why the outcome is unknown. */
  readonly failure: ProblemName | null;
  readonly edit: (fields: Partial<Fields>) => void;
  readonly submit: (facts: Facts) => void;
  /** Asks what became of it; nothing is sent again. */
  readonly ask: () => void;
  readonly abandon: () => void;
  readonly reset: () => void;
}

export interface SubmissionOptions<Fields, Answer> {
  readonly initial?: Partial<Fields>;
  /** Of a form for one of several: which one its call is about, the same for as long as it shows. */
  readonly subject?: string;
  /** Told while the form shows. */
  readonly onSuccess?: (answer: Answer) => void;
}

/**
 * A form that makes one call. `form` is one of `src/app`, the same for as long as it shows. What was sent
 * with a key outlives the form: shown again, it says what became of it.
 */
export function useSubmission<
  Name extends TextEndpointName,
  Fields extends SubmissionFields,
  Facts,
>(
  form: SubmissionForm<Name, Fields, Facts>,
  options: SubmissionOptions<Fields, ResponseOf<Name>> = {},
): SubmissionView<Fields, Facts, ResponseOf<Name>> {
  const runtime = useRuntime();
  const [submission] = useState(() => submissionOf(runtime, form, options));
  const { actor } = submission;
  const snapshot = useSelector(actor, (current) => current);
  const tell = useEffectEvent((answer: ResponseOf<Name>) => options.onSuccess?.(answer));
  useEffect(() => submission.onSuccess((answer) => tell(answer)), [submission]);
  useEffect(() => {
    if (!isOpen(snapshot.value)) submission.letGo();
  }, [submission, snapshot]);
  const { fields, problems, answer, failure } = snapshot.context;
  return {
    status: snapshot.value,
    isBusy: snapshot.hasTag('busy'),
    fields,
    problems,
    answer,
    wasDoneUnseen: snapshot.value === 'done' && submission.wasUnheard(),
    failure,
    edit: (changes) => actor.send({ type: 'fields.edit', fields: changes }),
    submit: submission.submit,
    ask: () => actor.send({ type: 'outcome.ask' }),
    abandon() {
      submission.letGo();
      actor.send({ type: 'form.abandon' });
      if (options.initial) actor.send({ type: 'fields.edit', fields: options.initial });
    },
    reset: () => actor.send({ type: 'form.reset' }),
  };
}
