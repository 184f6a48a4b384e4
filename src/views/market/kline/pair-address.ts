/** Finds the pair that the address of a chart page names. */
import type { ForexPair, SpotPair } from '../../parts/market/pair.ts';

/**
 * Returns the market of `?id=&symbol=`; undefined unless both are present and name the same one.
 */
export function spotPairOf(
  pairs: readonly SpotPair[],
  address: URLSearchParams,
): SpotPair | undefined {
  const id = address.get('id');
  const symbol = address.get('symbol');
  return pairs.find(({ match, label }) => String(match.id) === id && label === symbol);
}

/** Returns the symbol of `?symbol=`; undefined if there is none. */
export function forexPairOf(
  pairs: readonly ForexPair[],
  address: URLSearchParams,
): ForexPair | undefined {
  const symbol = address.get('symbol');
  return pairs.find(({ ticker }) => ticker.symbol === symbol);
}
