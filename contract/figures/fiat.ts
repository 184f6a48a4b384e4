/**
 * Formulas of fiat trading that the app and the server share (RULES "Fiat trading"). Prices are in
 * units of a fiat currency per whole coin, quantities in units of the coin, amounts in units of the
 * fiat currency.
 */
import { LIMITS } from '../limits.ts';
import { parseUnits } from '../money/decimal.ts';
import { divide, mulDiv } from '../money/rounding.ts';

/** Decimals of quantities of the coin, and of amounts and prices of the fiat currency. */
export interface TradeScales {
  readonly coin: number;
  readonly amount: number;
  readonly price: number;
}

/** Hundredths of a percent in the factor 1. */
const WHOLE_BP = 10_000n;
/** Decimals of `perUsdt` and of prices in USDT, as {@link referencePrice} takes them. */
export const PER_USDT_SCALE = 8;
export const LAST_PRICE_SCALE = 18;

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);

/**
 * Returns the cost of a quantity, rounded up, so that the seller never gets less than the price.
 */
export const amountOf = (quantity: bigint, price: bigint, scales: TradeScales): bigint =>
  mulDiv(quantity * price, tenTo(scales.amount), tenTo(scales.coin) * tenTo(scales.price), 'ceil');

/**
 * Returns the decimals of a quantity: those of the coin, but no more than users can read and
 * repeat.
 */
export const quantityScale = ({ coin }: Pick<TradeScales, 'coin'>): number =>
  Math.min(coin, LIMITS.fiat_quantity_decimals_max);

/** Returns the units of the coin in the smallest step of a quantity. */
export const quantityStep = (scales: Pick<TradeScales, 'coin'>): bigint =>
  tenTo(scales.coin - quantityScale(scales));

/**
 * Returns the quantity that an amount buys, rounded down to whole steps: the seller never gives
 * more than is paid for, and the buyer overpays less than one step. The amount itself stays
 * unchanged, because the buyer enters it at a bank. @param price above zero.
 */
export const quantityOf = (amount: bigint, price: bigint, scales: TradeScales): bigint => {
  const step = quantityStep(scales);
  const units = amount * tenTo(scales.coin) * tenTo(scales.price);
  return divide(units, price * tenTo(scales.amount) * step, 'floor') * step;
};

/** Parses units of the coin; null for a text with more decimals than a quantity has. */
export function readQuantity(text: string, scales: Pick<TradeScales, 'coin'>): bigint | null {
  const steps = parseUnits(text, quantityScale(scales));
  return steps === null ? null : steps * quantityStep(scales);
}

/** Returns whether the remainder of an ad covers its minimum order. */
export const coversMinimum = (
  { remaining, minAmount }: { readonly remaining: bigint; readonly minAmount: bigint },
  price: bigint,
  scales: TradeScales,
): boolean => quantityOf(minAmount, price, scales) <= remaining;

/**
 * Returns a share of the reference price, to the nearest unit, a half upwards. @param shareBp
 * hundredths of a percent.
 */
export const floatingPrice = (reference: bigint, shareBp: number): bigint =>
  nearest(reference * BigInt(shareBp), WHOLE_BP);

/**
 * Returns the value of one coin, to the nearest unit of a price, a half upwards.
 * @param lastPrice in USDT, units of {@link LAST_PRICE_SCALE}.
 * @param perUsdt value of one USDT, units of {@link PER_USDT_SCALE}.
 */
export const referencePrice = (lastPrice: bigint, perUsdt: bigint, priceScale: number): bigint =>
  nearest(lastPrice * perUsdt * tenTo(priceScale), tenTo(LAST_PRICE_SCALE) * tenTo(PER_USDT_SCALE));

const nearest = (dividend: bigint, divisor: bigint): bigint =>
  divide(dividend * 2n + divisor, divisor * 2n, 'floor');
