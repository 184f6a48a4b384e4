/**
 * How far the price of an ad may be from what its coin is worth (RULES "Fiat trading"): further than the
 * warning its merchant has to know of it, further than the band nobody posts it, sees it or takes it.
 * Without a reference nobody knows, so it is closed: an ad rests until there is one again.
 */
import { ensure } from '../../../../contract/assert.ts';
import { isDeviationAccepted, judgeDeviation } from '../../../../contract/fiat/fiat-price.ts';
import { deviationBp, WHOLE_BP } from '../../../../contract/money/deviation.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { AdRow } from './ad-lifecycle.ts';

export type PriceError = 'fiat_reference_unknown' | 'fiat_price_too_far' | 'fiat_price_unconfirmed';

type Priced = Pick<AdRow, 'price' | 'priceShareBp'>;

/** Hundredths of a percent above the reference: of a floating price its share, whatever it is rounded to. */
export function deviationOf({ price, priceShareBp }: Priced, reference: bigint): bigint {
  if (price !== null) return deviationBp(price, reference);
  return BigInt(ensure(priceShareBp ?? undefined, 'share of a floating price')) - WHOLE_BP;
}

export const isWithinBand = (ad: Priced, reference: bigint | null): reference is bigint =>
  reference !== null && judgeDeviation(deviationOf(ad, reference)) !== 'too_far';

/**
 * Whether an ad may be shown at its price from now on.
 * @param accepted percentage that its merchant was warned of and accepts, as text.
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
