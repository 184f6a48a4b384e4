/** Types of staking on this server. */
import type { EpochMs } from '../../../contract/time.ts';
import type { stakingPositions, stakingProducts } from '../../kit/db/schema/staking.ts';
import type { Deadline } from '../../kit/http/deadline.ts';

export type ProductRow = typeof stakingProducts.$inferSelect;
export type PositionRow = typeof stakingPositions.$inferSelect;

/** A position that a user wants. */
export interface WantedPosition {
  readonly userId: number;
  readonly productId: number;
  /** Text of the principal, because the currency of the product is not known yet. */
  readonly amount: string;
  /** The terms that the user saw. */
  readonly dailyPpb: number;
  readonly idempotencyKey: string;
  readonly deadline: Deadline;
  readonly requestId: string;
  readonly now: EpochMs;
}

export type SubscriptionRefusal =
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'staking_product_not_found'
  | 'staking_terms_changed'
  | 'amount_scale_exceeded'
  | 'staking_amount_out_of_bounds'
  | 'staking_limit_reached'
  | 'staking_product_sold_out'
  | 'shortfall_unpaid'
  | 'balance_locked'
  | 'insufficient_balance'
  | 'service_unavailable';
