/**
 * The one list of records with a life of their own, as the server names them, each with the kind of event by
 * which USER tells its owner of it. Every floor has a table with one entry for each of them; an entry that is
 * missing does not compile.
 */
const TOLD_BY = {
  'fiat-order': 'fiat_order',
  'fiat-ad': 'fiat_ad',
  withdrawal: 'withdrawal',
  deposit: 'deposit',
  'kyc-review': 'verification',
  'feedback-ticket': 'feedback',
  'spot-order': 'order',
} as const;

export type LifecycleKind = keyof typeof TOLD_BY;
export const LIFECYCLE_KINDS = Object.keys(TOLD_BY) as readonly LifecycleKind[];
/** Kinds of events that tell of records with a life. */
export type LifecycleEventKind = (typeof TOLD_BY)[LifecycleKind];
