/**
 * The one live socket: connection attempts, heartbeat, failure. Prices never pass through it; the
 * provided `socket` actor hands them to the feed.
 */
import { assign, emit, sendTo, setup } from 'xstate';
import { LIMITS } from '../../../contract/limits.ts';
import { callbackActor } from './actors.ts';

interface SocketConnectionInput {
  /** Attempts in a row before it fails; SPEC 9 says 30. */
  readonly triesMax?: number;
}

interface SocketConnectionContext {
  readonly triesMax: number;
  /** Attempts since the socket was last open. */
  readonly tries: number;
}

export type SocketConnectionEvent =
  /** A subscriber wants live values. */
  | { readonly type: 'connection.open' }
  /** The last subscriber has left. */
  | { readonly type: 'connection.close' }
  /** The user starts another round of attempts. */
  | { readonly type: 'connection.retry' }
  | { readonly type: 'network.restored' }
  /** The device reports that it is offline; the socket would notice only at its next heartbeat. */
  | { readonly type: 'network.lost' }
  /** The page is visible again; the system may have closed the socket while it was hidden. */
  | { readonly type: 'page.shown' }
  | { readonly type: 'socket.opened' }
  | { readonly type: 'socket.closed' }
  /** Nothing was received since the last probe. */
  | { readonly type: 'socket.silenced' };

/** Commands of the machine to the `socket` actor. */
export type SocketCommand =
  /** Send the live subscriptions, because every new socket starts without any. */
  | { readonly type: 'resubscribe' }
  /**
   * Report `socket.silenced` if nothing was received since the last probe, otherwise send a ping.
   */
  | { readonly type: 'probe' }
  | { readonly type: 'ping' };

/** Every attempt of a round failed. */
interface ConnectionFailed {
  readonly type: 'connection.failed';
  readonly reason: 'maximum attempts exceeded';
}

export const socketConnectionMachine = setup({
  types: {
    context: {} as SocketConnectionContext,
    events: {} as SocketConnectionEvent,
    input: {} as SocketConnectionInput,
    emitted: {} as ConnectionFailed,
    tags: '' as 'connecting' | 'open' | 'retrying' | 'failed',
    children: {} as { socket: 'socket' },
  },
  actors: { socket: callbackActor<SocketCommand>('socket') },
  delays: {
    connectTimeout: LIMITS.socket_connect_timeout_ms,
    retryDelay: LIMITS.socket_retry_ms,
    heartbeat: LIMITS.socket_heartbeat_ms,
    /** Time for the answer to a ping when the page becomes visible. */
    answerWindow: LIMITS.socket_connect_timeout_ms,
  },
  guards: { hasTriesLeft: ({ context }) => context.tries < context.triesMax },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    resetTries: assign({ tries: 0 }),
    resubscribe: sendTo('socket', { type: 'resubscribe' }),
    probe: sendTo('socket', { type: 'probe' }),
    ping: sendTo('socket', { type: 'ping' }),
    reportFailure: emit({ type: 'connection.failed', reason: 'maximum attempts exceeded' }),
  },
}).createMachine({
  id: 'socketConnection',
  description: 'The lifecycle of the one live socket: attempts, heartbeat, failure.',
  context: ({ input }) => ({
    triesMax: input?.triesMax ?? LIMITS.socket_connect_tries_max,
    tries: 0,
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No screen needs live values.',
      entry: 'resetTries',
      on: {
        'connection.open': { description: 'A screen needs live values.', target: 'wanted' },
      },
    },
    wanted: {
      description: 'A screen needs live values.',
      on: {
        'connection.close': {
          description: 'No screen needs live values any more.',
          target: 'idle',
        },
      },
      initial: 'active',
      states: {
        active: {
          description: 'One socket exists.',
          entry: 'countTry',
          invoke: { id: 'socket', src: 'socket' },
          on: {
            'socket.closed': { description: 'The socket was closed.', target: 'deciding' },
            'socket.silenced': { description: 'The socket fell silent.', target: 'deciding' },
            'network.lost': { description: 'The device has no network.', target: 'deciding' },
          },
          initial: 'connecting',
          states: {
            connecting: {
              description: 'The socket is opening.',
              tags: 'connecting',
              on: { 'socket.opened': { description: 'The socket is open.', target: 'open' } },
              after: {
                connectTimeout: {
                  description: 'The opening takes too long.',
                  target: '#socketConnection.wanted.deciding',
                },
              },
            },
            open: {
              description: 'Values arrive.',
              tags: 'open',
              entry: ['resetTries', 'resubscribe'],
              initial: 'beating',
              states: {
                beating: {
                  description: 'Waits for the next heartbeat.',
                  on: {
                    'page.shown': {
                      description: 'The page came back, so the socket is checked.',
                      target: 'checking',
                    },
                  },
                  after: {
                    heartbeat: {
                      description: 'A heartbeat is due.',
                      target: 'beating',
                      reenter: true,
                      actions: 'probe',
                    },
                  },
                },
                checking: {
                  description:
                    'A ping was sent. The machine waits for its answer or for any value.',
                  entry: 'ping',
                  after: {
                    answerWindow: {
                      description: 'The time for an answer is over.',
                      target: 'beating',
                      actions: 'probe',
                    },
                  },
                },
              },
            },
          },
        },
        deciding: {
          description: 'The socket is gone.',
          always: [
            { description: 'Attempts are left.', guard: 'hasTriesLeft', target: 'retrying' },
            { description: 'The last attempt failed.', target: 'failed', actions: 'reportFailure' },
          ],
        },
        retrying: {
          description: 'Waits before the next attempt.',
          tags: 'retrying',
          on: {
            'network.restored': { description: 'The network is back.', target: 'active' },
            'page.shown': { description: 'The page came back.', target: 'active' },
          },
          after: { retryDelay: { description: 'The wait is over.', target: 'active' } },
        },
        failed: {
          description: 'Every attempt failed. A retry is offered.',
          tags: 'failed',
          on: {
            'connection.retry': {
              description: 'The user tries again.',
              target: 'active',
              actions: 'resetTries',
            },
            'network.restored': {
              description: 'The network is back.',
              target: 'active',
              actions: 'resetTries',
            },
            'page.shown': {
              description: 'The page came back.',
              target: 'active',
              actions: 'resetTries',
            },
          },
        },
      },
    },
  },
});
