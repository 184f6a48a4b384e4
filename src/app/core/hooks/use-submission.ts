import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../../contract/endpoints.ts';
import type { ResponseOf } from '../../../../contract/routes.ts';
import type { Problem, ProblemName } from '../../../../machines/app/core/problem.ts';
import type { SubmissionFields } from '../../../../machines/app/core/submission.machine.ts';
import { commandDepsOf } from '../forms/provide-command-outcome.ts';
import { provideSubmission, type SubmissionForm } from '../forms/submission-form.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
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
  readonly onSuccess?: (answer: Answer) => void;
}

/** A form that makes one call. `form` is one of `src/app`, the same for as long as it shows. */
export function useSubmission<
  Name extends TextEndpointName,
  Fields extends SubmissionFields,
  Facts,
>(
  form: SubmissionForm<Name, Fields, Facts>,
  options: SubmissionOptions<Fields, ResponseOf<Name>> = {},
): SubmissionView<Fields, Facts, ResponseOf<Name>> {
  const runtime = useRuntime();
  const { api } = runtime;
  const [machine] = useState(() => provideSubmission(form, commandDepsOf(runtime)));
  const { takesKey }: Endpoint = ENDPOINTS[form.name];
  const [input] = useState(() => (options.initial ? { fields: options.initial } : {}));
  // Given anew each time, so that it is the latest `onSuccess` that is told.
  const told = machine.provide({
    actions: {
      succeed: (_, reply) => {
        if (reply?.ok) options.onSuccess?.(reply.value);
      },
    },
  });
  const [snapshot, send] = useMachine(told, { input });
  const { fields, problems, answer, failure } = snapshot.context;
  return {
    status: snapshot.value,
    isBusy: snapshot.hasTag('busy'),
    fields,
    problems,
    answer,
    failure,
    edit: (changes) => send({ type: 'fields.edit', fields: changes }),
    submit: (facts) =>
      send({
        type: 'form.submit',
        intent: takesKey ? { key: newIdempotencyKey(), expiresAt: api.commandExpiry() } : null,
        facts,
      }),
    ask: () => send({ type: 'outcome.ask' }),
    abandon: () => send({ type: 'form.abandon' }),
    reset: () => send({ type: 'form.reset' }),
  };
}
