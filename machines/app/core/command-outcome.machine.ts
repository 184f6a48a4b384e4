/**
 * Queries the outcome of a command whose answer was lost. It only reads and never resends the
 * command. It asks immediately, then after a pause until the outcome is known, and immediately when
 * the device is online again. It does not depend on the live connection, because calls may work
 * where that is blocked.
 */
import { assign, setup } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { callbackActor, promiseActor } from './actors.ts';
import type { Intent } from './intent.rules.ts';
import type { CallAnswer } from './problem.ts';

/** The final outcome of a command. */
export type CommandFate<Answer> =
  /** It was carried out or refused; `answer` is the lost answer. */
  | { readonly state: 'answered'; readonly answer: CallAnswer<Answer> }
  | { readonly state: 'not_executed' }
  /** The key is no longer kept; only the records show the outcome. */
  | { readonly state: 'forgotten' };

/** Returns the lost answer; null if the outcome has none. */
export const lostAnswer = <Answer>(fate: CommandFate<Answer>): CallAnswer<Answer> | null =>
  fate.state === 'answered' ? fate.answer : null;

/** Result of the provided actor `ask`. */
export type AskedOutcome<Answer> = CallAnswer<CommandFate<Answer> | { readonly state: 'pending' }>;

export type CommandOutcomeEvent =
  /** The user skips the pause. */
  | { readonly type: 'outcome.ask' }
  /**
   * Sent by the provided actor `watchNetwork`; the first as well when there is no network from the
   * start.
   */
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' };

export interface CommandOutcomeContext<Answer> {
  readonly intent: Intent;
  readonly fate: CommandFate<Answer> | null;
}

export function createCommandOutcomeMachine<Answer>() {
  return setup({
    types: {
      context: {} as CommandOutcomeContext<Answer>,
      events: {} as CommandOutcomeEvent,
      input: {} as Intent,
      output: {} as CommandFate<Answer>,
      children: {} as { ask: 'ask'; network: 'watchNetwork' },
    },
    actors: {
      ask: promiseActor<AskedOutcome<Answer>, Intent>('ask'),
      watchNetwork: callbackActor('watchNetwork'),
    },
    delays: { outcomePoll: LIMITS.command_outcome_poll_ms },
    guards: {
      isFate: (_, answer: AskedOutcome<Answer>) => answer.ok && answer.value.state !== 'pending',
    },
    actions: {
      keepFate: assign((_, answer: AskedOutcome<Answer>) =>
        answer.ok && answer.value.state !== 'pending' ? { fate: answer.value } : {},
      ),
    },
  }).createMachine({
    id: 'commandOutcome',
    description: 'Finds out the result of a command whose answer did not come. It only reads.',
    context: ({ input }) => ({ intent: input, fate: null }),
    output: ({ context }) => ensure(context.fate, 'what became of the command'),
    initial: 'seeking',
    states: {
      seeking: {
        description: 'The result of the command is not known yet.',
        invoke: { id: 'network', src: 'watchNetwork' },
        on: {
          'network.lost': {
            description: 'The device has no network, so the server cannot be asked.',
            target: '.offline',
          },
          'network.back': {
            description: 'An earlier question may be lost, so the server is asked again.',
            target: '.asking',
            reenter: true,
          },
        },
        initial: 'asking',
        states: {
          asking: {
            description: 'The server is asked; asking changes nothing.',
            invoke: {
              id: 'ask',
              src: 'ask',
              input: ({ context }) => context.intent,
              onDone: [
                {
                  description: 'The server knows the result.',
                  guard: { type: 'isFate', params: ({ event }) => event.output },
                  target: '#commandOutcome.found',
                  actions: { type: 'keepFate', params: ({ event }) => event.output },
                },
                {
                  description:
                    'The command may still be carried out, or the question was not answered.',
                  target: 'pausing',
                },
              ],
              onError: {
                description: 'The question failed unexpectedly.',
                target: 'pausing',
              },
            },
          },
          pausing: {
            description: 'Waits before the next question.',
            on: {
              'outcome.ask': { description: 'The user does not want to wait.', target: 'asking' },
            },
            after: { outcomePoll: { description: 'The wait is over.', target: 'asking' } },
          },
          offline: {
            description: 'The device has no network. The server is asked when the network is back.',
            on: {
              'outcome.ask': { description: 'The user wants to try.', target: 'asking' },
            },
          },
        },
      },
      found: { description: 'The result is known.', type: 'final' },
    },
  });
}
