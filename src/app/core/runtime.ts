import { createActor } from 'xstate';
import { languageOf } from '../../../contract/languages.ts';
import type { Clock } from '../../../contract/time.ts';
import { createApiClient, type ApiClient } from './api/api-client.ts';
import { createTransport } from './api/choose-transport.ts';
import { failureText } from './error-text.ts';
import { createBrowserStore, type KeyValueStore } from './key-value-store.ts';
import { createPreferenceStore, type PreferenceStore } from './preferences/preferences.ts';
import { createQueryCache, type QueryCache } from './query-cache.ts';
import { createTabLock } from '../identity/exclusive-lock.ts';
import { provideSession } from '../identity/provide-session.ts';
import { createSessionPort, type SessionActor } from '../identity/session-port.ts';
import { createSessionStore } from '../identity/session-store.ts';
import { showToast } from '../../ui/toast.ts';

/** Everything the app is made of, put together once. */
export interface Runtime {
  readonly page: Window;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly preferences: PreferenceStore;
  readonly session: SessionActor;
  readonly api: ApiClient;
  readonly queries: QueryCache;
  /** Shows a sentence for a moment. `isReadOut` is false where the page says it to listeners by itself. */
  toast(text: string, isReadOut?: boolean): void;
}

/** The same sentence is on screen once, however many calls it is about. */
const toastProblem: Runtime['toast'] = (text, isReadOut = true) =>
  showToast(text, 'problem', { id: text, isReadOut });

export function createRuntime(page: Window): Runtime {
  const clock: Clock = { now: () => Date.now() };
  const store = createBrowserStore(page);
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
    transport: createTransport(),
    session: sessionPort,
    language: () => languageOf(preferences.get().locale),
    failureText,
    toast: toastProblem,
  });
  const queries = createQueryCache(api, clock);
  session.on('login.requested', () => queries.forgetPrivate());
  session.start();
  return {
    page,
    clock,
    store,
    preferences,
    session,
    api,
    queries,
    toast: toastProblem,
  };
}
