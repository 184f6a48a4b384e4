/** Provides the session machine with its calls, storage and tab lock. */
import { fromCallback, fromPromise } from 'xstate';
import type { Tokens, UserInfo } from '../../../../contract/identity/identity.ts';
import { sessionMachine } from '../../../../machines/app/identity/session.machine.ts';
import type {
  RefreshAnswer,
  RefreshTry,
  SessionEvent,
  StoredSession,
} from '../../../../machines/app/identity/session.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import { ClientError } from '../api/client-error.ts';
import type { ExclusiveLock } from './exclusive-lock.ts';
import type { SessionStore } from './session-store.ts';

interface SessionDeps {
  /** Called late, because the client itself requests tokens from the session. */
  api(): ApiClient;
  readonly store: SessionStore;
  readonly lock: ExclusiveLock;
}

/** Provides the session machine with its actors and effects. */
export function provideSession({ api, store, lock }: SessionDeps) {
  async function refresh(
    { tokens, timeoutMs }: RefreshTry,
    signal: AbortSignal,
  ): Promise<RefreshAnswer> {
    const { tokens: stored, signIn } = store.read();
    if (stored === null) throw new Error('another tab signed out');
    // Another tab refreshed while this one waited for the lock.
    if (stored.refreshToken !== tokens.refreshToken)
      return { status: 'renewed', tokens: stored, signIn };
    try {
      const next = await api().callWithToken('refreshTokens', {}, tokens.refreshToken, {
        signal,
        timeoutMs,
      });
      // Replaces only these tokens, because a sign-out during the call is final.
      store.replaceTokens(tokens, next);
      return { status: 'renewed', tokens: next, signIn };
    } catch (error) {
      if (isSessionOver(error)) return { status: 'ended' };
      throw error;
    }
  }

  async function revoke({ accessToken, refreshToken }: Tokens): Promise<void> {
    try {
      await api().callWithToken('signOut', {}, accessToken);
    } catch (error) {
      if (!isRefusal(error, 'unauthorized')) throw error;
      // The access token has expired; without a refresh, the session would stay open until its
      // refresh token expires.
      const next = await api().callWithToken('refreshTokens', {}, refreshToken);
      await api().callWithToken('signOut', {}, next.accessToken);
    }
  }

  return sessionMachine.provide({
    actors: {
      readStoredSession: fromPromise<StoredSession>(async () => store.read()),
      watchStorage: fromCallback(({ sendBack }) =>
        store.watch(({ tokens, signIn }) =>
          sendBack({ type: 'storage.changed', tokens, signIn } satisfies SessionEvent),
        ),
      ),
      fetchUser: fromPromise<UserInfo>(async ({ signal }) => {
        // The machine has not reached the state in which calls have a token.
        await Promise.resolve();
        return api().call('getUserInfo', {}, { reporting: 'silent', signal });
      }),
      refreshTokens: fromPromise<RefreshAnswer, RefreshTry>(({ input, signal }) =>
        lock((granted) => refresh(input, granted), signal),
      ),
    },
    actions: {
      persistSession: (_, session) => store.writeSession(session),
      persistUser: (_, { user }) => store.writeUser(user),
      eraseStoredSession: () => store.erase(),
      revokeOnServer: () => {
        // Reads the stored tokens, because another tab may have newer ones that this tab does not
        // know; older ones would look stolen.
        const { tokens } = store.read();
        // Best effort: the user is signed out here even if the call fails.
        if (tokens !== null) revoke(tokens).catch(() => undefined);
      },
    },
  });
}

const isRefusal = (error: unknown, ...names: readonly ClientError['name'][]): boolean =>
  error instanceof ClientError && names.includes(error.name);

const isSessionOver = (error: unknown): boolean =>
  isRefusal(error, 'session_ended', 'user_disabled', 'unauthorized');
