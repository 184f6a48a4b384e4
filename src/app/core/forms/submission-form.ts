/** Describes a form with one call, and provides the actors of its machine. */
import { fromPromise } from 'xstate';
import { assert } from '../../../../contract/assert.ts';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import type { KeyedPath } from '../../../../contract/schemas/command.ts';
import type { CallAnswer } from '../../../../machines/app/core/problem.ts';
import {
  createSubmissionMachine,
  type SubmissionCall,
  type SubmissionFields,
  type SubmissionRules,
} from '../../../../machines/app/core/submission.machine.ts';
import { callAnswer } from '../api/call-answer.ts';
import type { DraftRule } from './drafts.ts';
import { INLINE } from './form-deps.ts';
import {
  provideCommandOutcome,
  type CommandDeps,
  type ReadRecord,
} from './provide-command-outcome.ts';

/** A form and its call. */
export interface SubmissionForm<
  Name extends TextEndpointName,
  Fields extends SubmissionFields,
  Facts,
> {
  readonly name: Name;
  readonly rules: SubmissionRules<Fields, Facts>;
  request(fields: Fields): RequestInput<Name>;
  /** The fields that a user who comes back finds as they were typed, until the form succeeds. */
  readonly draft?: DraftRule<keyof Fields & string>;
  /** Reads the lost answer of a call with an idempotency key. */
  readonly readRecord?: ReadRecord<ResponseOf<Name>>;
}

/** Provides the form's machine with its calls. */
export function provideSubmission<
  Name extends TextEndpointName,
  Fields extends SubmissionFields,
  Facts,
>(form: SubmissionForm<Name, Fields, Facts>, deps: CommandDeps) {
  type Answer = ResponseOf<Name>;
  const { name, readRecord } = form;
  const { takesKey }: Endpoint = ENDPOINTS[name];
  assert(
    (takesKey === true) === (readRecord !== undefined),
    `${name}: forms of calls that take a key, and no others, read its record`,
  );
  const machine = createSubmissionMachine<Fields, Facts, Answer>(form.rules).provide({
    actors: {
      send: fromPromise<CallAnswer<Answer>, SubmissionCall<Fields>>(({ input }) =>
        callAnswer(
          deps.api.call(name, form.request(input.fields), {
            ...INLINE,
            ...(input.intent && { command: input.intent }),
          }),
        ),
      ),
    },
  });
  if (readRecord === undefined) return machine;
  const findOutcome = provideCommandOutcome<Answer>(
    ENDPOINTS[name].path as KeyedPath,
    readRecord,
    deps,
  );
  return machine.provide({ actors: { findOutcome } });
}
