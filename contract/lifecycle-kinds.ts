/**
 * The list of records with a lifecycle, each with the kind of the user event that reports its
 * changes on USER. Every layer has a table with one entry for each; a missing entry does not
 * compile.
 */
const EVENT_OF = {
  'fiat-order': 'fiat_order',
  'fiat-ad': 'fiat_ad',
  withdrawal: 'withdrawal',
  deposit: 'deposit',
  'kyc-review': 'verification',
  'feedback-ticket': 'feedback',
  'spot-order': 'order',
  'contract-order': 'lever_order',
  'micro-order': 'micro_order',
  'staking-position': 'staking_position',
  'ieo-offering': 'ieo_offering',
  'ieo-subscription': 'ieo_subscription',
} as const;

export type LifecycleKind = keyof typeof EVENT_OF;
export const LIFECYCLE_KINDS = Object.keys(EVENT_OF) as readonly LifecycleKind[];
/** Kinds of user events that report changes of records with a lifecycle. */
export type LifecycleEventKind = (typeof EVENT_OF)[LifecycleKind];

/** Returns the kind of record whose changes user events of this name report; undefined for other events. */
export const lifecycleOfEvent = (event: string): LifecycleKind | undefined =>
  LIFECYCLE_KINDS.find((kind) => EVENT_OF[kind] === event);

/** Returns whose number identifies a record: its own, or that of its user, who has at most one. */
export const numberOwnerOf = (kind: LifecycleKind): 'record' | 'user' =>
  kind === 'kyc-review' ? 'user' : 'record';
