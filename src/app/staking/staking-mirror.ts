/** A read-only view of a staking position's lifecycle: builds a snapshot of the server's machine from the wire data. */
import type { StakingPosition } from '../../../contract/staking/staking.ts';
import { stakingPositionSnapshot } from '../../../machines/domain/staking/staking-position.snapshot.ts';

/** Queries of screens on a position. */
export interface StakingLifecycle {
  /** Whether its principal is held and earns. */
  readonly isInEffect: boolean;
}

export function stakingLifecycle({
  state,
  cycle_days: cycleDays,
}: StakingPosition): StakingLifecycle {
  return { isInEffect: stakingPositionSnapshot(state, cycleDays).matches('inEffect') };
}
