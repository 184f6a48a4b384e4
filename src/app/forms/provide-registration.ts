import { fromPromise } from 'xstate';
import type { Tokens } from '../../../contract/schemas/identity.ts';
import { cleanAccount } from '../../../machines/app/account.rules.ts';
import type { CallAnswer } from '../../../machines/app/problem.ts';
import { registrationMachine } from '../../../machines/app/registration.machine.ts';
import {
  cleanInviteCode,
  type RegistrationFields,
} from '../../../machines/app/registration.rules.ts';
import { callAnswer } from '../api/call-answer.ts';
import { codeSender } from './code-sender.ts';
import { BESIDE, type FormDeps } from './form-deps.ts';

/** The registration machine with its calls; success opens the session. */
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
              },
              BESIDE,
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
