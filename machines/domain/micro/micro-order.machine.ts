/**
 * The lifecycle of a fast contract. The core of the server does not run it: every ended order is checked against it with
 * the points of the index log, and the QA tool explores it. No event names a result, and none leads out of a final state.
 */
import { assign, setup, type SnapshotFrom } from 'xstate';
import { microPayoutOf } from '../../../contract/figures/micro-amount.ts';
import { outcomeOf } from '../../../contract/figures/micro-settlement.ts';
import type { MicroOutcome } from '../../../contract/figures/micro-settlement.ts';
import { units } from '../../../contract/money/units.ts';
import type { MicroOrderContext, MicroOrderInput } from './micro-order.context.ts';
import type { MicroOrderEvent } from './micro-order.events.ts';

/** A point in time that no order waits for any longer. */
const PATIENCE_MS = 2_000;
const SECOND_MS = 1_000;

const isResult = (
  context: MicroOrderContext,
  event: MicroOrderEvent,
  outcome: MicroOutcome,
): boolean =>
  event.type === 'window.closed' &&
  context.openTicks !== null &&
  outcomeOf(context.direction, context.openTicks, event) === outcome;

const paid = (context: MicroOrderContext, outcome: MicroOutcome) =>
  String(microPayoutOf(outcome, units(BigInt(context.stake)), context));

const ended = (outcome: MicroOutcome) =>
  ({
    actions: [{ type: 'recordPayout', params: { outcome } }, 'paySettlement', 'notifyOwner'],
  }) as const;

export const microOrderMachine = setup({
  types: {
    context: {} as MicroOrderContext,
    events: {} as MicroOrderEvent,
    input: {} as MicroOrderInput,
    tags: '' as 'open' | 'final',
  },
  guards: {
    isInTime: ({ context, event }) =>
      event.type === 'tick.taken' &&
      event.atMs > context.acceptedAtMs &&
      event.atMs <= context.acceptedAtMs + PATIENCE_MS,
    isWon: ({ context, event }) => isResult(context, event, 'won'),
    isLost: ({ context, event }) => isResult(context, event, 'lost'),
    isDrawn: ({ context, event }) => isResult(context, event, 'drawn'),
  },
  actions: {
    /** Ledger recipe `micro.placed`: the stake is frozen. */
    freezeStake: () => {},
    /** Ledger recipe `micro.placed`: the pool sets the profit of a win aside. */
    reservePayout: () => {},
    /** Ledger recipe `micro.settled`: the payout to the owner, the rest to the pool. */
    paySettlement: () => {},
    notifyOwner: () => {},
    recordOpening: assign(({ context, event }) =>
      event.type === 'tick.taken'
        ? {
            openTicks: event.ticks,
            openedAtMs: event.atMs,
            expiresAtMs: event.atMs + context.seconds * SECOND_MS,
            revision: context.revision + 1,
          }
        : {},
    ),
    recordPayout: assign(({ context }, { outcome }: { outcome: MicroOutcome }) => ({
      payout: paid(context, outcome),
      revision: context.revision + 1,
    })),
  },
}).createMachine({
  id: 'microOrder',
  version: '1',
  description: 'The lifecycle of a fast contract, from its acceptance to its payment.',
  context: ({ input }) => ({
    ...input,
    openTicks: null,
    openedAtMs: null,
    expiresAtMs: null,
    payout: null,
    revision: 1,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The order has its receipt, and waits for its opening price.',
      tags: 'open',
      entry: ['freezeStake', 'reservePayout'],
      on: {
        'tick.taken': {
          description: 'The first later point on which the sources agree is its opening price.',
          guard: 'isInTime',
          target: 'open',
          actions: ['recordOpening', 'notifyOwner'],
        },
        'patience.ended': {
          description: 'No point within two seconds is an opening price.',
          target: 'voided',
          ...ended('voided'),
        },
      },
    },
    open: {
      description: 'The order runs until its expiry.',
      tags: 'open',
      on: {
        'window.closed': [
          {
            description: 'The mean of the window is on the side of the order.',
            guard: 'isWon',
            target: 'won',
            ...ended('won'),
          },
          {
            description: 'The mean of the window is on the other side.',
            guard: 'isLost',
            target: 'lost',
            ...ended('lost'),
          },
          {
            description: 'The mean of the window equals the opening price.',
            guard: 'isDrawn',
            target: 'drawn',
            ...ended('drawn'),
          },
          {
            description: 'The window has no point with an index.',
            target: 'voided',
            ...ended('voided'),
          },
        ],
      },
    },
    won: { description: 'The stake and the profit are paid.', tags: 'final', type: 'final' },
    lost: { description: 'The loss is taken from the stake.', tags: 'final', type: 'final' },
    drawn: { description: 'The stake is returned.', tags: 'final', type: 'final' },
    voided: {
      description: 'The stake is returned, because a price is missing.',
      tags: 'final',
      type: 'final',
    },
  },
});

/** The state of one order. */
export type MicroOrderSnapshot = SnapshotFrom<typeof microOrderMachine>;
