/**
 * The session of one browser: the signed-in user, the tokens, and the reaction when the server
 * refuses them. Calls are not states: they ask for the current token and report refusals.
 */
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

const NO_TOKENS: Tokens = { accessToken: '', refreshToken: '' };
/** The sign-in of new tokens is identified by their access token. */
const ofSignIn = (tokens: Tokens) => ({ tokens, signIn: tokens.accessToken });

/** Transitions for the answer to either attempt of a refresh. */
const REFRESH_ANSWERED = [
  {
    description: 'New tokens: the waiting calls are sent again.',
    guard: {
      type: 'isRenewed',
      params: ({ event }: { event: { output: RefreshAnswer } }) => event.output,
    },
    target: '#session.signedIn.access.usable',
    actions: {
      type: 'storeTokens',
      params: ({ event }: { event: { output: RefreshAnswer } }) =>
        event.output.status === 'renewed' ? event.output : { tokens: null, signIn: '' },
    },
  },
  { description: 'The server ended this session.', target: '#session.expired' },
] as const;

/** `src/app/identity/provide-session.ts` provides actors and effects. */
export const sessionMachine = setup({
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
}).createMachine({
  id: 'session',
  description: 'Who is signed in, with which tokens, and what to do when the server refuses them.',
  context: {
    tokens: null,
    user: null,
    signIn: '',
    loginUserName: '',
    loginType: '2',
    generation: 0,
    isVerificationWatched: false,
  },
  invoke: { id: 'storage', src: 'watchStorage' },
  on: {
    'verification.watch': {
      description: 'A screen wants the verification state kept fresh.',
      actions: 'watchVerification',
    },
    'verification.unwatch': {
      description: 'No screen wants it any more.',
      actions: 'unwatchVerification',
    },
  },
  initial: 'booting',
  states: {
    booting: {
      description: 'Reads what this browser remembers.',
      tags: 'pending',
      invoke: {
        id: 'storedSession',
        src: 'readStoredSession',
        onDone: [
          {
            description: 'Tokens are stored: the session goes on.',
            guard: { type: 'hasTokens', params: ({ event }) => ({ tokens: event.output.tokens }) },
            target: 'signedIn',
            actions: { type: 'restore', params: ({ event }) => event.output },
          },
          {
            description: 'No tokens are stored.',
            target: 'signedOut',
            actions: { type: 'restore', params: ({ event }) => event.output },
          },
        ],
        onError: { description: 'The storage can not be read.', target: 'signedOut' },
      },
    },
    signedOut: {
      description: 'Nobody is signed in.',
      on: {
        'session.opened': {
          description: 'A sign-in or registration succeeded.',
          target: 'signedIn',
          actions: [
            { type: 'storeTokens', params: ({ event }) => ofSignIn(event.tokens) },
            { type: 'storeLogin', params: ({ event }) => event },
            { type: 'persistSession', params: ({ context }) => context },
          ],
        },
        'storage.changed': {
          description: 'Another tab signed in.',
          guard: { type: 'hasTokens', params: ({ event }) => event },
          target: 'signedIn',
          actions: { type: 'storeTokens', params: ({ event }) => event },
        },
      },
      initial: 'quiet',
      states: {
        quiet: {
          description: 'Nothing asks for a sign-in.',
          on: {
            'login.missed': {
              description: 'A private call was made without a login.',
              target: 'asking',
            },
          },
        },
        asking: {
          description: 'A dialog says that a sign-in is needed.',
          on: {
            'dialog.confirm': {
              description: 'The person goes to the sign-in.',
              target: 'quiet',
              actions: 'requestLogin',
            },
          },
        },
      },
    },
    signedIn: {
      description: 'The access token is there.',
      tags: 'loggedIn',
      type: 'parallel',
      on: {
        'session.opened': {
          description: 'Somebody signed in anew: the user info is fetched again.',
          target: 'signedIn',
          reenter: true,
          actions: [
            { type: 'storeTokens', params: ({ event }) => ofSignIn(event.tokens) },
            { type: 'storeLogin', params: ({ event }) => event },
            { type: 'persistSession', params: ({ context }) => context },
          ],
        },
        'session.close': {
          description: 'The person signs out; the server is told, whether it hears or not.',
          target: 'signedOut',
          actions: ['revokeOnServer', 'clear', 'eraseStoredSession', 'requestLogin'],
        },
        'session.ended': {
          description: 'The server ended this session.',
          guard: { type: 'isCurrentGeneration', params: ({ event }) => event },
          target: 'expired',
        },
        'storage.changed': [
          {
            description: 'Another tab refreshed the tokens or signed in anew.',
            guard: { type: 'isOtherSession', params: ({ event }) => event },
            target: 'signedIn',
            reenter: true,
            actions: { type: 'storeTokens', params: ({ event }) => event },
          },
          {
            description: 'This tab has these tokens already.',
            guard: { type: 'hasTokens', params: ({ event }) => event },
          },
          {
            description: 'Another tab signed out.',
            target: 'signedOut',
            actions: ['clear', 'requestLogin'],
          },
        ],
      },
      states: {
        access: {
          description: 'Whether the tokens can be used.',
          initial: 'usable',
          states: {
            usable: {
              description: 'Calls carry the access token.',
              on: {
                'token.refused': {
                  description: 'The first refusal of this token starts the one refresh.',
                  guard: { type: 'isCurrentGeneration', params: ({ event }) => event },
                  target: 'refreshing',
                },
              },
            },
            refreshing: {
              description: 'One refresh for any number of refused calls, which wait for it.',
              initial: 'trying',
              states: {
                trying: {
                  description: 'Asks for new tokens, for a time much shorter than the grace.',
                  invoke: {
                    id: 'refresh',
                    src: 'refreshTokens',
                    input: ({ context }) => ({
                      tokens: context.tokens ?? NO_TOKENS,
                      timeoutMs: LIMITS.refresh_timeout_ms,
                    }),
                    onDone: REFRESH_ANSWERED,
                    onError: {
                      description: 'The answer may be lost: the server repeats it for a while.',
                      target: 'pausing',
                    },
                  },
                },
                pausing: {
                  description: 'Lets a network that changes come back.',
                  after: {
                    refreshRetry: { description: 'The second try is due.', target: 'tryingAgain' },
                  },
                },
                tryingAgain: {
                  description: 'Asks once more with the same token, and waits as for any call.',
                  invoke: {
                    id: 'refresh',
                    src: 'refreshTokens',
                    input: ({ context }) => ({
                      tokens: context.tokens ?? NO_TOKENS,
                      timeoutMs: LIMITS.http_timeout_ms,
                    }),
                    onDone: REFRESH_ANSWERED,
                    onError: {
                      description: 'The refresh failed on the way: the waiting calls fail too.',
                      target: '#session.signedIn.access.usable',
                    },
                  },
                },
              },
            },
          },
        },
        profile: {
          description: 'What is known of the person.',
          initial: 'fetching',
          states: {
            fetching: {
              description: 'Asks the server for the user info.',
              tags: 'pending',
              invoke: {
                id: 'user',
                src: 'fetchUser',
                onDone: {
                  description: 'The user info came.',
                  target: 'settled',
                  actions: [
                    { type: 'storeUser', params: ({ event }) => ({ user: event.output }) },
                    { type: 'persistUser', params: ({ event }) => ({ user: event.output }) },
                  ],
                },
                onError: {
                  description: 'It did not come; the next navigation or poll asks again.',
                  target: 'settled',
                },
              },
            },
            settled: {
              description: 'Goes on by whether a screen wants the verification state.',
              always: [
                {
                  description: 'A screen wants it kept fresh.',
                  guard: 'isVerificationWatched',
                  target: 'watched',
                },
                { description: 'No screen wants it.', target: 'resting' },
              ],
            },
            resting: {
              description: 'The user info stays as it is.',
              on: {
                'user.fetch': {
                  description: 'A navigation wants the missing user info.',
                  target: 'fetching',
                },
                'verification.watch': {
                  description: 'A screen wants the verification state kept fresh.',
                  target: 'watched',
                  actions: 'watchVerification',
                },
              },
            },
            watched: {
              description: 'Asks again when the poll is due.',
              on: {
                'user.fetch': {
                  description: 'A navigation wants the missing user info.',
                  target: 'fetching',
                },
                'verification.unwatch': {
                  description: 'No screen wants it any more.',
                  target: 'resting',
                  actions: 'unwatchVerification',
                },
              },
              after: {
                verificationPoll: { description: 'The poll is due.', target: 'fetching' },
              },
            },
          },
        },
      },
    },
    expired: {
      description:
        'A dialog says that the login expired; nothing is cleared until it is confirmed.',
      on: {
        'dialog.confirm': {
          description: 'Everything is cleared and the person signs in again.',
          target: 'signedOut',
          actions: ['clear', 'eraseStoredSession', 'requestLogin'],
        },
        'storage.changed': [
          {
            description: 'Another tab had newer tokens of this session.',
            guard: { type: 'isOtherSession', params: ({ event }) => event },
            target: 'signedIn',
            actions: { type: 'storeTokens', params: ({ event }) => event },
          },
          {
            description: 'This tab has these tokens already.',
            guard: { type: 'hasTokens', params: ({ event }) => event },
          },
          {
            description:
              'It was confirmed in another tab, where somebody else may sign in: nothing is kept here.',
            target: 'signedOut',
            actions: ['clear', 'requestLogin'],
          },
        ],
      },
    },
  },
});
