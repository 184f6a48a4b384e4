/** Token subscriptions as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { IEO_SUBSCRIPTION_EVENTS, IEO_SUBSCRIPTION_ROLES } from './ieo-subscription.events.ts';
import { ieoSubscriptionMachine } from './ieo-subscription.machine.ts';

export const ieoSubscriptionKind = defineKind(
  'ieo-subscription',
  ieoSubscriptionMachine,
)({
  bookkeeping: ['recordSteps', 'recordRefusal'],
  roles: IEO_SUBSCRIPTION_ROLES,
  events: IEO_SUBSCRIPTION_EVENTS,
  probes: ({ steps }) => ({
    'payment.held': [{ type: 'payment.held', steps: 1 }],
    'payment.refused': [{ type: 'payment.refused', refusal: 'insufficient_balance' }],
    'subscription.raise': [
      { type: 'subscription.raise', steps: steps + 1 },
      { type: 'subscription.raise', steps },
    ],
    'allocation.received': [
      { type: 'allocation.received', steps },
      { type: 'allocation.received', steps: steps + 1 },
    ],
    'offering.cancelled': [{ type: 'offering.cancelled' }],
  }),
  person: ({ ownerId }, role) => (role === 'person' ? ownerId : NOBODY_ID),
});
