/** Events of a token subscription, and the roles that send them. */
import type { EventTable, Party } from '../party.ts';

/** person: its owner. system: the exchange itself. */
export const IEO_SUBSCRIPTION_ROLES = ['person', 'system'] as const;
type IeoSubscriptionRole = (typeof IEO_SUBSCRIPTION_ROLES)[number];
type By = { readonly by: Party<IeoSubscriptionRole> };

/** The spot account did not hold the payment, or its writer could not book at once. */
export type PaymentRefusal = 'insufficient_balance' | 'service_unavailable';

export type IeoSubscriptionEvent =
  | ({ readonly type: 'payment.held'; readonly steps: number } & By)
  | ({ readonly type: 'payment.refused'; readonly refusal: PaymentRefusal } & By)
  | ({ readonly type: 'subscription.raise'; readonly steps: number } & By)
  | ({ readonly type: 'allocation.received'; readonly steps: number } & By)
  | ({ readonly type: 'offering.cancelled' } & By);

/** The only role that may send each event, in any state. */
export const IEO_SUBSCRIPTION_EVENTS = {
  'payment.held': {
    role: 'system',
    description: 'The spot account has paid, and the payment is on hold.',
  },
  'payment.refused': {
    role: 'system',
    description: 'The spot account could not pay.',
  },
  'subscription.raise': {
    role: 'person',
    description: 'Its owner asks for more, and the payment for it is on hold.',
  },
  'allocation.received': {
    role: 'system',
    description: 'The allocation gives it a number of steps.',
  },
  'offering.cancelled': {
    role: 'system',
    description: 'The offering is cancelled.',
  },
} as const satisfies EventTable<IeoSubscriptionEvent['type'], IeoSubscriptionRole>;
