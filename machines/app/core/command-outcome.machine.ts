/**
 * Finds out what became of a command whose answer did not come. It only reads: nothing is sent a second
 * time. It asks at once, again for as long as the command may still come about, and at once when the
 * connection is back.
 */
import { assign, setup } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { callbackActor, promiseActor } from './actors.ts';
import type { Intent } from './intent.rules.ts';
import type { CallAnswer } from './problem.ts';

/** What became of a command, for good. */
export type CommandFate<Answer> =
  /** It was carried out or refused: this would have been the answer. */
  | { readonly state: 'answered'; readonly answer: CallAnswer<Answer> }
  | { readonly state: 'not_executed' }
  /** It is so long ago that only the records tell. */
  | { readonly state: 'forgotten' };

/** The answer that was lost; null where the command has none. */
export const lostAnswer = <Answer>(fate: CommandFate<Answer>): CallAnswer<Answer> | null =>
  fate.state === 'answered' ? fate.answer : null;

/** What the provided actor `ask` finds. */
export type AskedOutcome<Answer> = CallAnswer<CommandFate<Answer> | { readonly state: 'pending' }>;

export type CommandOutcomeEvent =
  /** The person does not want to wait for the next time. */
  | { readonly type: 'outcome.ask' }
  /** Sent by the provided actor `watchConnection`; the first also where there is none from the start. */
  | { readonly type: 'connection.lost' }
  | { readonly type: 'connection.back' };

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
      children: {} as { ask: 'ask'; connection: 'watchConnection' },
    },
    actors: {
      ask: promiseActor<AskedOutcome<Answer>, Intent>('ask'),
      watchConnection: callbackActor('watchConnection'),
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
    description: 'Finds out what became of a command whose answer did not come. It only reads.',
    context: ({ input }) => ({ intent: input, fate: null }),
    output: ({ context }) => ensure(context.fate, 'what became of the command'),
    initial: 'seeking',
    states: {
      seeking: {
        description: 'Nobody knows yet what became of the command.',
        invoke: { id: 'connection', src: 'watchConnection' },
        on: {
          'connection.lost': { description: 'Nobody can be asked.', target: '.offline' },
          'connection.back': {
            description: 'A question of before may have been lost: it is asked anew.',
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
                  description: 'The server says what became of it.',
                  guard: { type: 'isFate', params: ({ event }) => event.output },
                  target: '#commandOutcome.found',
                  actions: { type: 'keepFate', params: ({ event }) => event.output },
                },
                {
                  description: 'It may still come about, or the question was not answered.',
                  target: 'pausing',
                },
              ],
              onError: {
                description: 'The question failed in a way nobody foresaw.',
                target: 'pausing',
              },
            },
          },
          pausing: {
            description: 'Waits before it asks again.',
            on: {
              'outcome.ask': { description: 'The person does not want to wait.', target: 'asking' },
            },
            after: { outcomePoll: { description: 'The wait is over.', target: 'asking' } },
          },
          offline: {
            description: 'There is no connection: it is asked once that is back.',
            on: {
              'outcome.ask': { description: 'The person wants to try.', target: 'asking' },
            },
          },
        },
      },
      found: { description: 'It is known what became of it.', type: 'final' },
    },
  });
}
