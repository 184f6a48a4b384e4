/** Snapshots of a deposit, made from wire data. */
import type { SnapshotFrom } from 'xstate';
import type { DepositPhase } from '../../../contract/wallet/wallet.ts';
import type { DepositContext } from './deposit.context.ts';
import { depositMachine } from './deposit.machine.ts';

type DepositSnapshot = SnapshotFrom<typeof depositMachine>;

const VALUE_OF = {
  seen: { uncredited: 'seen' },
  confirming: { uncredited: 'confirming' },
  reversed: { uncredited: 'reversed' },
  credited: 'credited',
  settled: 'settled',
  below_minimum: 'belowMinimum',
} as const satisfies Record<DepositPhase, unknown>;

/** Returns the snapshot of a deposit in `phase`. */
export const depositSnapshot = (context: DepositContext, phase: DepositPhase): DepositSnapshot =>
  depositMachine.resolveState({ value: VALUE_OF[phase], context });
