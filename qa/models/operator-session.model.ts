/** Alphabet of the session of the operator console. */
import { operatorSessionMachine } from '../../machines/app/operator/operator-session.machine.ts';
import { defineModel, stateAnd } from './model.ts';

const access = { token: 'token-1', name: 'Olga', account: 'olga@example.com' };

export const operatorSessionModel = defineModel({
  name: 'operator-session',
  machine: operatorSessionMachine,
  input: undefined,
  cases: [
    { event: { type: 'session.opened', access }, by: 'user', label: 'the operator signs in' },
    { event: { type: 'session.signOut' }, by: 'user', label: 'the operator signs out' },
    {
      event: { type: 'session.ended', token: access.token },
      by: 'system',
      label: 'the server has ended the session',
    },
    {
      event: { type: 'session.ended', token: 'token-0' },
      by: 'system',
      label: 'an answer to an earlier session arrives',
    },
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.absence, snapshot.context.access !== null),
  stateLabels: {
    signedOut: 'the sign-in form shows',
    signedIn: 'the console shows',
  },
  limit: 100,
});
