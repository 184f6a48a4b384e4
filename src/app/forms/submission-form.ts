import { fromPromise } from 'xstate';
import { ENDPOINTS, type Endpoint, type TextEndpointName } from '../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { CallAnswer } from '../../../machines/app/problem.ts';
import {
  createSubmissionMachine,
  type SubmissionCall,
  type SubmissionFields,
  type SubmissionRules,
} from '../../../machines/app/submission.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { callAnswer } from '../api/call-answer.ts';
import { BESIDE } from './form-deps.ts';

/** A form and the call it makes. */
export interface SubmissionForm<
  Name extends TextEndpointName,
  Fields extends SubmissionFields,
  Facts,
> {
  readonly name: Name;
  readonly rules: SubmissionRules<Fields, Facts>;
  request(fields: Fields): RequestInput<Name>;
  /** The key of these very fields, where it must outlive a try: else each try has its own. */
  keyOf?(fields: Fields): string;
}

/** The form's machine with its call. */
export function provideSubmission<
  Name extends TextEndpointName,
  Fields extends SubmissionFields,
  Facts,
>(form: SubmissionForm<Name, Fields, Facts>, api: ApiClient) {
  type Answer = ResponseOf<Name>;
  const { takesKey }: Endpoint = ENDPOINTS[form.name];
  return createSubmissionMachine<Fields, Facts, Answer>(form.rules).provide({
    actors: {
      send: fromPromise<CallAnswer<Answer>, SubmissionCall<Fields>>(({ input }) =>
        callAnswer(
          api.call(form.name, form.request(input.fields), {
            ...BESIDE,
            ...(takesKey && { idempotencyKey: form.keyOf?.(input.fields) ?? input.key }),
          }),
        ),
      ),
    },
  });
}
