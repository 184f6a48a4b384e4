/** The facts in a staking position's snapshot. */
import type { PrincipalRefusal } from './staking-position.events.ts';

export interface StakingPositionInput {
  readonly ownerId: number;
  readonly cycleDays: number;
}

export interface StakingPositionContext extends StakingPositionInput {
  /** The reason for which the position never took effect. */
  readonly refusal: PrincipalRefusal | null;
}
