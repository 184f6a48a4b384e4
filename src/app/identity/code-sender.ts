/** The actor that sends a verification code and notes the time of the next one. */
import { fromPromise } from 'xstate';
import { SECOND_MS } from '../../../contract/time.ts';
import type { CodeScene } from '../../../contract/identity/identity.ts';
import { cleanAccount } from '../../../machines/app/identity/account.rules.ts';
import type { CodeSent } from '../../../machines/app/identity/code-form.machine.ts';
import type { CodeFormFields } from '../../../machines/app/identity/code-form.rules.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { INLINE, type FormDeps } from '../core/forms/form-deps.ts';

/**
 * Sends a code for `scene` to the form's account, and stores the time at which the next can be
 * requested.
 */
export const codeSender = <Fields extends CodeFormFields>(
  { api, clock }: FormDeps,
  scene: CodeScene,
) =>
  fromPromise<CallAnswer<CodeSent>, { fields: Fields }>(async ({ input: { fields } }) => {
    const { type, areaId } = fields;
    const account = cleanAccount(fields.account);
    const answer = await callAnswer(
      type === 'email'
        ? api.call('sendEmailCode', { email: account, scene }, INLINE)
        : api.call('sendSmsCode', { mobile: account, area_id: String(areaId), scene }, INLINE),
    );
    return answer.ok
      ? {
          ok: true,
          value: { resendAtMs: clock.now() + answer.value.resend_after_s * SECOND_MS },
        }
      : answer;
  });
