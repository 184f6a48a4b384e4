/** The values in sentences of order errors. */
import { priceBandOf } from '../../../contract/figures/spot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { divide } from '../../../contract/money/rounding.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { SECOND_MS } from '../../../contract/time.ts';

/** Returns the values for the sentences of errors. */
export const errorValues = (problem: { readonly retryAfterS?: number }) => ({
  seconds: problem.retryAfterS ?? LIMITS.http_timeout_ms / SECOND_MS,
});

/** Significant digits of the band in a text, because it is only approximate. */
const BAND_DIGITS = 4;

/**
 * Returns the price limits of a limit order for a text: the band around a price in four digits,
 * rounded inwards, because the reference price of the server moves. Decimal texts in the quote
 * currency; null while the price is unknown.
 */
export function bandValues(
  market: Pick<CurrencyMatch, 'price_scale' | 'price_band_ppm'>,
  price: string,
): { readonly low: string; readonly high: string } | null {
  const { price_scale: scale, price_band_ppm: bandPpm } = market;
  const middle = parseUnits(price, scale);
  if (middle === null || middle === 0n) return null;
  const { low, high } = priceBandOf(middle, bandPpm);
  const step = 10n ** BigInt(Math.max(0, String(high).length - BAND_DIGITS));
  return {
    low: formatUnits(divide(low, step, 'ceil') * step, scale),
    high: formatUnits(divide(high, step, 'floor') * step, scale),
  };
}
