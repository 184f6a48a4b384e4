/**
 * A token subscription: its payment is held, may be raised while users subscribe, and is settled by the allocation or
 * refunded.
 */
import { assign, setup } from 'xstate';
import type { SubscriptionPhase } from '../../../contract/ieo/ieo-kinds.ts';
import type { IeoSubscriptionContext, IeoSubscriptionInput } from './ieo-subscription.context.ts';
import { IEO_SUBSCRIPTION_EVENTS, type IeoSubscriptionEvent } from './ieo-subscription.events.ts';

/** Whether the event comes from the role that may send it, and a raise from the owner. */
function isByItsRole({ ownerId }: IeoSubscriptionContext, { type, by }: IeoSubscriptionEvent) {
  if (IEO_SUBSCRIPTION_EVENTS[type].role !== by.role) return false;
  return by.role === 'system' || by.userId === ownerId;
}

export const ieoSubscriptionMachine = setup({
  types: {
    context: {} as IeoSubscriptionContext,
    events: {} as IeoSubscriptionEvent,
    input: {} as IeoSubscriptionInput,
    /** `phase` in the database; the wire shows committed, settled and refunded only. */
    meta: {} as { readonly phase: SubscriptionPhase },
  },
  guards: {
    isByItsRole: ({ context, event }) => isByItsRole(context, event),
    isPayment: ({ context, event }) =>
      isByItsRole(context, event) && event.type === 'payment.held' && event.steps > 0,
    /** It is never lowered. */
    isMore: ({ context, event }) =>
      isByItsRole(context, event) &&
      event.type === 'subscription.raise' &&
      event.steps > context.steps,
    isWithinSteps: ({ context, event }) =>
      isByItsRole(context, event) &&
      event.type === 'allocation.received' &&
      event.steps >= 0 &&
      event.steps <= context.steps,
  },
  actions: {
    /** Ledger recipe `ieo.payment_held`. */
    holdPayment: () => {},
    /** Ledger recipes `ieo.settled` and `ieo.into_spot`: the cost is paid, tokens and the rest of the payment go to the owner. */
    settle: () => {},
    /** Ledger recipes `ieo.refunded` and `ieo.into_spot`. */
    refund: () => {},
    notifyOwner: () => {},
    recordSteps: assign({
      steps: ({ context, event }) =>
        event.type === 'payment.held' || event.type === 'subscription.raise'
          ? event.steps
          : context.steps,
    }),
    recordRefusal: assign({
      refusal: ({ event }) => (event.type === 'payment.refused' ? event.refusal : null),
    }),
  },
}).createMachine({
  id: 'ieoSubscription',
  version: '1',
  description: 'The lifecycle of a token subscription, from its first payment to its settlement.',
  context: ({ input }) => ({ ...input, steps: 0, refusal: null }),
  initial: 'requested',
  states: {
    requested: {
      description: 'The spot account is asked for the payment.',
      meta: { phase: 'requested' },
      entry: 'holdPayment',
      on: {
        'payment.held': {
          description: 'The payment is frozen in the financial account.',
          guard: 'isPayment',
          target: 'committed',
          actions: ['recordSteps', 'notifyOwner'],
        },
        'payment.refused': {
          description: 'Nothing was taken from the user.',
          guard: 'isByItsRole',
          target: 'refused',
          actions: 'recordRefusal',
        },
      },
    },
    committed: {
      description: 'The payment is on hold until the allocation.',
      meta: { phase: 'committed' },
      on: {
        'subscription.raise': {
          description: 'The payment for more steps is on hold, too.',
          guard: 'isMore',
          actions: ['recordSteps', 'notifyOwner'],
        },
        'allocation.received': {
          description: 'Tokens and the rest of the payment go to the spot account.',
          guard: 'isWithinSteps',
          target: 'settled',
          actions: ['settle', 'notifyOwner'],
        },
        'offering.cancelled': {
          description: 'The whole payment goes back to the spot account.',
          guard: 'isByItsRole',
          target: 'refunded',
          actions: ['refund', 'notifyOwner'],
        },
      },
    },
    settled: {
      description: 'The owner has tokens and refund.',
      meta: { phase: 'settled' },
      type: 'final',
    },
    refunded: {
      description: 'The owner has the whole payment back.',
      meta: { phase: 'refunded' },
      type: 'final',
    },
    refused: {
      description: 'The first payment failed, and no user sees it.',
      meta: { phase: 'refused' },
      type: 'final',
    },
  },
});
