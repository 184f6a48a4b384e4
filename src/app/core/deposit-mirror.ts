/**
 * The lifecycle of a deposit as the app sees it: never advanced here, only read. What the server
 * sent becomes a snapshot of the machine that the server runs.
 */
import type { Deposit } from '../../../contract/wallet/wallet.ts';
import { unitsOf } from '../../../machines/app/core/amount.rules.ts';
import { depositSnapshot } from '../../../machines/domain/wallet/deposit.snapshot.ts';

/** What a screen asks of a deposit. */
export interface DepositLifecycle {
  /** Confirmations still decide about it. */
  readonly isCounting: boolean;
}

/** Calls and channels give people their own deposits only: the user who sees one here is its owner. */
const ME = 1;

export function depositLifecycle(deposit: Deposit): DepositLifecycle {
  const snapshot = depositSnapshot(
    {
      ownerId: ME,
      amount: String(unitsOf(deposit.amount)),
      // What decided at its first confirmation; nothing here asks for it.
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
    isCounting:
      snapshot.hasTag('locked') ||
      snapshot.matches({ uncredited: 'seen' }) ||
      snapshot.matches({ uncredited: 'confirming' }),
  };
}
