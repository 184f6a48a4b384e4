/** Deposits, withdrawals and transfers of a user. Amounts are decimal text in the record's currency. */
import { z } from 'zod';
import { accountTypeIdField } from './accounts.ts';
import {
  chainField,
  currencyIdField,
  decimalText,
  epochMs,
  lineField,
  optionalGoogleCodeField,
  pageFields,
  passwordField,
  positiveDecimalField,
  recordIdField,
  verificationCodeField,
} from '../schemas/fields.ts';
import { HOLD_REASONS } from '../identity/security.ts';

/** Address or transaction hash on a chain, in the chain's own form. */
const chainText = z.string();
const addressField = z.string().regex(/^[\w:-]{10,128}$/);
/** Record states of SPEC 4. */
export const RECORD_STATES = ['pending_review', 'approved', 'rejected', 'success'] as const;
const recordState = z.enum(RECORD_STATES);
const recordListQuery = z.strictObject({
  ...pageFields,
  currency_id: currencyIdField.optional(),
  state: recordState.optional(),
});
export const recordIdQuery = z.strictObject({ id: recordIdField });

/** One currency on one chain, with its minimums, fees and confirmations. */
export const walletCoin = z.object({
  currency_id: z.int(),
  currency_code: z.string(),
  currency_name: z.string(),
  logo: z.string(),
  chain: chainField,
  chain_name: z.string(),
  /** Largest number of decimals of amounts on the chain. */
  decimals: z.int(),
  can_deposit: z.boolean(),
  can_withdraw: z.boolean(),
  /** Deposits below it are not credited. */
  min_deposit: decimalText,
  min_withdrawal: decimalText,
  /** Deducted from the withdrawn amount. */
  withdrawal_fee: decimalText,
  /** Confirmations after which a deposit is credited, and after which it may be withdrawn. */
  credit_confirmations: z.int(),
  unlock_confirmations: z.int(),
  /** Whether the faucet of the development chain has this coin. */
  has_faucet: z.boolean(),
});

export const walletCoinQuery = z.strictObject({ currency_id: currencyIdField, chain: chainField });
export const depositAddress = z.object({ address: chainText });
/** The faucet sends a fixed amount to the caller's own deposit address. */
export const faucetBody = walletCoinQuery;
export const faucetSent = z.object({ amount: decimalText, transaction_hash: chainText });

/** Finer than `state`. */
const DEPOSIT_PHASES = [
  'seen',
  'confirming',
  'credited',
  'settled',
  'below_minimum',
  'reversed',
] as const;
export const deposit = z.object({
  id: recordIdField,
  currency_id: z.int(),
  currency_code: z.string(),
  chain: chainField,
  amount: decimalText,
  address: chainText,
  transaction_hash: chainText,
  /**
   * Derived from `phase`: credited counts as approved, settled as success, pending phases as
   * pending_review.
   */
  state: recordState,
  phase: z.enum(DEPOSIT_PHASES),
  confirmations: z.int(),
  credit_confirmations: z.int(),
  unlock_confirmations: z.int(),
  revision: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
});
export const listDepositsQuery = recordListQuery;
export const depositPage = z.object({
  deposits: z.array(deposit),
  next: recordIdField.nullable(),
});

export const withdrawalAddress = z.object({
  id: recordIdField,
  currency_id: z.int(),
  currency_code: z.string(),
  chain: chainField,
  chain_name: z.string(),
  address: chainText,
  label: z.string(),
  created_at: epochMs,
});
export const listWithdrawalAddressesQuery = z.strictObject({
  currency_id: currencyIdField.optional(),
});
/** `auth_code` is the code of scene `bind_address`. */
export const bindWithdrawalAddressBody = z.strictObject({
  currency_id: currencyIdField,
  chain: chainField,
  address: addressField,
  label: lineField(1, 40),
  auth_code: verificationCodeField,
});
export const removeWithdrawalAddressBody = recordIdQuery;

/** Limits and holds that the form shows before sending. */
export const withdrawalTerms = z.object({
  available: decimalText,
  /** Part of `available` from deposits that wait for confirmations and cannot be withdrawn yet. */
  locked: decimalText,
  /**
   * Part of `available`, in addition to `locked`, that was bought for fiat money too recently to be
   * withdrawn.
   */
  bought_on_hold: decimalText,
  /** Time at which the last part may be withdrawn; null if nothing is on hold. */
  bought_on_hold_until: epochMs.nullable(),
  /** Largest amount that may be withdrawn now. */
  withdrawable: decimalText,
  fee: decimalText,
  minimum: decimalText,
  /** Limit and use of the UTC day, in USDT, and the rest in the currency (null without a price). */
  daily_limit: decimalText,
  used_today: decimalText,
  remaining_today: decimalText.nullable(),
  hold_until: epochMs.nullable(),
  hold_reason: z.enum(HOLD_REASONS).nullable(),
  is_verified: z.boolean(),
  has_pay_password: z.boolean(),
  is_google_bound: z.boolean(),
});
/** `amount` leaves the account; the fee is deducted from it. */
export const createWithdrawalBody = z.strictObject({
  address_id: recordIdField,
  amount: positiveDecimalField,
  pay_password: passwordField,
  google_code: optionalGoogleCodeField,
});
export const WITHDRAWAL_PHASES = [
  'pending_review',
  'approved',
  'broadcasting',
  'confirming',
  'manual_review',
  'success',
  'rejected',
  'cancelled',
] as const;
export const WITHDRAWAL_REASONS = [
  'address_refused',
  'identity_check',
  'suspicious_activity',
  'not_sent',
  'other',
] as const;
export const withdrawal = z.object({
  id: recordIdField,
  currency_id: z.int(),
  currency_code: z.string(),
  chain: chainField,
  address: chainText,
  amount: decimalText,
  fee: decimalText,
  /** `amount` minus `fee`. */
  arrival_amount: decimalText,
  /**
   * Derived from `phase`: `cancelled` counts as rejected, every open phase after the review as
   * approved.
   */
  state: recordState,
  phase: z.enum(WITHDRAWAL_PHASES),
  transaction_hash: chainText.nullable(),
  confirmations: z.int(),
  required_confirmations: z.int(),
  reason: z.enum(WITHDRAWAL_REASONS).nullable(),
  reason_text: z.string().nullable(),
  revision: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
});
export const listWithdrawalsQuery = recordListQuery;
export const withdrawalPage = z.object({
  withdrawals: z.array(withdrawal),
  next: recordIdField.nullable(),
});

export const createTransferBody = z.strictObject({
  currency_id: currencyIdField,
  from_account_type_id: accountTypeIdField,
  to_account_type_id: accountTypeIdField,
  amount: positiveDecimalField,
});
export const transfer = z.object({
  id: recordIdField,
  currency_id: z.int(),
  currency_code: z.string(),
  from_account_type_id: z.int(),
  to_account_type_id: z.int(),
  amount: decimalText,
  created_at: epochMs,
});
export const listTransfersQuery = z.strictObject({
  ...pageFields,
  currency_id: currencyIdField.optional(),
  /** Transfers out of or into this account type. */
  account_type_id: accountTypeIdField.optional(),
});
export const transferPage = z.object({
  transfers: z.array(transfer),
  next: recordIdField.nullable(),
});

export type WalletCoin = z.infer<typeof walletCoin>;
export type RecordState = z.infer<typeof recordState>;
export type Deposit = z.infer<typeof deposit>;
export type DepositPhase = Deposit['phase'];
export type WithdrawalAddress = z.infer<typeof withdrawalAddress>;
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;
export type Withdrawal = z.infer<typeof withdrawal>;
export type WithdrawalPhase = Withdrawal['phase'];
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];
export type Transfer = z.infer<typeof transfer>;
