/** A read-only view of a withdrawal's lifecycle: builds a snapshot of the server's machine from the wire data. */
import { LIMITS } from '../../../contract/limits.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import {
  canCancelWithdrawal,
  withdrawalSnapshot,
} from '../../../machines/domain/wallet/withdrawal.snapshot.ts';

/** Queries of screens on a withdrawal. */
export interface WithdrawalLifecycle {
  /** Whether its owner may cancel it now. */
  readonly canCancel: boolean;
  /** Whether its amount is frozen in the account. */
  readonly isHolding: boolean;
  /** Whether its transaction waits for a block or for further confirmations. */
  readonly isConfirming: boolean;
  /** Whether it has ended. */
  readonly isOver: boolean;
}

/** Calls and channels send users only their own withdrawals, so the user is the owner. */
const ME = 1;

export function withdrawalLifecycle(withdrawal: Withdrawal): WithdrawalLifecycle {
  const snapshot = withdrawalSnapshot(
    {
      ownerId: ME,
      // Only its start used the value; no query here needs it.
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
