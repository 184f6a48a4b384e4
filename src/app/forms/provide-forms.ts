import { fromPromise } from 'xstate';
import { SECOND_MS, type Clock } from '../../../contract/time.ts';
import type { CodeScene, Tokens } from '../../../contract/schemas/identity.ts';
import type { CodeFormFields, CodeSent } from '../../../machines/app/code-form.machine.ts';
import { passwordResetMachine } from '../../../machines/app/password-reset.machine.ts';
import type { PasswordResetFields } from '../../../machines/app/password-reset.rules.ts';
import type { CallAnswer } from '../../../machines/app/problem.ts';
import { registrationMachine } from '../../../machines/app/registration.machine.ts';
import type { RegistrationFields } from '../../../machines/app/registration.rules.ts';
import { signInMachine } from '../../../machines/app/sign-in.machine.ts';
import type { SignInFields } from '../../../machines/app/sign-in.rules.ts';
import type { ApiClient } from '../api/api-client.ts';
import { callAnswer } from '../api/call-answer.ts';
import type { SessionActor } from '../session/session-port.ts';

export interface FormDeps {
  readonly api: ApiClient;
  readonly session: Pick<SessionActor, 'send'>;
  readonly clock: Clock;
}

const QUIET = { isQuiet: true } as const;

/** Problems are shown beside the fields, so nothing here is toasted. */
export const provideSignIn = ({ api, session }: FormDeps) =>
  signInMachine.provide({
    actors: {
      signIn: fromPromise<CallAnswer<Tokens>, { fields: SignInFields }>(({ input: { fields } }) => {
        const { account, password, loginType, areaId } = fields;
        return callAnswer(
          api.call(
            'signIn',
            {
              account,
              password,
              login_type: loginType,
              ...(loginType === '1' && { area_id: String(areaId) }),
            },
            QUIET,
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
          loginUserName: fields.account,
          loginType: fields.loginType,
        });
      },
    },
  });

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
                account: fields.account,
                password: fields.password,
                re_password: fields.passwordRepeated,
                invite_code: fields.inviteCode,
                area_id: String(fields.areaId),
                sms_code: fields.code,
                type: fields.type,
              },
              QUIET,
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
          loginUserName: fields.account,
          loginType: fields.type === 'mobile' ? '1' : '2',
        });
      },
    },
  });

export const providePasswordReset = (deps: FormDeps) =>
  passwordResetMachine.provide({
    actors: {
      sendCode: codeSender<PasswordResetFields>(deps, 'forget_password'),
      submit: fromPromise<CallAnswer<null>, { fields: PasswordResetFields }>(
        ({ input: { fields } }) =>
          callAnswer(
            deps.api.call(
              'resetPassword',
              {
                account: fields.account,
                new_password: fields.password,
                secondary_password: fields.passwordRepeated,
                auth_code: fields.code,
                type: fields.type,
                ...(fields.type === 'mobile' && { area_id: String(fields.areaId) }),
              },
              QUIET,
            ),
          ),
      ),
    },
  });

const codeSender = <Fields extends CodeFormFields>({ api, clock }: FormDeps, scene: CodeScene) =>
  fromPromise<CallAnswer<CodeSent>, { fields: Fields }>(async ({ input: { fields } }) => {
    const { type, account, areaId } = fields;
    const answer = await callAnswer(
      type === 'email'
        ? api.call('sendEmailCode', { email: account, scene }, QUIET)
        : api.call('sendSmsCode', { mobile: account, area_id: String(areaId), scene }, QUIET),
    );
    return answer.ok
      ? {
          ok: true,
          value: { resendAtMs: clock.now() + answer.value.resend_after_s * SECOND_MS },
        }
      : answer;
  });
