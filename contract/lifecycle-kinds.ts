/**
 * The list of records with a lifecycle, each with the kind of the user event that reports its
 * changes on USER. Every layer has a table with one entry for each; a missing entry does not
 * compile.
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
/** Kinds of user events that report changes of records with a lifecycle. */
export type LifecycleEventKind = (typeof TOLD_BY)[LifecycleKind];

/** Returns the kind of record whose changes user events of this name report; undefined for other events. */
export const lifecycleToldBy = (event: string): LifecycleKind | undefined =>
  LIFECYCLE_KINDS.find((kind) => TOLD_BY[kind] === event);
