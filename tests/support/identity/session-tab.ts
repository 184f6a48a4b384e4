/** One tab of the app with the real wiring of its session; server and storage are stand-ins. */
import { expect, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { createApiClient } from '../../../src/app/core/api/api-client.ts';
import { provideSession } from '../../../src/app/core/session/provide-session.ts';
import { createSessionPort } from '../../../src/app/core/session/session-port.ts';
import { createSessionStore } from '../../../src/app/core/session/session-store.ts';
import { createMemoryBrowser } from '../memory-browser.ts';
import { SessionServer, tokensNo } from './session-server.ts';
import { eventually } from '../eventually.ts';

export function openSessionTab(server = new SessionServer(), browser = createMemoryBrowser()) {
  const clock = new SimulatedClock();
  const store = createSessionStore(browser.openTab());
  const session = createActor(provideSession({ api: () => api, store, lock: browser.lock }), {
    clock,
  });
  const toast = vi.fn<(text: string) => void>();
  const api = createApiClient({
    transport: server.transport,
    session: createSessionPort(session),
    language: () => ({ header: 'de-DE' }),
    failureText: (name, { seconds }) => `${name} after ${seconds} s`,
    toast,
  });
  const loginRequested = vi.fn<() => void>();
  session.on('login.requested', loginRequested);
  session.start();
  return { session, api, store, clock, toast, loginRequested, server, browser };
}

export type SessionTab = ReturnType<typeof openSessionTab>;

/** A tab in which Ann has signed in and her user info has arrived. */
export async function openSignedInTab(server?: SessionServer): Promise<SessionTab> {
  const tab = openSessionTab(server);
  await eventually(() => expect(tab.session.getSnapshot().matches('signedOut')).toBe(true));
  tab.session.send({
    type: 'session.opened',
    tokens: tokensNo(tab.server.good),
    loginUserName: 'ann@example.com',
    loginType: '2',
  });
  await eventually(() => expect(tab.session.getSnapshot().context.user).not.toBeNull());
  return tab;
}
