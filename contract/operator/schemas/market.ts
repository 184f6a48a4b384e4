/** Spot markets, as operators see, add and change them. */
import { z } from 'zod';
import {
  currencyIdField,
  currencyMatchIdField,
  decimalText,
  positiveDecimalField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { wrongMarketTerms } from '../../figures/market-terms.ts';
import { LIMITS } from '../../limits.ts';
import { MARKET_STATUSES } from '../../market/market.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';

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

export type OperatorMarket = z.infer<typeof operatorMarket>;
export type MarketListing = z.infer<typeof marketListing>;
