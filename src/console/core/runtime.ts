/** The composition of the operator console: session, calls, preferences and drafts. */
import { createActor, type ActorRefFrom } from 'xstate';
import { languageOf } from '../../../contract/languages.ts';
import type { Clock } from '../../../contract/time.ts';
import {
  operatorSessionMachine,
  type OperatorAccess,
} from '../../../machines/app/operator/operator-session.machine.ts';
import { createTransport } from '../../app/core/api/choose-transport.ts';
import { failureText } from '../../app/core/error-text.ts';
import { createBrowserStore, type KeyValueStore } from '../../app/core/key-value-store.ts';
import {
  createPreferenceStore,
  type PreferenceStore,
} from '../../app/core/preferences/preferences.ts';
import { createOperatorApi, type OperatorApi } from './operator-api.ts';
import { createSignal, type Signal } from './signal.ts';

type OperatorSessionActor = ActorRefFrom<typeof operatorSessionMachine>;

/** All parts of the console, composed once. */
export interface ConsoleRuntime {
  readonly clock: Clock;
  readonly preferences: PreferenceStore;
  readonly session: OperatorSessionActor;
  readonly api: OperatorApi;
  /** Operators' unsent text. */
  readonly drafts: KeyValueStore;
  /** Emitted after each change by this operator, so that the data on screen is reloaded. */
  readonly changes: Signal;
}

/** Stored for this tab only: another tab, or the reopened tab, needs its own sign-in. */
const SESSION_KEY = 'meridian.operator';

export function createConsoleRuntime(page: Window): ConsoleRuntime {
  const clock: Clock = { now: () => Date.now() };
  const store = createBrowserStore(page);
  const preferences = createPreferenceStore(store, {
    prefersDark: page.matchMedia('(prefers-color-scheme: dark)').matches,
    wishes: page.navigator.languages,
  });
  const session: OperatorSessionActor = createActor(
    operatorSessionMachine.provide({
      actions: {
        keep: (_, { access }) => keepAccess(page, access),
        // The session is over here in any case; if this call is lost, it expires on the server.
        notifyServer: (_, { token }) => {
          if (token !== undefined) void api.call('signOut', {}).catch(() => undefined);
        },
      },
    }),
  );
  const api = createOperatorApi({
    transport: createTransport(),
    language: () => languageOf(preferences.get().locale),
    failureText,
    token: () => session.getSnapshot().context.access?.token ?? null,
    ended: (token) => session.send({ type: 'session.ended', token }),
  });
  session.start();
  const kept = keptAccess(page);
  if (kept !== null) session.send({ type: 'session.opened', access: kept });
  return { clock, preferences, session, api, drafts: store, changes: createSignal() };
}

function keptAccess(page: Window): OperatorAccess | null {
  try {
    const kept: unknown = JSON.parse(page.sessionStorage.getItem(SESSION_KEY) ?? 'null');
    return isAccess(kept) ? kept : null;
  } catch {
    return null;
  }
}

function keepAccess(page: Window, access: OperatorAccess | null): void {
  try {
    if (access === null) page.sessionStorage.removeItem(SESSION_KEY);
    else page.sessionStorage.setItem(SESSION_KEY, JSON.stringify(access));
  } catch {
    // Without storage the session lasts until the page is closed.
  }
}

function isAccess(value: unknown): value is OperatorAccess {
  if (typeof value !== 'object' || value === null) return false;
  const { token, name, account } = value as Partial<Record<keyof OperatorAccess, unknown>>;
  return typeof token === 'string' && typeof name === 'string' && typeof account === 'string';
}
