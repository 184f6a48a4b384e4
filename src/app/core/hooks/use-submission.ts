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
   * unknown: the command may have been carried out, and the outcome is being queried;
   * {@link SubmissionView.ask} queries immediately. forgotten: only the records show the outcome.
   */
  readonly status: 'editing' | 'submitting' | 'unknown' | 'forgotten' | 'done';
  readonly isBusy: boolean;
  readonly fields: Fields;
  readonly problems: readonly Problem<keyof Fields & string>[];
  /** Null until done. */
  readonly answer: Answer | null;
  /** Whether it was done while the form was not shown, so that `onSuccess` was not called. */
  readonly wasDoneUnseen: boolean;
  /** Reason for which the outcome is unknown. */
  readonly failure: ProblemName | null;
  readonly edit: (fields: Partial<Fields>) => void;
  readonly submit: (facts: Facts) => void;
  /** Queries the outcome; nothing is sent again. */
  readonly ask: () => void;
  readonly abandon: () => void;
  readonly reset: () => void;
}

interface SubmissionOptions<Fields, Answer> {
  readonly initial?: Partial<Fields>;
  /** The record that the call is about, if there are several; constant while the form is shown. */
  readonly subject?: string;
  /** Only called while the form is shown. */
  readonly onSuccess?: (answer: Answer) => void;
}

/**
 * A form that makes one call. `form` must be constant while it is shown. A submission with an
 * idempotency key outlives the form, which shows its outcome when it is opened again.
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
  const notify = useEffectEvent((answer: ResponseOf<Name>) => options.onSuccess?.(answer));
  useEffect(() => submission.onSuccess((answer) => notify(answer)), [submission]);
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
