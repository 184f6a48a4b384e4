/** Alphabet of the sign-in form. */
import { signInMachine } from '../../machines/app/identity/sign-in.machine.ts';
import { signInProblems } from '../../machines/app/identity/sign-in.rules.ts';
import { actorDone, actorFailed, defineModel, stateAnd } from './model.ts';

const account = 'ann@example.com';

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
      event: actorDone('signIn', {
        ok: true,
        value: { accessToken: 'access', refreshToken: 'refresh' },
      }),
      by: 'system',
      label: 'the server accepts the password',
    },
    {
      event: actorDone('signIn', { ok: false, error: 'credentials_incorrect' }),
      by: 'system',
      label: 'the server refuses the password',
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
      snapshot.context.problems.length > 0,
    ),
  stateLabels: {
    editing: 'the form can be edited',
    submitting: 'the form waits for the server',
    done: 'the person is signed in',
  },
  limit: 1_000,
});
