/** Provides the sign-in machine with its call. */
import { fromPromise } from 'xstate';
import { cleanAccount } from '../../../machines/app/identity/account.rules.ts';
import { signInMachine } from '../../../machines/app/identity/sign-in.machine.ts';
import {
  CODE_REFUSALS,
  type SignInAnswer,
  type SignInFields,
} from '../../../machines/app/identity/sign-in.rules.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { INLINE, type FormDeps } from '../core/forms/form-deps.ts';
import { deviceIdIn } from './device-id.ts';

/** Provides the sign-in machine with its call; success opens the session. */
export const provideSignIn = ({ api, session, clock, store }: FormDeps) =>
  signInMachine.provide({
    actors: {
      signIn: fromPromise<SignInAnswer, { fields: SignInFields }>(async ({ input: { fields } }) => {
        const { password, loginType, areaId, code } = fields;
        const answer = await callAnswer(
          api.call(
            'signIn',
            {
              account: cleanAccount(fields.account),
              password,
              login_type: loginType,
              device_id: deviceIdIn(store),
              ...(loginType === '1' && { area_id: String(areaId) }),
              ...(code !== '' && { sms_code: code }),
            },
            { ...INLINE, expected: CODE_REFUSALS },
          ),
        );
        return { answer, atMs: clock.now() };
      }),
    },
    actions: {
      succeed: (_, { answer, fields }) => {
        if (!answer.ok) return;
        session.send({
          type: 'session.opened',
          tokens: answer.value,
          loginUserName: cleanAccount(fields.account),
          loginType: fields.loginType,
        });
      },
    },
  });
