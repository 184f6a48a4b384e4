/** States of staking, apart from the schemas: for code that needs no schema library. */

/** open: takes subscriptions. closed: takes none; positions run to their end. */
export const STAKING_PRODUCT_STATES = ['open', 'closed'] as const;

/** in_effect: the principal earns. expired: the principal is back in the spot account. */
export const STAKING_STATES = ['in_effect', 'expired'] as const;
export type StakingState = (typeof STAKING_STATES)[number];

/** requested and refused have no position on the wire. */
export type StakingPhase = StakingState | 'requested' | 'refused';
