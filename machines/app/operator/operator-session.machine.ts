/** The session of the operator console. There is no refresh: after the idle time the operator must sign in again. */
import { assign, setup } from 'xstate';
import { effect } from '../core/actors.ts';

export interface OperatorAccess {
  readonly token: string;
  readonly name: string;
  readonly account: string;
}

/** Reason for which no operator is signed in. */
type OperatorAbsence = 'never' | 'signedOut' | 'ended';

interface OperatorSessionContext {
  readonly access: OperatorAccess | null;
  readonly absence: OperatorAbsence;
}

type OperatorSessionEvent =
  /** Opened by a sign-in, or by the session that this tab has stored. */
  | { readonly type: 'session.opened'; readonly access: OperatorAccess }
  | { readonly type: 'session.signOut' }
  /** The server rejects `token`. */
  | { readonly type: 'session.ended'; readonly token: string };

export const operatorSessionMachine = setup({
  types: {
    context: {} as OperatorSessionContext,
    events: {} as OperatorSessionEvent,
  },
  guards: {
    isCurrent: ({ context }, { token }: { token: string }) => context.access?.token === token,
  },
  actions: {
    open: assign((_, { access }: { access: OperatorAccess }) => ({ access })),
    close: assign((_, { absence }: { absence: OperatorAbsence }) => ({ access: null, absence })),
    // Effects: names only, run by the console.
    keep: effect<{ access: OperatorAccess | null }>(),
    notifyServer: effect<{ token: string | undefined }>(),
  },
}).createMachine({
  id: 'operatorSession',
  description: 'The operator who is signed in to the console.',
  context: { access: null, absence: 'never' },
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'The sign-in form shows.',
      on: {
        'session.opened': {
          description: 'An operator has signed in, now or before this tab was loaded again.',
          target: 'signedIn',
          actions: [
            { type: 'open', params: ({ event }) => event },
            { type: 'keep', params: ({ event }) => event },
          ],
        },
      },
    },
    signedIn: {
      description: 'The console shows.',
      on: {
        'session.signOut': {
          description: 'The operator signs out, and the server ends the session.',
          target: 'signedOut',
          actions: [
            { type: 'notifyServer', params: ({ context }) => ({ token: context.access?.token }) },
            { type: 'close', params: { absence: 'signedOut' } },
            { type: 'keep', params: { access: null } },
          ],
        },
        'session.ended': {
          description: 'The session was idle too long, or ended elsewhere.',
          guard: { type: 'isCurrent', params: ({ event }) => event },
          target: 'signedOut',
          actions: [
            { type: 'close', params: { absence: 'ended' } },
            { type: 'keep', params: { access: null } },
          ],
        },
      },
    },
  },
});
