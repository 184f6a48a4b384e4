/** Snapshots of a staking position, made from wire data. */
import type { SnapshotFrom } from 'xstate';
import type { StakingState } from '../../../contract/staking/staking-kinds.ts';
import { stakingPositionMachine } from './staking-position.machine.ts';

/** Calls and channels send users only their own positions, so the user is the owner. */
const ME = 1;

export function stakingPositionSnapshot(
  state: StakingState,
  cycleDays: number,
): SnapshotFrom<typeof stakingPositionMachine> {
  return stakingPositionMachine.resolveState({
    value: state === 'in_effect' ? 'inEffect' : 'expired',
    context: { ownerId: ME, cycleDays, refusal: null },
  });
}
