/** The composition of the user app: session, calls, feed, cache and preferences. */
import { createActor } from 'xstate';
import { languageOf } from '../../../contract/languages.ts';
import type { Clock } from '../../../contract/time.ts';
import { createApiClient, type ApiClient } from './api/api-client.ts';
import { failureText } from './error-text.ts';
import type { KeyValueStore } from './key-value-store.ts';
import { browserPorts, type Ports } from './ports.ts';
import { createPreferenceStore, type PreferenceStore } from './preferences/preferences.ts';
import { createQueryCache, type QueryCache } from './query-cache.ts';
import { createTabLock } from './session/exclusive-lock.ts';
import { provideSession } from './session/provide-session.ts';
import { createSessionPort, type SessionActor } from './session/session-port.ts';
import { createSessionStore } from './session/session-store.ts';
import { showToast } from '../../ui/toast.ts';

/** All parts of the app, composed once. */
export interface Runtime {
  readonly page: Window;
  readonly openSocket: Ports['openSocket'];
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly preferences: PreferenceStore;
  readonly session: SessionActor;
  readonly api: ApiClient;
  readonly queries: QueryCache;
  /**
   * Shows a sentence for a moment. `isReadOut` is false if the page announces it to screen readers
   * itself.
   */
  toast(text: string, isReadOut?: boolean): void;
}

/** The same sentence is shown once, however many calls it is about. */
const toastProblem: Runtime['toast'] = (text, isReadOut = true) =>
  showToast(text, 'problem', { id: text, isReadOut });

/** @param ports those of the browser by default. */
export function createRuntime(page: Window, ports: Ports = browserPorts(page)): Runtime {
  const { transport, openSocket, clock, store } = ports;
  const preferences = createPreferenceStore(store, {
    prefersDark: page.matchMedia('(prefers-color-scheme: dark)').matches,
    wishes: page.navigator.languages,
  });

  const session: SessionActor = createActor(
    provideSession({
      api: () => api,
      store: createSessionStore(store),
      lock: createTabLock(page, 'meridian.refresh'),
    }),
  );
  const sessionPort = createSessionPort(session);
  const api = createApiClient({
    transport,
    session: sessionPort,
    language: () => languageOf(preferences.get().locale),
    failureText,
    toast: toastProblem,
  });
  const queries = createQueryCache(api, clock);
  session.on('login.requested', () => queries.forgetPrivate());
  page.addEventListener('online', () => queries.refreshFailed());
  session.start();
  return {
    page,
    openSocket,
    clock,
    store,
    preferences,
    session,
    api,
    queries,
    toast: toastProblem,
  };
}
