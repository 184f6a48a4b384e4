/** Alphabet of the sign-in form. */
import { signInMachine } from '../../machines/app/identity/sign-in.machine.ts';
import { signInCodeProblems, signInProblems } from '../../machines/app/identity/sign-in.rules.ts';
import type { SignInAnswer } from '../../machines/app/identity/sign-in.rules.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

const account = 'ann@example.com';
/** The time of every answer, and the wait for the next code. */
const AT_MS = 0;
const WAIT_S = 60;
const RESEND_AT_MS = 60_000;

const answered = (answer: SignInAnswer['answer']) => actorDone('signIn', { answer, atMs: AT_MS });

export const signInModel = defineModel({
  name: 'sign-in',
  machine: signInMachine,
  input: {},
  cases: [
    {
      event: { type: 'fields.edit', fields: { account, password: 'Meridian1' } },
      by: 'user',
      label: 'the user fills the form in',
    },
    {
      event: { type: 'fields.edit', fields: { password: '' } },
      by: 'user',
      label: 'the user empties the password',
    },
    { event: { type: 'form.submit' }, by: 'user', label: 'the user submits the form' },
    {
      event: { type: 'fields.edit', fields: { code: '123456' } },
      by: 'user',
      label: 'the user enters a code',
    },
    {
      event: { type: 'code.request', nowMs: RESEND_AT_MS },
      by: 'user',
      label: 'the user asks for another code',
    },
    {
      event: { type: 'code.request', nowMs: RESEND_AT_MS - 1 },
      by: 'user',
      label: 'the user asks for another code before the wait is over',
    },
    { event: { type: 'form.back' }, by: 'user', label: 'the user goes back to the password' },
    {
      event: answered({ ok: true, value: { accessToken: 'access', refreshToken: 'refresh' } }),
      by: 'system',
      label: 'the server accepts',
    },
    {
      event: answered({ ok: false, error: 'credentials_incorrect' }),
      by: 'system',
      label: 'the server refuses the password',
    },
    {
      event: answered({ ok: false, error: 'google_code_required' }),
      by: 'system',
      label: 'the server asks for a code of the authenticator',
    },
    {
      event: answered({ ok: false, error: 'device_code_required', retryAfterS: WAIT_S }),
      by: 'system',
      label: 'the server sends a code to the new device',
    },
    {
      event: answered({ ok: false, error: 'code_incorrect' }),
      by: 'system',
      label: 'the server refuses the code',
    },
    {
      event: actorFailed('signIn', 'unforeseen'),
      by: 'system',
      label: 'the call fails unexpectedly',
    },
  ],
  key: (snapshot) =>
    stateAnd(
      snapshot,
      signInProblems(snapshot.context.fields).length === 0,
      signInCodeProblems(snapshot.context.fields, snapshot.context.codeKind).length === 0,
      snapshot.context.codeKind,
      snapshot.context.problems.length > 0,
    ),
  stateLabels: {
    editing: 'the form can be edited',
    submitting: 'the form waits for the server',
    askingCode: 'the form asks for a code',
    checkingCode: 'the form waits for the check of the code',
    done: 'the person is signed in',
  },
  limit: 1_000,
});
