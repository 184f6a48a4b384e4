/** Checks of deposits, withdrawals, verification and feedback in USER frames: each field that the client reads. */
import type { Feedback } from '../contract/feedback/feedback.ts';
import type { Verification } from '../contract/verification/verification.ts';
import type { Deposit, Withdrawal } from '../contract/wallet/wallet.ts';
import { fits, isDecimal, isText, isWhole, orNull } from './field-checks.ts';

export const isDeposit = fits<Deposit>({
  id: isText,
  currency_id: isWhole,
  currency_code: isText,
  chain: isText,
  amount: isDecimal,
  address: isText,
  transaction_hash: isText,
  state: isText,
  phase: isText,
  confirmations: isWhole,
  credit_confirmations: isWhole,
  unlock_confirmations: isWhole,
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
});
export const isWithdrawal = fits<Withdrawal>({
  id: isText,
  currency_id: isWhole,
  currency_code: isText,
  chain: isText,
  address: isText,
  amount: isDecimal,
  fee: isDecimal,
  arrival_amount: isDecimal,
  state: isText,
  phase: isText,
  transaction_hash: orNull(isText),
  confirmations: isWhole,
  required_confirmations: isWhole,
  reason: orNull(isText),
  reason_text: orNull(isText),
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
});
export const isVerification = fits<Verification>({
  state: isText,
  revision: isWhole,
  id_type: orNull(isText),
  name: orNull(isText),
  card_id: orNull(isText),
  real_name: orNull(isText),
  submitted_at: orNull(isWhole),
  reviewed_at: orNull(isWhole),
  reason: orNull(isText),
  reason_text: orNull(isText),
  daily_limit: isDecimal,
  certified_daily_limit: isDecimal,
});
export const isFeedback = fits<Feedback>({
  id: isText,
  type: isText,
  title: isText,
  state: isText,
  revision: isWhole,
  created_at: isWhole,
  updated_at: isWhole,
});
