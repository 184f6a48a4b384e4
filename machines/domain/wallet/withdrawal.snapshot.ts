/** Snapshots of a withdrawal made from wire data, and queries on them. */
import type { SnapshotFrom } from 'xstate';
import type { WithdrawalPhase } from '../../../contract/wallet/wallet.ts';
import type { WithdrawalContext } from './withdrawal.context.ts';
import { withdrawalMachine } from './withdrawal.machine.ts';

type WithdrawalSnapshot = SnapshotFrom<typeof withdrawalMachine>;

const STATE_OF = {
  pending_review: 'pendingReview',
  approved: 'approved',
  broadcasting: 'broadcasting',
  manual_review: 'manualReview',
  success: 'success',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Record<Exclude<WithdrawalPhase, 'confirming'>, string>;

/** Returns the snapshot of a withdrawal in `phase`; the context shows whether a block has it. */
export function withdrawalSnapshot(
  context: WithdrawalContext,
  phase: WithdrawalPhase,
): WithdrawalSnapshot {
  const inside = context.confirmations === 0 ? 'unmined' : 'mined';
  const value = phase === 'confirming' ? { confirming: inside } : STATE_OF[phase];
  return withdrawalMachine.resolveState({ value, context });
}

/** Returns whether this user may cancel the withdrawal now. */
export function canCancelWithdrawal(snapshot: WithdrawalSnapshot, userId: number): boolean {
  return snapshot.can({ type: 'withdrawal.cancel', by: { role: 'person', userId } });
}
