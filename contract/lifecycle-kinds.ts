/** Records whose course operators may look at, as the server names them. */
export const LIFECYCLE_KINDS = [
  'fiat-order',
  'fiat-ad',
  'withdrawal',
  'deposit',
  'kyc-review',
  'feedback-ticket',
  'spot-order',
] as const;
export type LifecycleKind = (typeof LIFECYCLE_KINDS)[number];
