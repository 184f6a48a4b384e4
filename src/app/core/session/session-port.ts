/** Adapts the session machine to the port that the API client uses for tokens. */
import { waitFor, type ActorRefFrom } from 'xstate';
import type { sessionMachine } from '../../../../machines/app/identity/session.machine.ts';
import { isRefreshing, usableAccess } from '../../../../machines/app/identity/session.selectors.ts';
import type { SessionPort } from '../api/api-client.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

/**
 * Creates the calls' view of the session. Calls wait for the machine; this code has no state of its
 * own.
 */
export function createSessionPort(session: SessionActor): SessionPort {
  return {
    async access() {
      return usableAccess(await waitFor(session, (snapshot) => !snapshot.matches('booting')));
    },
    async renewed({ generation, signIn }) {
      session.send({ type: 'token.refused', generation });
      const access = usableAccess(await waitFor(session, (snapshot) => !isRefreshing(snapshot)));
      if (access === null || access.generation === generation) return null;
      // A call of one user must never be sent with the session of the next.
      return access.signIn === signIn ? access : null;
    },
    ended: (generation) => session.send({ type: 'session.ended', generation }),
    missed: () => session.send({ type: 'login.missed' }),
  };
}
