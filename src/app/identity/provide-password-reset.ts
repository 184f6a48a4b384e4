/** Provides the password reset machine with its calls. */
import { fromPromise } from 'xstate';
import { cleanAccount } from '../../../machines/app/identity/account.rules.ts';
import type { CodeFormFields } from '../../../machines/app/identity/code-form.rules.ts';
import { passwordResetMachine } from '../../../machines/app/identity/password-reset.machine.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { codeSender } from './code-sender.ts';
import { INLINE, type FormDeps } from '../core/forms/form-deps.ts';

/** Provides the machine with its calls. */
export const providePasswordReset = (deps: FormDeps) =>
  passwordResetMachine.provide({
    actors: {
      sendCode: codeSender<CodeFormFields>(deps, 'forget_password'),
      submit: fromPromise<CallAnswer<null>, { fields: CodeFormFields }>(({ input: { fields } }) =>
        callAnswer(
          deps.api.call(
            'resetPassword',
            {
              account: cleanAccount(fields.account),
              new_password: fields.password,
              secondary_password: fields.passwordRepeated,
              auth_code: fields.code,
              type: fields.type,
              ...(fields.type === 'mobile' && { area_id: String(fields.areaId) }),
            },
            INLINE,
          ),
        ),
      ),
    },
  });
