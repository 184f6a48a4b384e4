/** Markets, quotes, trades (`deal`) and candles, spot and forex. */
import { z } from 'zod';
import { KLINE_PERIODS } from './kline-periods.ts';
import { KLINE_SIZE_DEFAULT, KLINE_SIZE_MAX, LIMITS } from '../limits.ts';
import {
  currencyMatchIdField,
  decimalText,
  epochMs,
  forexSymbolField,
  wholeNumber,
} from '../schemas/fields.ts';

export const MARKET_STATUSES = ['trading', 'cancel_only', 'halted'] as const;

export const klinePeriodField = z.enum(KLINE_PERIODS);

/**
 * `close`: last price; `0` while a market has no price, because it has no trade yet. `change`: percent since 24
 * hours ago, signed only when negative.
 */
const quotation = z.object({ close: decimalText, change: decimalText });

/** Day figures of a market, over the last 24 hours. `volume` in the base currency, `turnover` (the sum of price × quantity) in the quote currency. */
const dayQuotation = quotation.extend({
  high: decimalText,
  low: decimalText,
  volume: decimalText,
  turnover: decimalText,
});

const currency = z.object({
  code: z.string(),
  name: z.string(),
  /** Same-origin path of the logo picture. */
  logo: z.string(),
});

const currencyMatch = z.object({
  id: z.int(),
  base_currency: currency,
  base_currency_id: z.int(),
  quote_currency_id: z.int(),
  base_currency_code: z.string(),
  quote_currency_code: z.string(),
  /** Decimals of a price of this market (its tick is 10^-price_scale). */
  price_scale: z.int(),
  /** Decimals of a quantity of this market. */
  quantity_scale: z.int(),
  /** Minimum value of an order, in the quote currency. */
  min_notional: decimalText,
  /**
   * Middle of the price band: the mean of the marks of five minutes. Null while no source gives a price; no
   * order is accepted then.
   */
  reference_price: decimalText.nullable(),
  /** Largest distance of a limit price from the reference price, in millionths of it. */
  price_band_ppm: z.int(),
  /** Millionths of the amount that an order receives. */
  maker_fee_ppm: z.int(),
  taker_fee_ppm: z.int(),
  /** trading: all calls. cancel_only: no new orders. halted: no calls at all. */
  status: z.enum(MARKET_STATUSES),
  /**
   * Time of the first trade here; earlier candles are those of the reference market. Null before
   * any.
   */
  opened_at: epochMs.nullable(),
  /** Lower is more popular; the home page shows the three lowest first. */
  popularity_rank: z.int(),
  currency_quotation: dayQuotation,
});

/** Markets grouped by quote currency. */
export const marketGroup = z.object({
  id: z.int(),
  code: z.string(),
  matches: z.array(currencyMatch),
});

/** Price and the quantity resting there, in the base currency. */
const depthLevel = z.tuple([decimalText, decimalText]);

/** The resting orders of a market by price, the best first. */
export const depth = z.object({
  currency_match_id: z.int(),
  /**
   * Number of the last change that the snapshot includes; deltas of the DEPTH channel continue from
   * it.
   */
  seq: z.int(),
  bids: z.array(depthLevel),
  asks: z.array(depthLevel),
});

export const deal = z.object({
  id: z.string(),
  price: decimalText,
  quantity: decimalText,
  /** Side of the incoming order. */
  side: z.enum(['buy', 'sell']),
  time: epochMs,
});

export const candle = z.object({
  /** Start of the period, UTC. */
  time: epochMs,
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
  /** Traded volume in the base currency. */
  volume: decimalText,
  /** Turnover in the quote currency: the sum of price × quantity. */
  turnover: decimalText,
});

export const forexTicker = z.object({
  symbol: z.string(),
  base_currency_code: z.string(),
  quote_currency_code: z.string(),
  price_scale: z.int(),
  /** False at weekends, when the price does not move. */
  is_open: z.boolean(),
  currency_quotation: dayQuotation,
});

const sizeField = wholeNumber(1, KLINE_SIZE_MAX).default(KLINE_SIZE_DEFAULT);

export const listDealsQuery = z.strictObject({ currency_match_id: currencyMatchIdField });
export const getDepthQuery = z.strictObject({
  currency_match_id: currencyMatchIdField,
  size: wholeNumber(1, LIMITS.depth_levels_max).default(LIMITS.depth_levels_default),
});
export const listCandlesQuery = z.strictObject({
  currency_match_id: currencyMatchIdField,
  period: klinePeriodField,
  size: sizeField,
});
export const forexSymbolQuery = z.strictObject({ symbol: forexSymbolField });
export const listForexCandlesQuery = z.strictObject({
  symbol: forexSymbolField,
  period: klinePeriodField,
  size: sizeField,
});

export type MarketStatus = (typeof MARKET_STATUSES)[number];
export type DepthLevel = z.infer<typeof depthLevel>;
export type Depth = z.infer<typeof depth>;
export type KlinePeriod = z.infer<typeof klinePeriodField>;
export type Quotation = z.infer<typeof quotation>;
export type DayQuotation = z.infer<typeof dayQuotation>;
export type CurrencyMatch = z.infer<typeof currencyMatch>;
export type MarketGroup = z.infer<typeof marketGroup>;
export type Deal = z.infer<typeof deal>;
export type Candle = z.infer<typeof candle>;
export type ForexTicker = z.infer<typeof forexTicker>;
