/** Halts of chains, and the terms of their coins, as operators see and change them. */
import { z } from 'zod';
import {
  chainField,
  currencyIdField,
  decimalText,
  epochMs,
  recordIdField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { CHAIN_HALT_CAUSES } from '../../wallet/chain-halts.ts';
import { flagField, lastActField, reasonField, revisionField } from './fields.ts';

const NONCE_MAX = Number.MAX_SAFE_INTEGER;
const transactionHashField = z.string().regex(/^0x[0-9a-f]{64}$/);

/** A halt that lasts: the withdrawals of its chain are closed. */
const chainHalt = z.object({
  id: recordIdField,
  chain: z.string(),
  chain_name: z.string(),
  cause: z.enum(CHAIN_HALT_CAUSES),
  /** Description of the finding. */
  detail: z.string(),
  began_at: epochMs,
  revision: z.int(),
  last_act: lastActField,
});
/** Oldest first. */
export const chainHalts = z.object({ halts: z.array(chainHalt) });
/** Ends a halt, so that withdrawals go on unless another halt of the chain lasts. */
export const acknowledgeChainHaltBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});

export const listForeignTransactionsQuery = z.strictObject({ id: recordIdField });
/** A transaction of the hot wallet that this server does not know. */
const foreignTransaction = z.object({
  nonce: z.int(),
  /** Null when the node does not keep it. */
  hash: z.string().nullable(),
  /** The payment of a listed coin; null for any other transaction, and for an unknown one. */
  payment: z
    .object({ currency_code: z.string(), amount: decimalText, address: z.string() })
    .nullable(),
  /** Withdrawals that it may have paid. */
  withdrawals: z.array(
    z.object({ id: recordIdField, amount: decimalText, currency_code: z.string() }),
  ),
});
/** The first foreign transactions of the wallet of a halted chain. Only the first may be named. */
export const foreignTransactions = z.object({
  transactions: z.array(foreignTransaction),
  /** The number of all foreign transactions. */
  count: z.int(),
  /** Whether all may be named at once, because the wallet is new to this server. */
  is_first_use: z.boolean(),
});
/** Names a foreign transaction, or at the first use all up to `last_nonce`. */
export const nameForeignTransactionBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  nonce: wholeNumber(0, NONCE_MAX),
  /** By default `nonce`. */
  last_nonce: wholeNumber(0, NONCE_MAX).optional(),
  /** The withdrawal that it paid; none by default. */
  withdrawal_id: recordIdField.optional(),
  /** Needed for a withdrawal if the node does not find the transaction by its nonce. */
  transaction_hash: transactionHashField.optional(),
  reason: reasonField,
});

export type ForeignTransactions = z.infer<typeof foreignTransactions>;
export type OperatorChainHalt = z.infer<typeof chainHalt>;

/** Zero or more, in the coin. */
const amountField = z.string().regex(/^(?:0|[1-9]\d{0,37})(?:\.\d{0,17}[1-9])?$/);
export const operatorWalletCoin = z.object({
  currency_id: z.int(),
  currency_code: z.string(),
  chain: chainField,
  chain_name: z.string(),
  /** Whether the chain runs here; otherwise the coin cannot be deposited or withdrawn. */
  is_running: z.boolean(),
  can_deposit: z.boolean(),
  can_withdraw: z.boolean(),
  min_deposit: decimalText,
  min_withdrawal: decimalText,
  withdrawal_fee: decimalText,
  revision: z.int(),
  last_act: lastActField,
});
/** The smallest withdrawal must be worth more than its fee. */
export const saveWalletCoinBody = z.strictObject({
  currency_id: currencyIdField,
  chain: chainField,
  revision: revisionField,
  can_deposit: flagField,
  can_withdraw: flagField,
  min_deposit: amountField,
  min_withdrawal: amountField,
  withdrawal_fee: amountField,
  reason: reasonField,
});

export type OperatorWalletCoin = z.infer<typeof operatorWalletCoin>;
