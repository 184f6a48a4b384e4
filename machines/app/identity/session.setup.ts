/** Types, actors, guards and actions of the session machine. */
import { assign, emit, setup } from 'xstate';
import { LIMITS } from '../../../contract/limits.ts';
import type { Tokens, UserInfo } from '../../../contract/identity/identity.ts';
import { callbackActor, effect, promiseActor } from '../core/actors.ts';
import type {
  Login,
  LoginRequested,
  RefreshAnswer,
  RefreshTry,
  SessionContext,
  SessionEvent,
  StoredSession,
  TokensOfSignIn,
} from './session.types.ts';

/** `src/app/core/session/provide-session.ts` provides actors and effects. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as LoginRequested,
    tags: '' as 'loggedIn' | 'pending',
    children: {} as {
      storedSession: 'readStoredSession';
      storage: 'watchStorage';
      user: 'fetchUser';
      refresh: 'refreshTokens';
    },
  },
  actors: {
    readStoredSession: promiseActor<StoredSession>('readStoredSession'),
    watchStorage: callbackActor('watchStorage'),
    fetchUser: promiseActor<UserInfo>('fetchUser'),
    refreshTokens: promiseActor<RefreshAnswer, RefreshTry>('refreshTokens'),
  },
  delays: {
    verificationPoll: LIMITS.verification_poll_ms,
    refreshRetry: LIMITS.refresh_retry_ms,
  },
  guards: {
    hasTokens: (_, params: { tokens: Tokens | null }) => params.tokens !== null,
    isCurrentGeneration: ({ context }, params: { generation: number }) =>
      params.generation === context.generation,
    isOtherSession: ({ context }, params: { tokens: Tokens | null }) =>
      params.tokens !== null && params.tokens.refreshToken !== context.tokens?.refreshToken,
    isRenewed: (_, params: RefreshAnswer) => params.status === 'renewed',
    isVerificationWatched: ({ context }) => context.isVerificationWatched,
  },
  actions: {
    restore: assign(({ context }, params: StoredSession) => ({
      ...params,
      generation: context.generation + (params.tokens === null ? 0 : 1),
    })),
    /** Keeps the user if the sign-in is the same. */
    storeTokens: assign(({ context }, { tokens, signIn }: TokensOfSignIn) => ({
      tokens,
      signIn,
      user: signIn === context.signIn ? context.user : null,
      generation: context.generation + 1,
    })),
    storeLogin: assign((_, { loginUserName, loginType }: Login) => ({ loginUserName, loginType })),
    storeUser: assign((_, params: { user: UserInfo }) => ({ user: params.user })),
    clear: assign(({ context }) => ({
      tokens: null,
      user: null,
      signIn: '',
      generation: context.generation + 1,
    })),
    watchVerification: assign({ isVerificationWatched: true }),
    unwatchVerification: assign({ isVerificationWatched: false }),
    requestLogin: emit({ type: 'login.requested' }),
    // Effects: names only, run by the app.
    persistSession: effect<StoredSession>(),
    persistUser: effect<{ user: UserInfo }>(),
    eraseStoredSession: effect(),
    /** Ends the stored session at the server, so it must run before `eraseStoredSession`. */
    revokeOnServer: effect(),
  },
});
