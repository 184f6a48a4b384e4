/** The pulse of the index: whether its points arrive, and have prices. Their times drive countdowns, and the clock only while points stay away. */
import { setup } from 'xstate';
import { INDEX_AGE_MS, type IndexGap } from '../../../contract/figures/index-record.ts';
import { SECOND_MS } from '../../../contract/time.ts';

type IndexPulseEvent = {
  /** A point arrived. */
  readonly type: 'point.arrive';
  /** Reason why the point has no price; null for a price. */
  readonly gap: IndexGap | null;
  /** Time since the last price, by the times of the points; 0 for a price. */
  readonly gapMs: number;
};

/** A shorter gap is not worth a notice. */
export const FROZEN_AFTER_MS = SECOND_MS;

const silent = { silence: { description: 'Points stay away.', target: 'silent' } } as const;

export const indexPulseMachine = setup({
  types: {
    events: {} as IndexPulseEvent,
    tags: '' as 'live',
  },
  guards: {
    isClosed: ({ event }) => event.gap === 'closed',
    isFrozen: ({ event }) => event.gapMs >= FROZEN_AFTER_MS,
  },
  delays: { silence: INDEX_AGE_MS },
}).createMachine({
  id: 'indexPulse',
  description: 'The pulse of the index of one instrument.',
  initial: 'waiting',
  on: {
    'point.arrive': [
      {
        description: 'The point says that the market is closed.',
        guard: 'isClosed',
        target: '.closed',
        reenter: true,
      },
      {
        description: 'There has been no price for a second.',
        guard: 'isFrozen',
        target: '.frozen',
        reenter: true,
      },
      {
        description: 'The point has a price, or a price came shortly before it.',
        target: '.live',
        reenter: true,
      },
    ],
  },
  states: {
    waiting: {
      description: 'The first point is awaited.',
      after: { silence: { description: 'No point came.', target: 'silent' } },
    },
    live: {
      description: 'Points arrive, and countdowns run.',
      tags: 'live',
      after: silent,
    },
    frozen: {
      description: 'Points arrive without a price. Countdowns run, and no order is sent.',
      after: silent,
    },
    closed: { description: 'The market is closed, and no order is sent.', after: silent },
    silent: { description: 'No points arrive. Countdowns run by the clock, and no order is sent.' },
  },
});
