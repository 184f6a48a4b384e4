/** Provides the sign-in machine with its call. */
import { fromPromise } from 'xstate';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { cleanAccount } from '../../../machines/app/identity/account.rules.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { signInMachine } from '../../../machines/app/identity/sign-in.machine.ts';
import type { SignInFields } from '../../../machines/app/identity/sign-in.rules.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { INLINE, type FormDeps } from '../core/forms/form-deps.ts';

/** Provides the sign-in machine with its call; success opens the session. */
export const provideSignIn = ({ api, session }: FormDeps) =>
  signInMachine.provide({
    actors: {
      signIn: fromPromise<CallAnswer<Tokens>, { fields: SignInFields }>(({ input: { fields } }) => {
        const { password, loginType, areaId } = fields;
        return callAnswer(
          api.call(
            'signIn',
            {
              account: cleanAccount(fields.account),
              password,
              login_type: loginType,
              ...(loginType === '1' && { area_id: String(areaId) }),
            },
            INLINE,
          ),
        );
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
