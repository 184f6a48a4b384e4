/** Registers the service worker, and ends its push subscription with the session. */
import {
  isLoggedIn,
  isPending,
  type SessionSnapshot,
} from '../../../machines/app/identity/session.selectors.ts';
import type { SessionActor } from '../identity/session-port.ts';

/**
 * Registers the worker that makes the app start without network; waits until the page has loaded.
 * `onFirstControl` is called when the page gets its first worker: what the page read before, the
 * worker has not kept.
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
 * Keeps the next user of this browser from push messages about the orders of the previous one: what
 * it is subscribed for ends with the session, and where one begins. The push service says so to the
 * server with the next message, which the server does not send any more.
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
