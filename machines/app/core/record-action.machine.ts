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
  description: 'One action on one record, started by a button.',
  initial: 'pending',
  states: {
    pending: {
      description: 'The call is pending, and the button waits.',
      tags: 'busy',
      invoke: {
        id: 'act',
        src: 'act',
        onDone: [
          {
            description: 'The server accepted the action.',
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'granted',
          },
          {
            description: 'The server refused the action, or could not be asked.',
            target: 'refused',
          },
        ],
        onError: { description: 'The action failed unexpectedly.', target: 'refused' },
      },
    },
    granted: { description: 'The action was carried out.', type: 'final' },
    refused: {
      description: 'The action was not carried out. The button can be pressed again.',
      type: 'final',
    },
  },
});
