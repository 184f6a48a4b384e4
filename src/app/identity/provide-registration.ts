/** Provides the registration machine with its calls. */
import { fromPromise } from 'xstate';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { cleanAccount } from '../../../machines/app/identity/account.rules.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { registrationMachine } from '../../../machines/app/identity/registration.machine.ts';
import {
  cleanInviteCode,
  type RegistrationFields,
} from '../../../machines/app/identity/registration.rules.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { codeSender } from './code-sender.ts';
import { deviceIdIn } from './device-id.ts';
import { INLINE, type FormDeps } from '../core/forms/form-deps.ts';

/** Provides the machine with its calls; success opens the session. */
export const provideRegistration = (deps: FormDeps) =>
  registrationMachine.provide({
    actors: {
      sendCode: codeSender<RegistrationFields>(deps, 'register'),
      submit: fromPromise<CallAnswer<Tokens>, { fields: RegistrationFields }>(
        ({ input: { fields } }) =>
          callAnswer(
            deps.api.call(
              'register',
              {
                account: cleanAccount(fields.account),
                password: fields.password,
                re_password: fields.passwordRepeated,
                invite_code: cleanInviteCode(fields.inviteCode),
                area_id: String(fields.areaId),
                sms_code: fields.code,
                type: fields.type,
                device_id: deviceIdIn(deps.store),
              },
              INLINE,
            ),
          ),
      ),
    },
    actions: {
      succeed: (_, { answer, fields }) => {
        if (!answer.ok) return;
        deps.session.send({
          type: 'session.opened',
          tokens: answer.value,
          loginUserName: cleanAccount(fields.account),
          loginType: fields.type === 'mobile' ? '1' : '2',
        });
      },
    },
  });
