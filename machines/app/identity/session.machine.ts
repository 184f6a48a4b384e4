/**
 * The session of one browser: the signed-in user, the tokens, and the reaction when the server
 * refuses them. Calls are not states: they ask for the current token and report refusals.
 */
import { LIMITS } from '../../../contract/limits.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { sessionSetup } from './session.setup.ts';
import type { RefreshAnswer } from './session.types.ts';

const NO_TOKENS: Tokens = { accessToken: '', refreshToken: '' };
/** The sign-in of new tokens is identified by their access token. */
const ofSignIn = (tokens: Tokens) => ({ tokens, signIn: tokens.accessToken });

/** Transitions for the answer to either attempt of a refresh. */
const REFRESH_ANSWERED = [
  {
    description: 'New tokens arrived, and the waiting calls are sent again.',
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

export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'The signed-in user, the tokens, and what happens when the server refuses them.',
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
      description: 'A screen needs the current verification state.',
      actions: 'watchVerification',
    },
    'verification.unwatch': {
      description: 'No screen needs it any more.',
      actions: 'unwatchVerification',
    },
  },
  initial: 'booting',
  states: {
    booting: {
      description: 'Reads the tokens that this browser stored.',
      tags: 'pending',
      invoke: {
        id: 'storedSession',
        src: 'readStoredSession',
        onDone: [
          {
            description: 'Tokens are stored, and the session continues.',
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
        onError: { description: 'The storage cannot be read.', target: 'signedOut' },
      },
    },
    signedOut: {
      description: 'No user is signed in.',
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
              description: 'The user goes to the sign-in screen.',
              target: 'quiet',
              actions: 'requestLogin',
            },
          },
        },
      },
    },
    signedIn: {
      description: 'An access token exists.',
      tags: 'loggedIn',
      type: 'parallel',
      on: {
        'session.opened': {
          description: 'A user signed in again, so the user info is fetched again.',
          target: 'signedIn',
          reenter: true,
          actions: [
            { type: 'storeTokens', params: ({ event }) => ofSignIn(event.tokens) },
            { type: 'storeLogin', params: ({ event }) => event },
            { type: 'persistSession', params: ({ context }) => context },
          ],
        },
        'session.close': {
          description: 'The user signs out. The server is notified, even if the call fails.',
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
            description: 'Another tab refreshed the tokens or signed in again.',
            guard: { type: 'isOtherSession', params: ({ event }) => event },
            target: 'signedIn',
            reenter: true,
            actions: { type: 'storeTokens', params: ({ event }) => event },
          },
          {
            description: 'This tab already has these tokens.',
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
              description: 'One refresh serves any number of refused calls, which wait for it.',
              initial: 'trying',
              states: {
                trying: {
                  description: 'Asks for new tokens, with a short timeout.',
                  invoke: {
                    id: 'refresh',
                    src: 'refreshTokens',
                    input: ({ context }) => ({
                      tokens: context.tokens ?? NO_TOKENS,
                      timeoutMs: LIMITS.refresh_timeout_ms,
                    }),
                    onDone: REFRESH_ANSWERED,
                    onError: {
                      description: 'The answer may be lost; the server repeats it.',
                      target: 'pausing',
                    },
                  },
                },
                pausing: {
                  description: 'Waits for a changing network.',
                  after: {
                    refreshRetry: {
                      description: 'The retry is due.',
                      target: 'tryingAgain',
                    },
                  },
                },
                tryingAgain: {
                  description: 'Asks once more with the same token, with the usual timeout.',
                  invoke: {
                    id: 'refresh',
                    src: 'refreshTokens',
                    input: ({ context }) => ({
                      tokens: context.tokens ?? NO_TOKENS,
                      timeoutMs: LIMITS.http_timeout_ms,
                    }),
                    onDone: REFRESH_ANSWERED,
                    onError: {
                      description: 'The refresh failed, and the waiting calls fail too.',
                      target: '#session.signedIn.access.usable',
                    },
                  },
                },
              },
            },
          },
        },
        profile: {
          description: 'The user info.',
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
                  description: 'It did not come. The next navigation or poll asks.',
                  target: 'settled',
                },
              },
            },
            settled: {
              description: 'Continues depending on whether a screen needs the verification state.',
              always: [
                {
                  description: 'A screen needs the current state.',
                  guard: 'isVerificationWatched',
                  target: 'watched',
                },
                { description: 'No screen needs it.', target: 'resting' },
              ],
            },
            resting: {
              description: 'The user info stays as it is.',
              on: {
                'user.fetch': {
                  description: 'A navigation needs the missing user info.',
                  target: 'fetching',
                },
                'verification.watch': {
                  description: 'A screen needs the current verification state.',
                  target: 'watched',
                  actions: 'watchVerification',
                },
              },
            },
            watched: {
              description: 'Asks again when the poll is due.',
              on: {
                'user.fetch': {
                  description: 'A navigation needs the missing user info.',
                  target: 'fetching',
                },
                'verification.unwatch': {
                  description: 'No screen needs it any more.',
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
      description: 'A dialog says that the login expired; nothing is cleared yet.',
      on: {
        'dialog.confirm': {
          description: 'Everything is cleared, and the user signs in again.',
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
            description: 'This tab already has these tokens.',
            guard: { type: 'hasTokens', params: ({ event }) => event },
          },
          {
            description: 'The user confirmed in another tab. Nothing is kept here.',
            target: 'signedOut',
            actions: ['clear', 'requestLogin'],
          },
        ],
      },
    },
  },
});
