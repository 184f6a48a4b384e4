/** The pulse of the index: whether its points arrive. Only their times drive countdowns, never the clock of the device. */
import { setup } from 'xstate';
import { INDEX_AGE_MS } from '../../../contract/figures/index-record.ts';

type IndexPulseEvent =
  /** A point arrived. It may have no price. */
  { readonly type: 'point.arrive' };

export const indexPulseMachine = setup({
  types: {
    events: {} as IndexPulseEvent,
    tags: '' as 'live',
  },
  delays: { silence: INDEX_AGE_MS },
}).createMachine({
  id: 'indexPulse',
  description: 'The pulse of the index of one instrument.',
  initial: 'waiting',
  on: { 'point.arrive': { description: 'A point arrived.', target: '.live', reenter: true } },
  states: {
    waiting: {
      description: 'The first point is awaited.',
      after: { silence: { description: 'No point came.', target: 'silent' } },
    },
    live: {
      description: 'Points arrive, and countdowns run.',
      tags: 'live',
      after: { silence: { description: 'Points stay away.', target: 'silent' } },
    },
    silent: { description: 'No points arrive. Countdowns stand still, and no order is sent.' },
  },
});
