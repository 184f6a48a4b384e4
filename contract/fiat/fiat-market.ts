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
  optionalGoogleCodeField,
  pageFields,
  passwordField,
  positiveDecimalField,
  recordIdField,
  textField,
  wholeNumber,
} from '../schemas/fields.ts';

/** ISO 4217 code of an ad's currency. */
export const fiatCodeField = z.string().regex(/^[A-Z]{3}$/);
const fiatSide = z.enum(FIAT_SIDES);
export const collectionKind = z.enum(COLLECTION_KINDS);
/** Kinds joined by commas, each once, at least one: `bank_card,alipay`. */
const collectionKindsField = z.enum(listsOf(COLLECTION_KINDS));
/** Ids of the user's collection methods joined by commas; empty for none. */
const methodIdsField = z
  .string()
  .regex(/^(?:[1-9]\d{0,17}(?:,[1-9]\d{0,17}){0,9})?$/)
  .default('');
const flagField = z.enum(['0', '1']);
export const paymentWindowField = z.codec(z.enum(PAYMENT_WINDOWS_MIN.map(String)), z.int(), {
  decode: (text) => Number(text),
  encode: (minutes) => String(minutes),
});
/** Percent of the reference price, 50 to 200 with up to two decimals: `101.5`. */
const pricePercentField = z.string().regex(/^(?:(?:[5-9]\d|1\d\d)(?:\.\d?[1-9])?|200)$/);

/**
 * Percent above the reference price (negative: below it) that the merchant has confirmed; required
 * if the deviation is more than `fiat_price_warning_bp`. A price whose deviation differs from it by
 * more than `fiat_price_drift_bp` must be confirmed again, even if it is closer to the reference.
 */
const acceptedDeviationField = z.string().regex(/^-?(?:0|[1-9]\d?)(?:\.\d?[1-9])?$/);

/** Returns every way to list some of the words, each once. */
function listsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => [
    word,
    ...listsOf(words.filter((other) => other !== word)).map((rest) => `${word},${rest}`),
  ]);
}

/** The coins and the currencies they are traded for. */
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
/**
 * Present value of one coin, which floating prices follow. Null while unknown: before the coin has
 * a price, and while there are too few trades.
 */
export const fiatReference = z.object({ price: decimalText.nullable() });

/** Statistics of a merchant's orders, of all time and of the last 30 days. */
export const shopFigures = z.object({
  total_orders: z.int(),
  orders_30_days: z.int(),
  completed_orders: z.int(),
  /**
   * 0 to 100: completed of all ended orders, without orders of others that they canceled or did not
   * pay; null before the first one ended.
   */
  completion_percent: z.int().nullable(),
  /** Mean time from payment to release, of completed sales; null without one. */
  average_release_ms: z.int().nullable(),
  /** Mean time from order to payment, of completed purchases; null without one. */
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
/** Null before it was first opened. */
export const ownShop = shop
  .extend({ deposit: decimalText, deposit_currency_code: z.string() })
  .nullable();
const shopNameField = lineField(LIMITS.shop_name_length_min, LIMITS.shop_name_length_max);
/** Reopens a closed shop as well, possibly under another name. */
export const openShopBody = z.strictObject({ name: shopNameField, pay_password: passwordField });
export const closeShopBody = z.strictObject({ pay_password: passwordField });
export const shopQuery = z.strictObject({ id: recordIdField });

/** The public view of an ad. */
export const fiatAd = z.object({
  id: recordIdField,
  /** The merchant's side. */
  side: fiatSide,
  currency_id: z.int(),
  currency_code: z.string(),
  fiat_code: fiatCodeField,
  price_type: z.enum(FIAT_PRICE_TYPES),
  /** Present price; null while a floating ad has no reference. */
  price: decimalText.nullable(),
  /** Percent of the reference, only for a floating price. */
  price_percent: decimalText.nullable(),
  /** Percent of the price above the coin's present value; null while that is unknown. */
  deviation_percent: decimalText.nullable(),
  /** Quantity that can still be taken, coin. */
  remaining: decimalText,
  /** Limits of one order, fiat. The real maximum is lower when less remains. */
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
  /** Whether the ad belongs to the caller. */
  is_own: z.boolean(),
});
export const listFiatAdsQuery = z.strictObject({
  /** The caller's side. */
  side: fiatSide,
  currency_id: currencyIdField,
  fiat_code: fiatCodeField,
  /** Only ads that accept an order of this amount. */
  amount: positiveDecimalField.optional(),
  payment_kind: collectionKind.optional(),
  /** Only ads of this shop. */
  shop_id: recordIdField.optional(),
  /** Skips this number of ads in the order by price. */
  offset: wholeNumber(0, 10_000).default(0),
  size: pageFields.size,
});
export const fiatAdPage = z.object({
  /** Best price for the caller first. */
  ads: z.array(fiatAd),
  next_offset: z.int().nullable(),
  /**
   * Version of this page; FIAT_ADS of `/ws` announces a higher one when the page may have changed.
   */
  version: z.int(),
});
export const fiatAdQuery = z.strictObject({ id: recordIdField });

/** The merchant's view of an ad. */
export const ownFiatAd = fiatAd.extend({
  state: z.enum(FIAT_AD_STATES),
  removal: z.enum(FIAT_AD_REMOVALS).nullable(),
  /** Text of the operator who removed it. */
  removal_text: z.string().nullable(),
  /**
   * Price limit of a floating ad, beyond which others do not see it. Only its merchant sees it;
   * null for none.
   */
  limit_price: decimalText.nullable(),
  total: decimalText,
  /** Quantity in open orders. */
  in_orders: decimalText,
  sold: decimalText,
  /**
   * Whether others see it: it is open, enough remains for the minimum order, it can be paid, and
   * its price is within `fiat_price_band_bp` of the coin's value and not beyond `limit_price`.
   */
  is_listed: z.boolean(),
  /**
   * The `payment_kinds` that others see: for a sell ad, those whose collection method still exists.
   */
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
  /** Price, only for a fixed one. */
  price: positiveDecimalField.optional(),
  /** Percent of the reference, only for a floating price. */
  price_percent: pricePercentField.optional(),
  /**
   * Limit of a floating price. While the price is below it (for a buy ad: above it), the ad is
   * hidden and cannot be taken.
   */
  limit_price: positiveDecimalField.optional(),
  accepted_deviation: acceptedDeviationField.optional(),
  total: positiveDecimalField,
  min_amount: positiveDecimalField,
  max_amount: positiveDecimalField,
  payment_kinds: collectionKindsField,
  /**
   * Collection methods of a sell ad: one of the merchant's own for each of `payment_kinds`. Empty
   * for a buy ad.
   */
  collection_method_ids: methodIdsField,
  payment_window_min: paymentWindowField,
  remark: z.union([textField(1, LIMITS.fiat_remark_length_max), z.literal('')]).default(''),
};
/** Secrets of a merchant who offers coins for sale. */
const sellerFields = {
  /** Only for a sell ad; an edit needs it only for more coins or a lower price. */
  pay_password: passwordField.optional(),
  /** Needed with `pay_password` by a merchant who has an authenticator. */
  google_code: optionalGoogleCodeField,
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
    /** `0`: the ad starts suspended. */
    auto_open: flagField,
    ...sellerFields,
  })
  .superRefine(priceFits);
/** All terms again; open orders keep theirs. `total` must be at least the taken quantity. */
export const editFiatAdBody = z
  .strictObject({
    id: recordIdField,
    revision: wholeNumber(1, 1_000_000_000),
    ...termsFields,
    ...sellerFields,
  })
  .superRefine(priceFits);
export const changeFiatAdBody = z.strictObject({
  id: recordIdField,
  /** The revision that the caller saw; the change is refused if the ad has changed since. */
  revision: wholeNumber(1, 1_000_000_000),
});
/** Its price is checked like that of a new ad. */
export const resumeFiatAdBody = changeFiatAdBody.extend({
  accepted_deviation: acceptedDeviationField.optional(),
  ...sellerFields,
});

export type FiatMarket = z.infer<typeof fiatMarket>;
export type Shop = z.infer<typeof shop>;
export type OwnShop = NonNullable<z.infer<typeof ownShop>>;
export type ShopFigures = z.infer<typeof shopFigures>;
export type FiatAd = z.infer<typeof fiatAd>;
export type OwnFiatAd = z.infer<typeof ownFiatAd>;
