/** Signs the live socket in with each new access token of the session. */
import { usableAccess } from '../../../../machines/app/identity/session.selectors.ts';
import type { Feed } from '../../../../streams/feed.ts';
import type { SessionActor } from '../../identity/session-port.ts';

/** Gives the feed the access token of the session, each newer one, and takes it away at the end. */
export function followSession(user: Feed['user'], session: SessionActor): void {
  const follow = () => user.setToken(usableAccess(session.getSnapshot())?.accessToken ?? null);
  session.subscribe(follow);
  follow();
}

/** The live socket's token was refused: as after a refused call, the session gets a newer one. */
export function reportRefusedToken(session: SessionActor, token: string): void {
  const access = usableAccess(session.getSnapshot());
  if (access?.accessToken !== token) return;
  session.send({ type: 'token.refused', generation: access.generation });
}
