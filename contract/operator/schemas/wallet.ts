/** Withdrawals, as the console shows them. */
import { z } from 'zod';
import {
  currencyIdField,
  decimalText,
  epochMs,
  pageFields,
  recordIdField,
} from '../../schemas/fields.ts';
import { withdrawal, WITHDRAWAL_PHASES, WITHDRAWAL_REASONS } from '../../wallet/wallet.ts';
import {
  lastActField,
  nextField,
  person,
  reasonField,
  revisionField,
  userIdField,
  wordsField,
} from './fields.ts';

/** Reasons to refuse a withdrawal before it is sent. */
const REJECTION_REASONS = WITHDRAWAL_REASONS.filter((reason) => reason !== 'not_sent');

/** Withdrawals that wait for an operator (`pending_review`, `manual_review`) come oldest first, all others newest first. */
export const listOperatorWithdrawalsQuery = z.strictObject({
  ...pageFields,
  phase: z.enum(WITHDRAWAL_PHASES).optional(),
  currency_id: currencyIdField.optional(),
  user_id: userIdField.optional(),
});
const operatorWithdrawal = withdrawal.extend({
  person,
  /** Value in USDT at the request. */
  value: decimalText,
  /** The operator who decided; null if no decision was needed. */
  operator_id: z.int().nullable(),
  /** Multiple of the settings' highest network fee that it may cost; 1 unless an operator raised it. */
  fee_allowance: z.int(),
});
export const operatorWithdrawalDetail = operatorWithdrawal.extend({ last_act: lastActField });
export const operatorWithdrawalPage = z.object({
  withdrawals: z.array(operatorWithdrawal),
  next: nextField,
});

/** A withdrawal that the server skips: its record is damaged, or its chain cannot take it. */
const damagedWithdrawal = z.object({
  id: recordIdField,
  person,
  currency_code: z.string(),
  chain: z.string(),
  amount: decimalText,
  /** requested: it is uncertain whether its amount is frozen; only operators see it. */
  phase: z.enum(['requested', ...WITHDRAWAL_PHASES]),
  created_at: epochMs,
  /** Found since the last start of the server. */
  found_at: epochMs,
});
export const damagedWithdrawals = z.object({ withdrawals: z.array(damagedWithdrawal) });

export const withdrawalIdQuery = z.strictObject({ id: recordIdField });
export const approveWithdrawalBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});
/** Multiples of the settings' highest network fee that an operator may allow for one withdrawal. */
const FEE_ALLOWANCES = ['1', '2', '5', '10'] as const;
/**
 * Immediately retries an approved withdrawal that is not signed yet, and lets its network fee be up
 * to this multiple from now on.
 */
export const releaseWithdrawalBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  allowance: z.enum(FEE_ALLOWANCES),
  reason: reasonField,
});
/**
 * Returns the amount; the user reads `rejection` and `text`. An approved withdrawal is rejected by
 * the revision that shows it approved.
 */
export const rejectWithdrawalBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  rejection: z.enum(REJECTION_REASONS),
  text: wordsField.optional(),
  reason: reasonField,
});
/**
 * Decisions on a withdrawal in manual review. confirm_sent: this transaction paid it.
 * declare_unsent: it was not paid and never will be; the amount is returned. `transaction_hash` names the
 * transaction that used its nonce, if the node does not find that one. rebroadcast: sends the same signed
 * bytes again.
 */
const RESOLUTIONS = ['confirm_sent', 'declare_unsent', 'rebroadcast'] as const;
export const resolveWithdrawalBody = z
  .strictObject({
    id: recordIdField,
    revision: revisionField,
    resolution: z.enum(RESOLUTIONS),
    transaction_hash: z
      .string()
      .regex(/^[\w-]{10,128}$/)
      .optional(),
    text: wordsField.optional(),
    reason: reasonField,
  })
  .superRefine(({ resolution, transaction_hash: hash, text }, context) => {
    const fault = (field: string) => context.addIssue({ code: 'custom', path: [field] });
    const isHashMissing = resolution === 'confirm_sent' && hash === undefined;
    if (isHashMissing || (resolution === 'rebroadcast' && hash !== undefined))
      fault('transaction_hash');
    if (resolution !== 'declare_unsent' && text !== undefined) fault('text');
  });

export type OperatorWithdrawal = z.infer<typeof operatorWithdrawal>;
export type OperatorWithdrawalDetail = z.infer<typeof operatorWithdrawalDetail>;
export type DamagedWithdrawal = z.infer<typeof damagedWithdrawal>;
export type FeeAllowance = (typeof FEE_ALLOWANCES)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
