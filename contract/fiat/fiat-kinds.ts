/** Enumerations of fiat trading: plain lists, for clients that load no schemas. SPEC 4, RULES "Fiat trading". */

/** The side of the user: a buyer takes an ad of a merchant who sells. */
export const FIAT_SIDES = ['buy', 'sell'] as const;
export type FiatSide = (typeof FIAT_SIDES)[number];

/** fixed: the price that the merchant entered. floating: a share of the present reference price. */
export const FIAT_PRICE_TYPES = ['fixed', 'floating'] as const;
export type FiatPriceType = (typeof FIAT_PRICE_TYPES)[number];

export const FIAT_AD_STATES = ['opening', 'suspended', 'cancelled', 'removed'] as const;
export type FiatAdState = (typeof FIAT_AD_STATES)[number];
/** Reason for which an ad was removed from the market. */
export const FIAT_AD_REMOVALS = ['sold_out', 'shop_closed', 'operator'] as const;
export type FiatAdRemoval = (typeof FIAT_AD_REMOVALS)[number];

export const FIAT_ORDER_STATES = [
  'unpaid',
  'paid',
  'postponed',
  'abnormal',
  'rights_protection',
  'completed',
  'cancelled',
] as const;
export type FiatOrderState = (typeof FIAT_ORDER_STATES)[number];
/** States in which the coins are frozen. */
export const OPEN_FIAT_ORDER_STATES = FIAT_ORDER_STATES.slice(0, 5);

/**
 * Reason for which an order ended. confirmed: the seller confirmed the payment. auto_confirmed: the
 * seller's time ran out. settled: the sides agreed during rights protection. awarded_*: an operator
 * decided.
 */
export const FIAT_ORDER_ENDS = [
  'confirmed',
  'auto_confirmed',
  'settled',
  'awarded_to_buyer',
  'awarded_to_seller',
  'buyer_cancelled',
  'payment_timeout',
] as const;
export type FiatOrderEnd = (typeof FIAT_ORDER_ENDS)[number];

export const FIAT_PARTIES = ['buyer', 'seller'] as const;
export type FiatParty = (typeof FIAT_PARTIES)[number];

/** A side's reason for rights protection. */
export const FIAT_CLAIMS = [
  'not_released',
  'not_received',
  'wrong_amount',
  'wrong_payer',
  'other',
] as const;
export type FiatClaim = (typeof FIAT_CLAIMS)[number];

/** Payment windows of ads, minutes. */
export const PAYMENT_WINDOWS_MIN = [15, 30, 45, 60] as const;
