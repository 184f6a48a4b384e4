/** Withdrawals as operators see them. */
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

/** Why one is refused before it is sent. */
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
  /** Worth in USDT when it was asked for. */
  value: decimalText,
  /** Who decided; null where nobody had to. */
  operator_id: z.int().nullable(),
  /** How many times what the settings allow the network may take for it; 1 unless an operator decided otherwise. */
  fee_allowance: z.int(),
});
export const operatorWithdrawalDetail = operatorWithdrawal.extend({ last_act: lastActField });
export const operatorWithdrawalPage = z.object({
  withdrawals: z.array(operatorWithdrawal),
  next: nextField,
});

/** One that the server leaves alone: its record is damaged, or its chain cannot take it. */
const damagedWithdrawal = z.object({
  id: recordIdField,
  person,
  currency_code: z.string(),
  chain: z.string(),
  amount: decimalText,
  /** requested: it is not certain that its amount is frozen; nobody else sees it. */
  phase: z.enum(['requested', ...WITHDRAWAL_PHASES]),
  created_at: epochMs,
  /** Since the last start of the server. */
  found_at: epochMs,
});
export const damagedWithdrawals = z.object({ withdrawals: z.array(damagedWithdrawal) });

export const withdrawalIdQuery = z.strictObject({ id: recordIdField });
export const approveWithdrawalBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});
/** How many times what the settings allow the network may take for one withdrawal, by an operator's decision. */
const FEE_ALLOWANCES = ['1', '2', '5', '10'] as const;
/** Of an approved one that is not signed: it is tried again at once, and may cost so much from now on. */
export const releaseWithdrawalBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  allowance: z.enum(FEE_ALLOWANCES),
  reason: reasonField,
});
/** The amount goes back; the person reads `rejection` and `text`. An approved one is rejected by the revision that shows it approved. */
export const rejectWithdrawalBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  rejection: z.enum(REJECTION_REASONS),
  text: wordsField.optional(),
  reason: reasonField,
});
/**
 * Of one in manual review. confirm_sent: it was paid, by this transaction. declare_unsent: it was not
 * paid and never will be; the amount goes back. rebroadcast: the same signed bytes once more.
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
    if ((resolution === 'confirm_sent') !== (hash !== undefined)) fault('transaction_hash');
    if (resolution !== 'declare_unsent' && text !== undefined) fault('text');
  });

export type OperatorWithdrawal = z.infer<typeof operatorWithdrawal>;
export type OperatorWithdrawalDetail = z.infer<typeof operatorWithdrawalDetail>;
export type DamagedWithdrawal = z.infer<typeof damagedWithdrawal>;
export type FeeAllowance = (typeof FEE_ALLOWANCES)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
