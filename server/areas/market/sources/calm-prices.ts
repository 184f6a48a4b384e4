/** The prices that floating ads follow: marks of calm markets, so that no ad follows a jump. */
import { LAST_PRICE_SCALE, PER_USDT_SCALE } from '../../../../contract/figures/fiat.ts';
import type { Marks } from './marks.ts';
import { fiatPairName, UNIT_OF_ACCOUNT, worthPairName } from './price-pairs.ts';

export interface CalmPrices {
  /** One whole coin in USDT, in units of {@link LAST_PRICE_SCALE}; null while the price is thin, stale or jumps. */
  ofCoin(code: string): bigint | null;
  /** One USDT in the fiat currency, in units of {@link PER_USDT_SCALE}; null as above, and without a source. */
  ofUsdt(fiatCode: string): bigint | null;
}

export function createCalmPrices(marks: Pick<Marks, 'pairs' | 'calmTicks'>): CalmPrices {
  const scales = new Map(marks.pairs.map(({ name, priceScale }) => [name, priceScale]));
  /** The price of a pair in units of 10^-scale; exact, because no pair has more decimals. */
  const priceOf = (pair: string, scale: number): bigint | null => {
    const pairScale = scales.get(pair);
    const ticks = marks.calmTicks(pair);
    if (pairScale === undefined || ticks === null) return null;
    return BigInt(ticks) * 10n ** BigInt(scale - pairScale);
  };
  return {
    ofCoin: (code) =>
      code === UNIT_OF_ACCOUNT
        ? 10n ** BigInt(LAST_PRICE_SCALE)
        : priceOf(worthPairName(code), LAST_PRICE_SCALE),
    ofUsdt: (fiatCode) => priceOf(fiatPairName(fiatCode), PER_USDT_SCALE),
  };
}
