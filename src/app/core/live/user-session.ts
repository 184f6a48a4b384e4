/** Signs the live socket in with each new access token of the session. */
import { usableAccess } from '../../../../machines/app/identity/session.selectors.ts';
import type { Feed } from '../../../../streams/feed.ts';
import type { SessionActor } from '../session/session-port.ts';

/** Passes the session's access token and each newer one to the feed, and removes it at the end. */
export function followSession(user: Feed['user'], session: SessionActor): void {
  const follow = () => user.setToken(usableAccess(session.getSnapshot())?.accessToken ?? null);
  session.subscribe(follow);
  follow();
}

/**
 * Reports a token that the live socket rejected, so that the session renews it as after a refused
 * call.
 */
export function reportRefusedToken(session: SessionActor, token: string): void {
  const access = usableAccess(session.getSnapshot());
  if (access?.accessToken !== token) return;
  session.send({ type: 'token.refused', generation: access.generation });
}
