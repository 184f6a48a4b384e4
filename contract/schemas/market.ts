/** Markets, quotes, deals and candles, spot and forex. */
import { z } from 'zod';
import { KLINE_PERIODS } from '../kline-periods.ts';
import { KLINE_SIZE_DEFAULT, KLINE_SIZE_MAX } from '../limits.ts';
import {
  currencyMatchIdField,
  decimalText,
  epochMs,
  forexSymbolField,
  wholeNumber,
} from './fields.ts';

export const klinePeriodField = z.enum(KLINE_PERIODS);

/** `close`: last price. `change`: percent against 24 hours ago, signed only when negative. */
const quotation = z.object({ close: decimalText, change: decimalText });

/** Day figures of a market, over the last 24 hours. `volume` in the base currency. */
const dayQuotation = quotation.extend({
  high: decimalText,
  low: decimalText,
  volume: decimalText,
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
  base_currency_code: z.string(),
  quote_currency_code: z.string(),
  /** Decimals of a price of this market (its tick is 10^-price_scale). */
  price_scale: z.int(),
  /** Decimals of a quantity of this market. */
  quantity_scale: z.int(),
  /** Smaller is more popular; the three smallest lead the home page. */
  popularity_rank: z.int(),
  currency_quotation: dayQuotation,
});

/** Markets grouped by quote currency. */
export const marketGroup = z.object({
  id: z.int(),
  code: z.string(),
  matches: z.array(currencyMatch),
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
  volume: decimalText,
});

export const forexTicker = z.object({
  symbol: z.string(),
  base_currency_code: z.string(),
  quote_currency_code: z.string(),
  price_scale: z.int(),
  /** False at weekends: the price stands still. */
  is_open: z.boolean(),
  currency_quotation: dayQuotation,
});

const sizeField = wholeNumber(1, KLINE_SIZE_MAX).default(KLINE_SIZE_DEFAULT);

export const listDealsQuery = z.strictObject({ currency_match_id: currencyMatchIdField });
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

export type KlinePeriod = z.infer<typeof klinePeriodField>;
export type Quotation = z.infer<typeof quotation>;
export type DayQuotation = z.infer<typeof dayQuotation>;
export type CurrencyMatch = z.infer<typeof currencyMatch>;
export type MarketGroup = z.infer<typeof marketGroup>;
export type Deal = z.infer<typeof deal>;
export type Candle = z.infer<typeof candle>;
export type ForexTicker = z.infer<typeof forexTicker>;
