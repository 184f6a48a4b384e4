/** Registers the service worker, and ends its push subscription with the session. */
import {
  isLoggedIn,
  isPending,
  type SessionSnapshot,
} from '../../../machines/app/identity/session.selectors.ts';
import type { SessionActor } from './session/session-port.ts';

/**
 * Registers the worker that makes the app start without network; waits until the page has loaded.
 * `onFirstControl` is called when the page gets its first worker, which has not cached the page's
 * earlier requests.
 */
export function registerWorker(page: Window, onFirstControl: () => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in page.navigator)) return;
  const { serviceWorker } = page.navigator;
  if (serviceWorker.controller === null)
    serviceWorker.addEventListener('controllerchange', onFirstControl, { once: true });
  const register = () => void serviceWorker.register('/sw.js');
  if (page.document.readyState === 'complete') register();
  else page.addEventListener('load', register, { once: true });
}

/**
 * Unsubscribes this browser at the start and end of each session, so that the next user never
 * receives push messages about the previous user's orders. The push service reports the end to the
 * server at its next message, which is not delivered.
 */
export function endPushWithSession(page: Window, session: SessionActor): void {
  let wasLoggedIn: boolean | null = null;
  const look = (snapshot: SessionSnapshot) => {
    if (isPending(snapshot)) return;
    const isIn = isLoggedIn(snapshot);
    if (wasLoggedIn !== null && wasLoggedIn !== isIn) void endPush(page);
    wasLoggedIn = isIn;
  };
  look(session.getSnapshot());
  session.subscribe(look);
}

async function endPush({ navigator }: Window): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
}
