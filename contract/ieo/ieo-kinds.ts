/** States of token subscriptions, apart from the schemas: for code that needs no schema library. */

/** ended: takes no more; what it does then is its progress. cancelled: all payments are refunded. */
export const OFFERING_STATES = [
  'not_started',
  'preheat',
  'subscribing',
  'ended',
  'cancelled',
] as const;
export type OfferingState = (typeof OFFERING_STATES)[number];

/** What an ended offering does. distributed: every subscription is settled. */
export const OFFERING_PROGRESS = ['allocating', 'distributing', 'distributed'] as const;
export type OfferingProgress = (typeof OFFERING_PROGRESS)[number];

/** In the database; no user sees a draft. */
export const OFFERING_PHASES = [
  'draft',
  'not_started',
  'preheat',
  'subscribing',
  'allocating',
  'distributing',
  'ended',
  'cancelled',
] as const;
export type OfferingPhase = (typeof OFFERING_PHASES)[number];

/** committed: its payment is on hold. settled: it has its tokens and its refund. refunded: the offering was cancelled. */
export const SUBSCRIPTION_STATES = ['committed', 'settled', 'refunded'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** requested and refused are no subscriptions on the wire. */
export const SUBSCRIPTION_PHASES = ['requested', 'refused', ...SUBSCRIPTION_STATES] as const;
export type SubscriptionPhase = (typeof SUBSCRIPTION_PHASES)[number];
