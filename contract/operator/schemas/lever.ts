/** Contract markets, as operators set their status, terms and end. */
import { z } from 'zod';
import { SPREAD_OF_MARGIN_PPM_MAX } from '../../figures/lever-order.ts';
import { leverMark } from '../../lever/lever.ts';
import {
  decimalText,
  epochMs,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';

const leverMarketIdField = wholeNumber(1, 99_999);
/** trading: all calls. close_only: no openings. halted: nothing happens, and closes wait. */
const leverMarketStatus = z.enum(['trading', 'close_only', 'halted']);

const leverTerms = z.object({
  lots_min: z.int(),
  lots_max: z.int(),
  multiples: z.array(z.int()),
  /** Distance of the entry price from the mark, in millionths of the mark. */
  spread_ppm: z.int(),
  /** Opening fee, in millionths of the notional. */
  fee_ppm: z.int(),
  /** Fee of one night, in millionths of the notional. */
  night_ppm: z.int(),
  /** Limits of the value of positions at the mark, in the settlement currency: longs without shorts, both together, one user. */
  net_limit: decimalText,
  gross_limit: decimalText,
  owner_limit: decimalText,
});

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
  mark: leverMark.omit({ lever_market_id: true, seq: true, sources: true }),
  /** What each source says now. */
  sources: z.array(
    z.object({
      source: z.string(),
      price: decimalText,
      age_ms: z.int(),
      /** False for a price that the mark ignores: too old, or too far from the others. */
      is_used: z.boolean(),
    }),
  ),
  /** Values of all long and short positions at the mark. */
  longs: decimalText,
  shorts: decimalText,
  revision: z.int(),
  last_act: lastActField,
});

export const setLeverMarketStatusBody = z.strictObject({
  id: leverMarketIdField,
  revision: revisionField,
  status: leverMarketStatus,
  reason: reasonField,
});

const LOTS_MAX = 1_000_000_000;
const MULTIPLE_MAX = 1_000;
/** Ten percent. */
const RATE_PPM_MAX = 100_000;

const multiplesField = z.codec(
  z.string().regex(/^[1-9]\d{0,3}(?:,[1-9]\d{0,3}){0,19}$/),
  z.array(z.int().min(1).max(MULTIPLE_MAX)),
  {
    decode: (text) => text.split(',').map(Number),
    encode: (multiples) => multiples.join(','),
  },
);
/** Terms of new orders; open orders and positions keep those of their placement. */
export const saveLeverTermsBody = z
  .strictObject({
    id: leverMarketIdField,
    revision: revisionField,
    lots_min: wholeNumber(1, LOTS_MAX),
    lots_max: wholeNumber(1, LOTS_MAX),
    /** In ascending order, e.g. `2,5,10`. */
    multiples: multiplesField,
    spread_ppm: wholeNumber(0, RATE_PPM_MAX),
    fee_ppm: wholeNumber(0, RATE_PPM_MAX),
    night_ppm: wholeNumber(0, RATE_PPM_MAX),
    net_limit: positiveDecimalField,
    gross_limit: positiveDecimalField,
    owner_limit: positiveDecimalField,
    reason: reasonField,
  })
  .superRefine((terms, context) => {
    const fault = (field: string) => context.addIssue({ code: 'custom', path: [field] });
    const { lots_min: min, lots_max: max, multiples, spread_ppm: spread } = terms;
    if (min > max) fault('lots_max');
    const isAscending = multiples.every((one, index) => one > (multiples[index - 1] ?? 0));
    if (!isAscending) fault('multiples');
    if (spread * Math.max(...multiples) > SPREAD_OF_MARGIN_PPM_MAX) fault('spread_ppm');
  });

const NOTICE_HOURS_MIN = 24;
const NOTICE_HOURS_MAX = 2_160;
/** Announces the end of a market. It takes no openings from then on, and all its positions are closed at the end. */
export const windDownLeverMarketBody = z.strictObject({
  id: leverMarketIdField,
  revision: revisionField,
  /** Hours until the end: one day to 90 days. */
  notice_hours: wholeNumber(NOTICE_HOURS_MIN, NOTICE_HOURS_MAX),
  reason: reasonField,
});
/** Withdraws the announced end before its time; the market stays closed to openings. */
export const keepLeverMarketBody = z.strictObject({
  id: leverMarketIdField,
  revision: revisionField,
  reason: reasonField,
});

/** What the exchange can pay, and what that allows. */
const leverHouse = z.object({
  currency_code: z.string(),
  /** The counterparty of every contract; negative when it owes. */
  pool: decimalText,
  insurance: decimalText,
  /** What operators have put into the pool without what they have taken from it. */
  base: decimalText,
  /** What the pool would hold if all positions closed at the marks. */
  cover: decimalText,
  /**
   * By the cover in percent of the base. open: 60 or more. reduce: only openings that lower a net exposure.
   * close: below 40, no openings. deleverage: below 20, the largest profits are closed.
   */
  guard: z.enum(['open', 'reduce', 'close', 'deleverage']),
});
/** waiting: needs a second operator. approved: is booked next. refused: the funds did not hold it. */
const fundingState = z.enum(['waiting', 'approved', 'booked', 'refused', 'withdrawn']);
const leverFunding = z.object({
  id: recordIdField,
  /** What it adds to pool and insurance fund; negative for what it takes. */
  pool: decimalText,
  insurance: decimalText,
  state: fundingState,
  /** Whether it waits for a second operator. */
  is_waiting: z.boolean(),
  asked_by: z.string(),
  asked_at: epochMs,
});
/** Additions to the funds of the exchange, and what was taken from them. */
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
export const decideLeverFundingBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});

export type OperatorLeverMarket = z.infer<typeof operatorLeverMarket>;
export type OperatorLeverHouse = z.infer<typeof leverHouse>;
export type OperatorLeverFunds = z.infer<typeof leverFunds>;
export type OperatorLeverDesk = z.infer<typeof leverDesk>;
export type LeverMarketStatus = z.infer<typeof leverMarketStatus>;
