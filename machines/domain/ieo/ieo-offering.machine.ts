/**
 * A token offering: operators publish it with fixed terms, its phases begin by time, and at its end the tokens are
 * allocated to the subscriptions and distributed.
 */
import { assign, setup } from 'xstate';
import type { OfferingPhase } from '../../../contract/ieo/ieo-kinds.ts';
import type { IeoOfferingContext } from './ieo-offering.context.ts';
import { IEO_OFFERING_EVENTS, type IeoOfferingEvent } from './ieo-offering.events.ts';

/** Whether the event comes from the role that may send it. */
const isByItsRole = ({ type, by }: IeoOfferingEvent): boolean =>
  IEO_OFFERING_EVENTS[type].role === by.role;

export const ieoOfferingMachine = setup({
  types: {
    context: {} as IeoOfferingContext,
    events: {} as IeoOfferingEvent,
    /** `phase` in the database; the wire shows no draft and no discarded one, and calls all after subscribing ended. */
    meta: {} as { readonly phase: OfferingPhase },
  },
  delays: {
    untilPreheat: ({ context }) => context.schedule?.untilPreheatMs ?? 0,
    untilOpening: ({ context }) => context.schedule?.untilOpeningMs ?? 0,
    subscriptionLength: ({ context }) => context.schedule?.subscriptionMs ?? 0,
  },
  guards: {
    isByItsRole: ({ event }) => isByItsRole(event),
  },
  actions: {
    /** Ledger recipe `ieo.promised`: the tokens of the offering are set aside; without them it is not published. */
    promiseTokens: () => {},
    /** Ledger recipe `ieo.unpromised`: tokens that no subscription gets are free again. */
    freeTokens: () => {},
    /** Each subscription gets its steps, in the row of the subscription. */
    recordAllocation: () => {},
    notifySubscribers: () => {},
    recordSchedule: assign({
      schedule: ({ context, event }) =>
        event.type === 'offering.publish' ? event.schedule : context.schedule,
    }),
  },
}).createMachine({
  id: 'ieoOffering',
  version: '1',
  description:
    'The lifecycle of a token offering, from its draft to the last settled subscription.',
  context: { schedule: null },
  initial: 'draft',
  states: {
    draft: {
      description: 'Operators change its terms; no user sees it.',
      meta: { phase: 'draft' },
      on: {
        'offering.publish': {
          description: 'The terms are final from now on.',
          guard: 'isByItsRole',
          target: 'announced',
          actions: ['recordSchedule', 'promiseTokens'],
        },
        'offering.cancel': {
          description: 'It never becomes an offering.',
          guard: 'isByItsRole',
          target: 'discarded',
        },
      },
    },
    discarded: {
      description: 'It was a draft that no user saw.',
      meta: { phase: 'discarded' },
      type: 'final',
    },
    announced: {
      description: 'Users see it; it takes no subscriptions yet.',
      initial: 'notStarted',
      on: {
        'offering.cancel': {
          description: 'No user has paid.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: ['freeTokens', 'notifySubscribers'],
        },
      },
      after: {
        untilOpening: {
          description: 'The announced opening has come.',
          target: 'subscribing',
        },
      },
      states: {
        notStarted: {
          description: 'It is announced.',
          meta: { phase: 'not_started' },
          after: {
            untilPreheat: {
              description: 'The preheat begins.',
              target: 'preheat',
            },
          },
        },
        preheat: {
          description: 'The opening is near.',
          meta: { phase: 'preheat' },
        },
      },
    },
    subscribing: {
      description: 'Users subscribe, and raise their subscriptions.',
      meta: { phase: 'subscribing' },
      on: {
        'offering.cancel': {
          description: 'Every payment is refunded.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: ['freeTokens', 'notifySubscribers'],
        },
      },
      after: {
        subscriptionLength: {
          description: 'It takes no more subscriptions.',
          target: 'allocating',
          actions: 'notifySubscribers',
        },
      },
    },
    allocating: {
      description: 'The last payments are booked, and the list of subscriptions is published.',
      meta: { phase: 'allocating' },
      on: {
        'offering.cancel': {
          description: 'Every payment is refunded.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: ['freeTokens', 'notifySubscribers'],
        },
        'allocation.stored': {
          description: 'Each subscription has its steps, and the list with them is published.',
          guard: 'isByItsRole',
          target: 'distributing',
          actions: 'recordAllocation',
        },
      },
    },
    distributing: {
      description: 'The subscriptions are settled one after the other.',
      meta: { phase: 'distributing' },
      on: {
        'all.distributed': {
          description: 'Tokens that nobody gets are free again.',
          guard: 'isByItsRole',
          target: 'ended',
          actions: ['freeTokens', 'notifySubscribers'],
        },
      },
    },
    ended: {
      description: 'Every subscription has its tokens and its refund.',
      meta: { phase: 'ended' },
      type: 'final',
    },
    cancelled: {
      description: 'Every payment is refunded or about to be.',
      meta: { phase: 'cancelled' },
      type: 'final',
    },
  },
});
