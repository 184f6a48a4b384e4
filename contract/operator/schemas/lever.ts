/** Contract markets, as operators set their status, terms and end. */
import { z } from 'zod';
import { leverMark, leverMarketIdField } from '../../lever/lever.ts';
import { CONTRACT_LIMITS } from '../../limits.ts';
import { decimalText, epochMs, wholeNumber } from '../../schemas/fields.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';
import { askedFunding } from './funds.ts';
import { leverListings } from './lever-listings.ts';
import { checkTerms, leverTerms, termFields } from './lever-terms.ts';

/** trading: all calls. close_only: no openings. halted: nothing happens, and closes wait. */
const leverMarketStatus = z.enum(['trading', 'close_only', 'halted']);

/** A limit of openings. At `cap` or above it, an opening that raises `used` is refused. */
const limitUse = z.object({
  used: decimalText,
  cap: decimalText,
  /** Hundredths of a percent, rounded down; at most 10,000. */
  full_bp: z.int(),
});
/**
 * net, gross: of one market, the difference of its longs and shorts, and their sum. move: loss of all net exposures in a
 * move of all prices by `lever_move_percent`. gap: cost of a gap that users cannot pay. loss: what `cover` is below
 * `base`; from its cap on, only openings that lower a net exposure are accepted.
 */
const limitName = z.enum(['net', 'gross', 'move', 'gap', 'loss']);

export const operatorLeverMarket = leverTerms.extend({
  id: z.int(),
  /** e.g. `BTC/USDT`. */
  name: z.string(),
  settle_currency_code: z.string(),
  price_scale: z.int(),
  /** Units of the instrument in one lot. */
  lot_size: decimalText,
  status: leverMarketStatus,
  /** Announced end, at which all positions are closed; null for none. */
  ends_at: epochMs.nullable(),
  /** Whether the announced end has come. */
  is_ended: z.boolean(),
  mark: leverMark.omit({ lever_market_id: true, seq: true, sources: true }),
  /** Latest price and verdict of each source that the exchange follows, and of its own order book. */
  sources: z.array(
    z.object({
      source: z.string(),
      /** Null for a source that has no price of this market. */
      price: decimalText.nullable(),
      /** Null before the first price. */
      age_ms: z.int().nullable(),
      /** False for a price that the mark ignores: too old, or too far from the others. */
      is_used: z.boolean(),
    }),
  ),
  /** Values of all long and short positions at the mark. */
  longs: decimalText,
  shorts: decimalText,
  limits: z.object({ net: limitUse, gross: limitUse }),
  revision: z.int(),
  last_act: lastActField,
});

export const setLeverMarketStatusBody = z.strictObject({
  id: leverMarketIdField,
  revision: revisionField,
  status: leverMarketStatus,
  reason: reasonField,
});

/** Terms of new orders; open orders and positions keep those of their placement. */
export const saveLeverTermsBody = z
  .strictObject({
    id: leverMarketIdField,
    revision: revisionField,
    ...termFields,
    reason: reasonField,
  })
  .superRefine(checkTerms);

/** Announces the end of a market. It takes no openings from then on, and all its positions are closed at the end. */
export const windDownLeverMarketBody = z.strictObject({
  id: leverMarketIdField,
  revision: revisionField,
  /** Hours until the end: one day to 90 days. */
  notice_hours: wholeNumber(
    CONTRACT_LIMITS.lever_notice_hours_min,
    CONTRACT_LIMITS.lever_notice_hours_max,
  ),
  reason: reasonField,
});
/** Withdraws the announced end before its time; the market stays closed to openings. */
export const keepLeverMarketBody = z.strictObject({
  id: leverMarketIdField,
  revision: revisionField,
  reason: reasonField,
});

/**
 * Openings that the cover allows, in percent of the base. open: 60 or more. reduce: only openings that lower a net exposure.
 * close: below 40, no openings. deleverage: below 20, the largest profits are closed.
 */
export const leverGuard = z.enum(['open', 'reduce', 'close', 'deleverage']);
/** Cover of the exchange, and the openings that it allows. */
const leverHouse = z.object({
  currency_code: z.string(),
  /** The counterparty of every contract; negative when it owes. */
  pool: decimalText,
  insurance: decimalText,
  /** Funding of the pool by operators, less their withdrawals from it. */
  base: decimalText,
  /** Balance that the pool would have if all positions closed at the marks. */
  cover: decimalText,
  guard: leverGuard,
  /** Opening and overnight fees that the exchange has earned, without the part of the insurance fund. */
  fees: decimalText,
  limits: z.object({ move: limitUse, gap: limitUse, loss: limitUse }),
  /** The fullest limit of all markets that take openings; null while nothing of any limit is used. */
  refuses_next: z
    .object({
      limit: limitName,
      /** Null for a limit that counts all markets. */
      lever_market_id: z.int().nullable(),
    })
    .nullable(),
});
const leverFunding = askedFunding.extend({
  /** Amount that it adds to pool and insurance fund; negative when it takes. */
  pool: decimalText,
  insurance: decimalText,
});
/** Additions to the funds of the exchange, and withdrawals from them. */
export const leverFunds = z.object({
  currency_code: z.string(),
  /** One operator alone moves at most so much within 24 hours; of more, another operator decides. */
  day_limit: decimalText,
  day_used: decimalText,
  /** The waiting ones, then the newest others. */
  fundings: z.array(leverFunding),
  revision: z.int(),
  last_act: lastActField,
});
export const leverDesk = z.object({
  house: leverHouse,
  funds: leverFunds,
  listings: leverListings,
  markets: z.array(operatorLeverMarket),
});

/** Above zero adds, below zero takes. */
const fundingField = decimalText.default('0');
export const askLeverFundingBody = z
  .strictObject({
    revision: revisionField,
    pool: fundingField,
    insurance: fundingField,
    reason: reasonField,
  })
  .superRefine(({ pool, insurance }, context) => {
    if (pool === '0' && insurance === '0') context.addIssue({ code: 'custom', path: ['pool'] });
  });

export type OperatorLeverMarket = z.infer<typeof operatorLeverMarket>;
export type OperatorLeverHouse = z.infer<typeof leverHouse>;
export type LeverLimitUse = z.infer<typeof limitUse>;
export type LeverLimitName = z.infer<typeof limitName>;
export type OperatorLeverFunds = z.infer<typeof leverFunds>;
export type OperatorLeverDesk = z.infer<typeof leverDesk>;
export type LeverMarketStatus = z.infer<typeof leverMarketStatus>;
