/** The hook of a console form with one call. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import type { OperatorResponseOf } from '../../../contract/operator/routes.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import {
  createSubmissionMachine,
  type SubmissionCall,
  type SubmissionFields,
} from '../../../machines/app/core/submission.machine.ts';
import { isChanged } from '../../../machines/app/operator/operator-decision.rules.ts';
import { callAnswer } from '../../app/core/api/call-answer.ts';
import type { OperatorCallName } from '../core/operator-api.ts';
import { useConsole } from '../core/runtime-context.ts';
import type { OperatorForm } from '../forms/operator-form.ts';

interface OperatorFormOptions<Fields, Answer> {
  readonly initial?: Partial<Fields>;
  readonly onSuccess?: (answer: Answer) => void;
}

/** A form that makes one call; `form` must be constant while it is shown. */
export function useOperatorForm<Name extends OperatorCallName, Fields extends SubmissionFields>(
  form: OperatorForm<Name, Fields>,
  options: OperatorFormOptions<Fields, OperatorResponseOf<Name>> = {},
) {
  type Answer = OperatorResponseOf<Name>;
  const { api, changes } = useConsole();
  const [machine] = useState(() =>
    createSubmissionMachine<Fields, null, Answer>(form.rules).provide({
      actors: {
        send: fromPromise<CallAnswer<Answer>, SubmissionCall<Fields>>(async ({ input }) => {
          const answer = await callAnswer(api.call(form.name, form.request(input.fields)));
          // The data on screen is outdated.
          if (!answer.ok && isChanged(answer.error)) changes.give();
          return answer;
        }),
      },
    }),
  );
  const [input] = useState(() => (options.initial ? { fields: options.initial } : {}));
  // Provided again at each render, so that the latest `onSuccess` is called.
  const notifying = machine.provide({
    actions: {
      succeed: (_, reply) => {
        if (!reply?.ok) return;
        options.onSuccess?.(reply.value);
        changes.give();
      },
    },
  });
  const [snapshot, send] = useMachine(notifying, { input });
  const { fields, problems, answer } = snapshot.context;
  return {
    status: snapshot.value,
    isBusy: snapshot.hasTag('busy'),
    fields,
    problems,
    answer,
    edit: (edited: Partial<Fields>) => send({ type: 'fields.edit', fields: edited }),
    // No idempotency key: the server accepts each decision once, so reloading the record shows a
    // lost answer. New messages and articles carry an id of the form.
    submit: () => send({ type: 'form.submit', intent: null, facts: null }),
    reset: () => send({ type: 'form.reset' }),
  };
}
