/** The hook of a console form with one call. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import type {
  OperatorRequestInput,
  OperatorResponseOf,
} from '../../../contract/operator/routes.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import {
  createSubmissionMachine,
  type SubmissionCall,
  type SubmissionFields,
  type SubmissionRules,
} from '../../../machines/app/core/submission.machine.ts';
import { isChanged } from '../../../machines/app/operator/operator-decision.rules.ts';
import { callAnswer } from '../../app/core/api/call-answer.ts';
import type { OperatorCallName } from '../api/operator-api.ts';
import { useConsole } from '../runtime-context.ts';

/** A form of the console and the call it makes. */
export interface OperatorForm<Name extends OperatorCallName, Fields extends SubmissionFields> {
  readonly name: Name;
  readonly rules: SubmissionRules<Fields, null>;
  request(fields: Fields): OperatorRequestInput<Name>;
}

export interface OperatorFormOptions<Fields, Answer> {
  readonly initial?: Partial<Fields>;
  readonly onSuccess?: (answer: Answer) => void;
}

/** A form that makes one call; `form` is the same for as long as it shows. */
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
          // What is on screen is not how it is any more.
          if (!answer.ok && isChanged(answer.error)) changes.give();
          return answer;
        }),
      },
    }),
  );
  const [input] = useState(() => (options.initial ? { fields: options.initial } : {}));
  // Given again each time, so that it is the latest `onSuccess` that is told.
  const told = machine.provide({
    actions: {
      succeed: (_, reply) => {
        if (!reply?.ok) return;
        options.onSuccess?.(reply.value);
        changes.give();
      },
    },
  });
  const [snapshot, send] = useMachine(told, { input });
  const { fields, problems, answer } = snapshot.context;
  return {
    status: snapshot.value,
    isBusy: snapshot.hasTag('busy'),
    fields,
    problems,
    answer,
    edit: (edited: Partial<Fields>) => send({ type: 'fields.edit', fields: edited }),
    // The server takes each decision once: a lost answer is looked up by reading the record again, and what is new
    // (a message, an article) is named by the form.
    submit: () => send({ type: 'form.submit', intent: null, facts: null }),
    reset: () => send({ type: 'form.reset' }),
  };
}
