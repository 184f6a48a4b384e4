/** The phase of a withdrawal in its model, as the product stores it. */
import type { AnyMachineSnapshot, SnapshotFrom } from 'xstate';
import type { withdrawalMachine } from '../../../machines/domain/wallet/withdrawal.machine.ts';
import { withdrawalPhase } from '../../../server/areas/wallet/wallet-lifecycles.ts';

export const phaseInModel = (snapshot: AnyMachineSnapshot) =>
  withdrawalPhase(snapshot as SnapshotFrom<typeof withdrawalMachine>);
