/** Fiat currencies, shops and ads. Prices and amounts are in the fiat currency, quantities in the coin. */
import { z } from 'zod';
import {
  FIAT_AD_REMOVALS,
  FIAT_AD_STATES,
  FIAT_PRICE_TYPES,
  FIAT_SIDES,
  PAYMENT_WINDOWS_MIN,
} from './fiat-kinds.ts';
import { LIMITS } from '../limits.ts';
import { COLLECTION_KINDS } from '../people/people-kinds.ts';
import {
  currencyIdField,
  decimalText,
  epochMs,
  lineField,
  pageFields,
  passwordField,
  positiveDecimalField,
  recordIdField,
  textField,
  wholeNumber,
} from '../schemas/fields.ts';

/** ISO 4217, as ads are priced in. */
export const fiatCodeField = z.string().regex(/^[A-Z]{3}$/);
const fiatSide = z.enum(FIAT_SIDES);
export const collectionKind = z.enum(COLLECTION_KINDS);
/** Kinds joined by commas, each once, at least one: `bank_card,alipay`. */
const collectionKindsField = z.enum(listsOf(COLLECTION_KINDS));
/** Numbers of own collection methods joined by commas; empty for none. */
const methodIdsField = z
  .string()
  .regex(/^(?:[1-9]\d{0,17}(?:,[1-9]\d{0,17}){0,9})?$/)
  .default('');
const flagField = z.enum(['0', '1']);
const paymentWindowField = z.codec(z.enum(PAYMENT_WINDOWS_MIN.map(String)), z.int(), {
  decode: (text) => Number(text),
  encode: (minutes) => String(minutes),
});
/** Percent of the reference price, 50 to 200 with up to two decimals: `101.5`. */
const pricePercentField = z.string().regex(/^(?:(?:[5-9]\d|1\d\d)(?:\.\d?[1-9])?|200)$/);

/**
 * How many percent above the reference price (below zero: under it) the merchant knows to be asking; asked
 * for where that is more than `fiat_price_warning_bp`. It is the deviation itself: of a price that is off by
 * more than `fiat_price_drift_bp` from it the merchant is asked again, also where it is nearer.
 */
const acceptedDeviationField = z.string().regex(/^-?(?:0|[1-9]\d?)(?:\.\d?[1-9])?$/);

/** Every way to list some of the words, each once. */
function listsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => [
    word,
    ...listsOf(words.filter((other) => other !== word)).map((rest) => `${word},${rest}`),
  ]);
}

/** What may be bought and sold for which money. */
export const fiatMarket = z.object({
  coins: z.array(
    z.object({
      currency_id: z.int(),
      currency_code: z.string(),
      logo: z.string(),
      /** Decimals of quantities: those of the coin, at most `fiat_quantity_decimals_max`. */
      scale: z.int(),
    }),
  ),
  currencies: z.array(
    z.object({
      fiat_code: fiatCodeField,
      /** Decimals of amounts. */
      scale: z.int(),
      /** Decimals of prices. */
      price_scale: z.int(),
    }),
  ),
});
export const fiatReferenceQuery = z.strictObject({
  currency_id: currencyIdField,
  fiat_code: fiatCodeField,
});
/** What one coin is worth now; floating prices follow it. Null while nobody knows: before the coin has a price, and while too few deals tell it. */
export const fiatReference = z.object({ price: decimalText.nullable() });

/** How a merchant's orders went, all of them and those of the last 30 days. */
export const shopFigures = z.object({
  total_orders: z.int(),
  orders_30_days: z.int(),
  completed_orders: z.int(),
  /**
   * 0 to 100: completed of all that ended, without those that others took and gave up or did not pay;
   * null before the first one ended.
   */
  completion_percent: z.int().nullable(),
  /** From paid to the coins: mean of completed sales; null without one. */
  average_release_ms: z.int().nullable(),
  /** From order to paid: mean of completed purchases; null without one. */
  average_pay_ms: z.int().nullable(),
});
export const shop = z.object({
  id: recordIdField,
  name: z.string(),
  is_open: z.boolean(),
  registered_at: epochMs,
  figures: shopFigures,
  /** Verification levels. advanced: the deposit is frozen. */
  levels: z.object({ mobile: z.boolean(), real_name: z.boolean(), advanced: z.boolean() }),
});
/** Null before it was ever opened. */
export const ownShop = shop
  .extend({ deposit: decimalText, deposit_currency_code: z.string() })
  .nullable();
const shopNameField = lineField(LIMITS.shop_name_length_min, LIMITS.shop_name_length_max);
/** Also opens a closed one again, then perhaps under another name. */
export const openShopBody = z.strictObject({ name: shopNameField, pay_password: passwordField });
export const closeShopBody = z.strictObject({ pay_password: passwordField });
export const shopQuery = z.strictObject({ id: recordIdField });

/** As everybody sees it. */
export const fiatAd = z.object({
  id: recordIdField,
  /** What the merchant does. */
  side: fiatSide,
  currency_id: z.int(),
  currency_code: z.string(),
  fiat_code: fiatCodeField,
  price_type: z.enum(FIAT_PRICE_TYPES),
  /** Now; null while a floating one has no reference. */
  price: decimalText.nullable(),
  /** Of a floating one. */
  price_percent: decimalText.nullable(),
  /** How many percent the price is above what the coin is worth now; null while nobody knows that. */
  deviation_percent: decimalText.nullable(),
  /** What may still be taken, coin. */
  remaining: decimalText,
  /** Of one order, fiat. The most may be less than this where less remains. */
  min_amount: decimalText,
  max_amount: decimalText,
  payment_kinds: z.array(collectionKind),
  payment_window_min: z.int(),
  remark: z.string(),
  shop: z.object({
    id: recordIdField,
    name: z.string(),
    orders_30_days: z.int(),
    completion_percent: z.int().nullable(),
  }),
  /** Whether it is the asker's own. */
  is_own: z.boolean(),
});
export const listFiatAdsQuery = z.strictObject({
  /** What the asker wants to do. */
  side: fiatSide,
  currency_id: currencyIdField,
  fiat_code: fiatCodeField,
  /** Only those that take an order of this amount. */
  amount: positiveDecimalField.optional(),
  payment_kind: collectionKind.optional(),
  /** Only those of this shop. */
  shop_id: recordIdField.optional(),
  /** Those behind the first so many of the order by price. */
  offset: wholeNumber(0, 10_000).default(0),
  size: pageFields.size,
});
export const fiatAdPage = z.object({
  /** Best price for the asker first. */
  ads: z.array(fiatAd),
  next_offset: z.int().nullable(),
  /** Of what this page shows; FIAT_ADS of `/ws` tells a higher one when it may look otherwise. */
  version: z.int(),
});
export const fiatAdQuery = z.strictObject({ id: recordIdField });

/** As its merchant sees it. */
export const ownFiatAd = fiatAd.extend({
  state: z.enum(FIAT_AD_STATES),
  removal: z.enum(FIAT_AD_REMOVALS).nullable(),
  /** Of the operator who removed it. */
  removal_text: z.string().nullable(),
  /** Of a floating one: beyond it others do not see it. Theirs alone to know; null for none. */
  limit_price: decimalText.nullable(),
  total: decimalText,
  /** In orders that are open. */
  in_orders: decimalText,
  sold: decimalText,
  /**
   * Whether others see it: it is open, enough remains for the least order, it can be paid, and its price
   * is within `fiat_price_band_bp` of what the coin is worth, and not beyond `limit_price`.
   */
  is_listed: z.boolean(),
  /** Those of `payment_kinds` that others see: of a sell ad, those whose collection method is still there. */
  payable_kinds: z.array(collectionKind),
  auto_open: z.boolean(),
  collection_method_ids: z.array(recordIdField),
  revision: z.int(),
  created_at: epochMs,
  updated_at: epochMs,
});
export const listOwnFiatAdsQuery = z.strictObject({
  ...pageFields,
  state: z.enum(FIAT_AD_STATES).optional(),
});
export const ownFiatAdPage = z.object({
  ads: z.array(ownFiatAd),
  next: recordIdField.nullable(),
});

const termsFields = {
  price_type: z.enum(FIAT_PRICE_TYPES),
  /** Of a fixed one. */
  price: positiveDecimalField.optional(),
  /** Of a floating one. */
  price_percent: pricePercentField.optional(),
  /** Of a floating one: while its price is below this (an ad that buys: above it) nobody sees or takes it. */
  limit_price: positiveDecimalField.optional(),
  accepted_deviation: acceptedDeviationField.optional(),
  total: positiveDecimalField,
  min_amount: positiveDecimalField,
  max_amount: positiveDecimalField,
  payment_kinds: collectionKindsField,
  /** Where a sell ad is paid to: one of the merchant's own for each of `payment_kinds`. Empty for a buy ad. */
  collection_method_ids: methodIdsField,
  payment_window_min: paymentWindowField,
  remark: z.union([textField(1, LIMITS.fiat_remark_length_max), z.literal('')]).default(''),
};
interface Terms {
  readonly price_type: string;
  readonly price?: string | undefined;
  readonly price_percent?: string | undefined;
  readonly limit_price?: string | undefined;
}
const priceFits = (
  { price_type: type, price, price_percent: percent, limit_price: limit }: Terms,
  context: z.RefinementCtx,
) => {
  const isFixed = type === 'fixed';
  if (isFixed !== (price !== undefined)) context.addIssue({ code: 'custom', path: ['price'] });
  if (isFixed === (percent !== undefined))
    context.addIssue({ code: 'custom', path: ['price_percent'] });
  if (isFixed && limit !== undefined) context.addIssue({ code: 'custom', path: ['limit_price'] });
};
export const postFiatAdBody = z
  .strictObject({
    side: fiatSide,
    currency_id: currencyIdField,
    fiat_code: fiatCodeField,
    ...termsFields,
    /** `0`: it begins suspended. */
    auto_open: flagField,
  })
  .superRefine(priceFits);
/** All terms again; open orders keep theirs. `total` is never less than what was taken. */
export const editFiatAdBody = z
  .strictObject({ id: recordIdField, revision: wholeNumber(1, 1_000_000_000), ...termsFields })
  .superRefine(priceFits);
export const changeFiatAdBody = z.strictObject({
  id: recordIdField,
  /** As the asker saw it: refused when the ad has changed since. */
  revision: wholeNumber(1, 1_000_000_000),
});
/** Its price is looked at as that of a new one. */
export const resumeFiatAdBody = changeFiatAdBody.extend({
  accepted_deviation: acceptedDeviationField.optional(),
});

export type FiatMarket = z.infer<typeof fiatMarket>;
export type Shop = z.infer<typeof shop>;
export type OwnShop = NonNullable<z.infer<typeof ownShop>>;
export type ShopFigures = z.infer<typeof shopFigures>;
export type FiatAd = z.infer<typeof fiatAd>;
export type OwnFiatAd = z.infer<typeof ownFiatAd>;
