/** One button's call about one record: sent once, until it succeeds or is refused. */
import { setup } from 'xstate';
import { promiseActor } from './actors.ts';
import type { CallAnswer } from './problem.ts';

/** The provided actor `act` calls the server. */
export const recordActionMachine = setup({
  types: {
    children: {} as { act: 'act' },
    tags: '' as 'busy',
  },
  actors: { act: promiseActor<CallAnswer<unknown>>('act') },
  guards: { isGranted: (_, answer: CallAnswer<unknown>) => answer.ok },
}).createMachine({
  id: 'recordAction',
  description: 'What one button asks for about one record.',
  initial: 'pending',
  states: {
    pending: {
      description: 'It is on its way: the button waits.',
      tags: 'busy',
      invoke: {
        id: 'act',
        src: 'act',
        onDone: [
          {
            description: 'The server granted it.',
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'granted',
          },
          { description: 'The server refused it, or could not be asked.', target: 'refused' },
        ],
        onError: { description: 'It failed in a way nobody foresaw.', target: 'refused' },
      },
    },
    granted: { description: 'It was done.', type: 'final' },
    refused: { description: 'It was not done; the button can be pressed again.', type: 'final' },
  },
});
