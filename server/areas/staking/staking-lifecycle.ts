/** The lifecycle `staking-position` on this server; its id is the id of the position. */
import type { SnapshotFrom } from 'xstate';
import type { StakingPhase } from '../../../contract/staking/staking-kinds.ts';
import { stakingPositionKind } from '../../../machines/domain/staking/staking-position.kind.ts';
import type { LifecycleSpec } from '../../kit/lifecycle/lifecycles.types.ts';

type Machine = (typeof stakingPositionKind)['machine'];

export const STAKING_POSITION: LifecycleSpec<Machine> = {
  ...stakingPositionKind,
  version: 1,
  migrations: {},
};

/** Lifecycles by kind. */
export const STAKING_LIFECYCLES = { 'staking-position': STAKING_POSITION };

const PHASES: Readonly<Record<SnapshotFrom<Machine>['value'], StakingPhase>> = {
  requested: 'requested',
  refused: 'refused',
  inEffect: 'in_effect',
  expired: 'expired',
};

/** Returns `phase` of the row from the state of the machine. */
export const stakingPhase = ({ value }: SnapshotFrom<Machine>): StakingPhase => PHASES[value];
