/**
 * How far the price of an ad may be from the reference price (RULES "Fiat trading"). Beyond the
 * warning, the merchant must confirm the price. Outside of the band, the ad cannot be posted, seen or
 * taken. The same holds without a reference, because the deviation is unknown then.
 */
import { ensure } from '../../../../contract/assert.ts';
import { isDeviationAccepted, judgeDeviation } from '../../../../contract/fiat/fiat-price.ts';
import { deviationBp, WHOLE_BP } from '../../../../contract/money/deviation.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { AdRow } from './ad-lifecycle.ts';

export type PriceError = 'fiat_reference_unknown' | 'fiat_price_too_far' | 'fiat_price_unconfirmed';

type Priced = Pick<AdRow, 'price' | 'priceShareBp'>;

/**
 * Returns hundredths of a percent above the reference. For a floating price this is its share, without
 * the rounding.
 */
export function deviationOf({ price, priceShareBp }: Priced, reference: bigint): bigint {
  if (price !== null) return deviationBp(price, reference);
  return BigInt(ensure(priceShareBp ?? undefined, 'share of a floating price')) - WHOLE_BP;
}

export const isWithinBand = (ad: Priced, reference: bigint | null): reference is bigint =>
  reference !== null && judgeDeviation(deviationOf(ad, reference)) !== 'too_far';

/**
 * Checks whether an ad may be shown at its price from now on.
 * @param accepted the percentage, as text, that its merchant was warned of and accepts.
 */
export function checkPrice(
  ad: Priced,
  reference: bigint | null,
  accepted: string | undefined,
): Result<null, PriceError> {
  if (reference === null) return refuse('fiat_reference_unknown');
  const deviation = deviationOf(ad, reference);
  const verdict = judgeDeviation(deviation);
  if (verdict === 'too_far') return refuse('fiat_price_too_far');
  const isKnown = verdict === 'near' || isDeviationAccepted(deviation, accepted ?? '');
  return isKnown ? ok(null) : refuse('fiat_price_unconfirmed');
}
