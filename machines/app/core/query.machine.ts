/** One cached answer of a reading call: first load, later refreshes, failure with retry. */
import { assign, setup } from 'xstate';
import { promiseActor } from './actors.ts';
import type { CallAnswer, CallRefusal } from './problem.ts';

export interface QueryContext<Data> {
  /** The last answer; kept while a refresh runs or fails. */
  readonly data: Data | null;
  /** Whether there is an answer, because `data` of some calls is null. */
  readonly isKnown: boolean;
  /** Reason for which the last attempt failed; null after a success. */
  readonly refusal: CallRefusal | null;
}

type QueryEvent =
  /** The user retries. */
  | { readonly type: 'query.retry' }
  /** The answer may be outdated (another language, a reconnect, a return to the screen). */
  | { readonly type: 'query.refresh' };

/** The provided actor `load` calls the server once. `Data` is JSON. */
export function createQueryMachine<Data>() {
  return setup({
    types: {
      context: {} as QueryContext<Data>,
      events: {} as QueryEvent,
      children: {} as { load: 'load' },
      tags: '' as 'busy',
    },
    actors: { load: promiseActor<CallAnswer<Data>>('load') },
    guards: {
      isAnswered: (_, answer: CallAnswer<Data>) => answer.ok,
      isKnown: ({ context }) => context.isKnown,
    },
    actions: {
      keepAnswer: assign((_, answer: CallAnswer<Data>) =>
        answer.ok ? { data: answer.value, isKnown: true, refusal: null } : {},
      ),
      keepRefusal: assign((_, answer: CallAnswer<Data>) => (answer.ok ? {} : { refusal: answer })),
    },
  }).createMachine({
    id: 'query',
    description: 'One cached answer of a reading call.',
    context: { data: null, isKnown: false, refusal: null },
    initial: 'asking',
    states: {
      asking: {
        description: 'A call is pending.',
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          onDone: [
            {
              description: 'The answer came.',
              guard: { type: 'isAnswered', params: ({ event }) => event.output },
              target: 'success',
              actions: { type: 'keepAnswer', params: ({ event }) => event.output },
            },
            {
              description: 'The call was refused.',
              target: 'judging',
              actions: { type: 'keepRefusal', params: ({ event }) => event.output },
            },
          ],
          onError: {
            description: 'The call failed unexpectedly.',
            target: 'judging',
            actions: { type: 'keepRefusal', params: { ok: false, error: 'unexpected_reply' } },
          },
        },
        on: {
          'query.refresh': {
            description: 'The pending call is already out of date.',
            target: 'asking',
            reenter: true,
          },
        },
        initial: 'loading',
        states: {
          loading: {
            description: 'There is no answer yet.',
            always: {
              description: 'An older answer exists.',
              guard: 'isKnown',
              target: 'refreshing',
            },
          },
          refreshing: { description: 'The older answer stays on screen during the call.' },
        },
      },
      judging: {
        description: 'The call failed.',
        always: [
          { description: 'The older answer stays on screen.', guard: 'isKnown', target: 'success' },
          { description: 'There is nothing to show.', target: 'failure' },
        ],
      },
      success: {
        description: 'An answer exists.',
        on: {
          'query.refresh': { description: 'The answer may be out of date.', target: 'asking' },
          'query.retry': { description: 'The user asks for a new answer.', target: 'asking' },
        },
      },
      failure: {
        description: 'No answer; a retry is offered.',
        on: {
          'query.retry': { description: 'The user tries again.', target: 'asking' },
          'query.refresh': { description: 'The conditions of the call changed.', target: 'asking' },
        },
      },
    },
  });
}
