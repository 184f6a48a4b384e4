/**
 * The lifecycle of a withdrawal as the app sees it: never advanced here, only read. What the server
 * sent becomes a snapshot of the machine that the server runs.
 */
import { LIMITS } from '../../../contract/limits.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import {
  canCancelWithdrawal,
  withdrawalSnapshot,
} from '../../../machines/domain/wallet/withdrawal.snapshot.ts';

/** What a screen asks of a withdrawal. */
export interface WithdrawalLifecycle {
  /** Its owner may take it back now. */
  readonly canCancel: boolean;
  /** Its amount is frozen in the account. */
  readonly isHolding: boolean;
  /** A block is to have its transaction, or has it and is not deep enough yet. */
  readonly isConfirming: boolean;
  /** Nothing happens to it any more. */
  readonly isOver: boolean;
}

/** Calls and channels give people their own withdrawals only: the user who sees one here is its owner. */
const ME = 1;

export function withdrawalLifecycle(withdrawal: Withdrawal): WithdrawalLifecycle {
  const snapshot = withdrawalSnapshot(
    {
      ownerId: ME,
      // What it is worth decides at its start only; nothing here asks for it.
      value: '0',
      autoApproveBelow: '0',
      requiredConfirmations: withdrawal.required_confirmations,
      broadcastTimeoutMs: LIMITS.withdrawal_broadcast_timeout_ms,
      refusal: null,
      transactionHash: withdrawal.transaction_hash,
      confirmations: withdrawal.confirmations,
      reason: withdrawal.reason,
      reasonText: withdrawal.reason_text,
      operatorId: null,
      revision: withdrawal.revision,
    },
    withdrawal.phase,
  );
  return {
    canCancel: canCancelWithdrawal(snapshot, ME),
    isHolding: snapshot.hasTag('holding'),
    isConfirming: snapshot.matches('confirming'),
    isOver: snapshot.hasTag('final'),
  };
}
