/** The values in sentences of order errors. */
import { priceBandOf } from '../../../contract/figures/spot.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { divide } from '../../../contract/money/rounding.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { SECOND_MS } from '../../../contract/time.ts';

/** What sentences for errors put in. */
export const errorValues = (problem: { readonly retryAfterS?: number }) => ({
  seconds: problem.retryAfterS ?? LIMITS.http_timeout_ms / SECOND_MS,
});

/** Digits in which a band is said that is known nearly. */
const BAND_DIGITS = 4;

/**
 * The prices between which a limit may be, as a sentence says them: the band around the last price in
 * four digits, rounded inwards, because the server lays its own around a reference price that may be
 * a little off. Decimal texts in the quote currency; null while nobody knows the last price.
 */
export function bandValues(
  market: Pick<CurrencyMatch, 'price_scale' | 'price_band_ppm'>,
  lastPrice: string,
): { readonly low: string; readonly high: string } | null {
  const { price_scale: scale, price_band_ppm: bandPpm } = market;
  const last = parseUnits(lastPrice, scale);
  if (last === null || last === 0n) return null;
  const { low, high } = priceBandOf(last, bandPpm);
  const step = 10n ** BigInt(Math.max(0, String(high).length - BAND_DIGITS));
  return {
    low: formatUnits(divide(low, step, 'ceil') * step, scale),
    high: formatUnits(divide(high, step, 'floor') * step, scale),
  };
}
