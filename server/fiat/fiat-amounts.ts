/**
 * Arithmetic of fiat trading (RULES "Fiat trading"), pure. Prices are units of a fiat currency of one
 * whole coin, quantities units of the coin, amounts units of the fiat currency.
 */
import { divide, mulDiv } from '../../contract/money/rounding.ts';

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

/** What an amount buys: rounded down. @param price above zero. */
export const quantityOf = (amount: bigint, price: bigint, scales: TradeScales): bigint =>
  divide(amount * tenTo(scales.coin) * tenTo(scales.price), price * tenTo(scales.amount), 'floor');

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
