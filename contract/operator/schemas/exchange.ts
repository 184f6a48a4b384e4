/** Markets, coins, the ledger, and the audit log. */
import { z } from 'zod';
import {
  chainField,
  currencyIdField,
  currencyMatchIdField,
  decimalText,
  epochMs,
  pageFields,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { wrongMarketTerms } from '../../figures/market-terms.ts';
import { LIMITS } from '../../limits.ts';
import { MARKET_STATUSES } from '../../market/market.ts';
import { diskRoom } from './disk.ts';
import { flagField, lastActField, nextField, reasonField, revisionField } from './fields.ts';

const marketStatus = z.enum(MARKET_STATUSES);
export const operatorMarket = z.object({
  id: z.int(),
  base_currency_code: z.string(),
  quote_currency_code: z.string(),
  status: marketStatus,
  price_scale: z.int(),
  quantity_scale: z.int(),
  min_notional: decimalText,
  price_band_ppm: z.int(),
  maker_fee_ppm: z.int(),
  taker_fee_ppm: z.int(),
  revision: z.int(),
  last_act: lastActField,
});
export const setMarketStatusBody = z.strictObject({
  id: currencyMatchIdField,
  revision: revisionField,
  status: marketStatus,
  reason: reasonField,
});
export const closeMarketOrdersBody = z.strictObject({
  id: currencyMatchIdField,
  revision: revisionField,
  reason: reasonField,
});
/** New trading pairs: what an operator may choose. */
export const marketListing = z.object({
  /** Coins that a market trades, and tokens that an offering has distributed. */
  currencies: z.array(z.object({ currency_id: z.int(), currency_code: z.string() })),
  /** Currencies in which markets are quoted. */
  quotes: z.array(z.object({ currency_id: z.int(), currency_code: z.string() })),
  revision: z.int(),
  last_act: lastActField,
});
const feePpm = wholeNumber(0, LIMITS.spot_fee_ppm_max);
/** Adds a paused trading pair. Its scales and its currencies never change. */
export const addMarketBody = z
  .strictObject({
    revision: revisionField,
    base_currency_id: currencyIdField,
    quote_currency_id: currencyIdField,
    /** Decimals of a price and of a quantity. */
    price_scale: wholeNumber(0, LIMITS.spot_price_scale_max),
    quantity_scale: wholeNumber(0, LIMITS.spot_quantity_scale_max),
    /** Lowest value of an order, in the quote currency. */
    min_notional: positiveDecimalField,
    /** Largest distance of a price from the last trade. */
    price_band_ppm: wholeNumber(1, LIMITS.spot_price_band_ppm_max),
    maker_fee_ppm: feePpm,
    taker_fee_ppm: feePpm,
    /** Middle of the price band before the first trade. */
    opening_price: positiveDecimalField,
    reason: reasonField,
  })
  .superRefine((sent, context) => {
    // Terms that are wrong alone are not the numbers that the rule needs.
    if (context.issues.length > 0) return;
    for (const name of wrongMarketTerms(sent)) context.addIssue({ code: 'custom', path: [name] });
  });
export const closedOrders = z.object({ closed: z.int() });

export type MarketListing = z.infer<typeof marketListing>;

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

export const ledgerHealth = z.object({
  /** False as well while the exchange goes on with a ledger that is not verified. */
  is_sound: z.boolean(),
  /** Faults, each with the rule first and the rows; empty when the ledger is consistent. */
  faults: z.array(z.string()),
  totals: z.array(
    z.object({
      currency_code: z.string(),
      /** Sum of all accounts: `0` in a consistent ledger. */
      sum: decimalText,
      frozen: decimalText,
    }),
  ),
  /** Set while the ledger has not been verified for long, and no fault is known. */
  unverified: z
    .object({
      /** End of the time for which an operator lets the exchange go on; null while it has stopped. */
      continues_until: epochMs.nullable(),
      revision: z.int(),
      last_act: lastActField,
    })
    .nullable(),
  /** The disk's room, because nothing can be booked on a full disk. */
  disk: diskRoom,
});

/** Hours for which the exchange may go on with a ledger that is not verified. */
const UNVERIFIED_HOURS = ['1', '4', '12', '24'] as const;
/** Lets the exchange go on without a verified ledger, until a pass succeeds or finds a fault. */
export const continueUnverifiedBody = z.strictObject({
  hours: z.enum(UNVERIFIED_HOURS),
  revision: revisionField,
  reason: reasonField,
});

/** `kind.verb` of the action, e.g. `withdrawal.approve`. */
const actionText = z.string();
const SUBJECT_KINDS = [
  'user',
  'review',
  'withdrawal',
  'feedback',
  'news',
  'market',
  'lever_market',
  'lever_fund',
  'lever_listing',
  'micro_product',
  'micro_fund',
  'staking_product',
  'staking_fund',
  'offering',
  'offering_fund',
  'wallet_coin',
  'chain_halt',
  'ledger',
  'fiat_order',
  'fiat_ad',
  'setting',
] as const;
const subjectKind = z.enum(SUBJECT_KINDS);
/** Newest first; of one subject if both its fields are given. */
export const listAuditQuery = z
  .strictObject({
    ...pageFields,
    operator_id: wholeNumber(1, 2_147_483_647).optional(),
    subject_kind: subjectKind.optional(),
    subject_id: z
      .string()
      .regex(/^[\w:-]{1,64}$/)
      .optional(),
  })
  .superRefine(({ subject_kind: kind, subject_id: id }, context) => {
    if (id !== undefined && kind === undefined)
      context.addIssue({ code: 'custom', path: ['subject_kind'] });
  });
const auditEntry = z.object({
  id: recordIdField,
  at: epochMs,
  operator_id: z.int(),
  operator_name: z.string(),
  action: actionText,
  subject_kind: subjectKind,
  subject_id: z.string(),
  reason: z.string(),
  /** Facts that are not in the record itself, e.g. values before and after. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
});
export const auditPage = z.object({ entries: z.array(auditEntry), next: nextField });

/** The latest messages of the development mailbox, of one recipient if given. */
export const listMailboxQuery = z.strictObject({
  recipient: z.string().min(1).max(254).optional(),
});
export const mailbox = z.object({
  /** False if mails and text messages are really sent. */
  is_available: z.boolean(),
  messages: z.array(
    z.object({
      channel: z.enum(['mail', 'sms']),
      recipient: z.string(),
      subject: z.string(),
      body: z.string(),
      sent_at: epochMs,
    }),
  ),
});

export type OperatorMarket = z.infer<typeof operatorMarket>;
export type OperatorWalletCoin = z.infer<typeof operatorWalletCoin>;
export type OperatorLedgerHealth = z.infer<typeof ledgerHealth>;
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditDetails = AuditEntry['details'];
export type SubjectKind = z.infer<typeof subjectKind>;
