/** A read-only view of a deposit's lifecycle: builds a snapshot of the server's machine from the wire data. */
import type { Deposit } from '../../../contract/wallet/wallet.ts';
import { unitsOf } from '../../../machines/app/core/amount.rules.ts';
import { depositSnapshot } from '../../../machines/domain/wallet/deposit.snapshot.ts';

/** Queries of screens on a deposit. */
export interface DepositLifecycle {
  /** Whether its state still depends on confirmations. */
  readonly isCounting: boolean;
  /** Whether blocks count for it, or did: not for a deposit below the minimum. */
  readonly isCounted: boolean;
}

/** Calls and channels send users only their own deposits, so the user is the owner. */
const ME = 1;

export function depositLifecycle(deposit: Deposit): DepositLifecycle {
  const snapshot = depositSnapshot(
    {
      ownerId: ME,
      amount: String(unitsOf(deposit.amount)),
      // Only its first confirmation used the minimum; no query here needs it.
      minimum: '0',
      creditConfirmations: deposit.credit_confirmations,
      unlockConfirmations: deposit.unlock_confirmations,
      confirmations: deposit.confirmations,
      blockNumber: null,
      credits: 0,
      revision: deposit.revision,
    },
    deposit.phase,
  );
  return {
    isCounted: !snapshot.matches('belowMinimum'),
    isCounting:
      snapshot.hasTag('locked') ||
      snapshot.matches({ uncredited: 'seen' }) ||
      snapshot.matches({ uncredited: 'confirming' }),
  };
}
