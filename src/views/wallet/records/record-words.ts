/** The badge tones of the phases of deposits and withdrawals. */
import type { DepositPhase, WithdrawalPhase } from '../../../../contract/wallet/wallet.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

/** Tones of the phases; their texts are in `wallet:deposit.phase` and `wallet:withdrawal.phase`. */
export const DEPOSIT_TONE: Readonly<Record<DepositPhase, BadgeTone>> = {
  seen: 'neutral',
  confirming: 'accent',
  credited: 'accent',
  settled: 'up',
  below_minimum: 'warn',
  reversed: 'down',
};

export const WITHDRAWAL_TONE: Readonly<Record<WithdrawalPhase, BadgeTone>> = {
  pending_review: 'warn',
  approved: 'accent',
  broadcasting: 'accent',
  confirming: 'accent',
  manual_review: 'warn',
  success: 'up',
  rejected: 'down',
  cancelled: 'neutral',
};
