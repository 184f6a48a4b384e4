/**
 * Formulas of fiat trading that the app and the server share (RULES "Fiat trading"). Prices are units of a fiat currency of one
 * whole coin, quantities units of the coin, amounts units of the fiat currency.
 */
import { LIMITS } from '../limits.ts';
import { parseUnits } from '../money/decimal.ts';
import { divide, mulDiv } from '../money/rounding.ts';

/** Decimals of quantities of the coin, of amounts and of prices of the fiat currency. */
export interface TradeScales {
  readonly coin: number;
  readonly amount: number;
  readonly price: number;
}

/** Hundredths of a percent in one. */
const WHOLE_BP = 10_000n;
/** Decimals of `perUsdt` and of last prices, as {@link referencePrice} takes them. */
export const PER_USDT_SCALE = 8;
export const LAST_PRICE_SCALE = 18;

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);

/** What a quantity costs: rounded up, so that the seller never gets less than the price. */
export const amountOf = (quantity: bigint, price: bigint, scales: TradeScales): bigint =>
  mulDiv(quantity * price, tenTo(scales.amount), tenTo(scales.coin) * tenTo(scales.price), 'ceil');

/** Decimals that a quantity may have: those of the coin, but no more than people can read and repeat. */
export const quantityScale = ({ coin }: Pick<TradeScales, 'coin'>): number =>
  Math.min(coin, LIMITS.fiat_quantity_decimals_max);

/** Units of the coin in the smallest step of a quantity. */
export const quantityStep = (scales: Pick<TradeScales, 'coin'>): bigint =>
  tenTo(scales.coin - quantityScale(scales));

/**
 * What an amount buys, cut to whole steps: the seller never gives more than is paid for, and what the
 * buyer pays beyond is worth less than one step. The amount stays as it was written: it is what a bank
 * is told. @param price above zero.
 */
export const quantityOf = (amount: bigint, price: bigint, scales: TradeScales): bigint => {
  const step = quantityStep(scales);
  const units = amount * tenTo(scales.coin) * tenTo(scales.price);
  return divide(units, price * tenTo(scales.amount) * step, 'floor') * step;
};

/** Units of the coin; null for a text with more decimals than a quantity has. */
export function readQuantity(text: string, scales: Pick<TradeScales, 'coin'>): bigint | null {
  const steps = parseUnits(text, quantityScale(scales));
  return steps === null ? null : steps * quantityStep(scales);
}

/** Whether so much of an ad can still be taken that its least order is possible. */
export const coversMinimum = (
  { remaining, minAmount }: { readonly remaining: bigint; readonly minAmount: bigint },
  price: bigint,
  scales: TradeScales,
): boolean => quantityOf(minAmount, price, scales) <= remaining;

/** A share of the reference price, to the nearest unit, a half upwards. @param shareBp hundredths of a percent. */
export const floatingPrice = (reference: bigint, shareBp: number): bigint =>
  nearest(reference * BigInt(shareBp), WHOLE_BP);

/**
 * What one coin is worth, to the nearest unit of a price, a half upwards.
 * @param lastPrice in USDT, units of {@link LAST_PRICE_SCALE}.
 * @param perUsdt what one USDT is worth, units of {@link PER_USDT_SCALE}.
 */
export const referencePrice = (lastPrice: bigint, perUsdt: bigint, priceScale: number): bigint =>
  nearest(lastPrice * perUsdt * tenTo(priceScale), tenTo(LAST_PRICE_SCALE) * tenTo(PER_USDT_SCALE));

const nearest = (dividend: bigint, divisor: bigint): bigint =>
  divide(dividend * 2n + divisor, divisor * 2n, 'floor');
