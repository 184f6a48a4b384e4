/** Queries on snapshots of a contract order. */
import type { SnapshotFrom } from 'xstate';
import type { LeverOrderState } from '../../../contract/lever/lever-kinds.ts';
import type { contractOrderMachine } from './contract-order.machine.ts';

export type ContractOrderSnapshot = SnapshotFrom<typeof contractOrderMachine>;

/** `state` on the wire and in the database. */
export const stateOf = ({ value }: ContractOrderSnapshot): LeverOrderState =>
  value === 'inTrading' ? 'in_trading' : value;
