/** States of token subscriptions, apart from the schemas: for code that needs no schema library. */

/** ended: it takes no more, and its progress says the rest. `cancelled`: all payments are refunded. */
export const OFFERING_STATES = [
  'not_started',
  'preheat',
  'subscribing',
  'ended',
  'cancelled',
] as const;
export type OfferingState = (typeof OFFERING_STATES)[number];

/** Progress of an ended offering. distributed: every subscription is settled. */
export const OFFERING_PROGRESS = ['allocating', 'distributing', 'distributed'] as const;

/** In the database. discarded: a draft that never became an offering. */
export const OFFERING_PHASES = [
  'draft',
  'discarded',
  'not_started',
  'preheat',
  'subscribing',
  'allocating',
  'distributing',
  'ended',
  'cancelled',
] as const;
export type OfferingPhase = (typeof OFFERING_PHASES)[number];

/** Phases that operators alone see. */
export const UNSEEN_PHASES = ['draft', 'discarded'] as const satisfies readonly OfferingPhase[];
/** Says whether users see an offering in that phase. */
export const isSeenPhase = (phase: OfferingPhase): boolean =>
  !UNSEEN_PHASES.some((unseen) => unseen === phase);

/** committed: its payment is on hold. settled: it has its tokens and its refund. refunded: the offering was canceled. */
export const SUBSCRIPTION_STATES = ['committed', 'settled', 'refunded'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** requested and refused are no subscriptions on the wire. */
export const SUBSCRIPTION_PHASES = ['requested', 'refused', ...SUBSCRIPTION_STATES] as const;
export type SubscriptionPhase = (typeof SUBSCRIPTION_PHASES)[number];
