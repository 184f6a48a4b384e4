/** One price from the last trade and the best quotes of a market. Pure. */
import type { EpochMs } from '../../../../../contract/time.ts';
import type { FeedEvent } from './feed-protocol.ts';

/** Quotes that are further apart than 1/100 (1 %) say nothing about the price. */
const SPREAD_WITHIN = 100n;

interface Quotes {
  /** Null where the exchange does not give it. */
  readonly last: bigint | null;
  readonly bid: bigint | null;
  readonly ask: bigint | null;
}

/**
 * Returns the last trade, moved to the nearest quote where the quotes have left it behind; the middle of
 * the quotes without a last trade. Null without both quotes, for a price that is not above 0, and for
 * quotes that are crossed or far apart. One small trade at a strange price therefore changes nothing.
 */
export function fairPrice({ last, bid, ask }: Quotes): bigint | null {
  if (bid === null || ask === null || bid <= 0n || ask < bid) return null;
  if (SPREAD_WITHIN * (ask - bid) > bid) return null;
  if (last === null) return (bid + ask) / 2n;
  if (last <= 0n) return null;
  if (last < bid) return bid;
  return last > ask ? ask : last;
}

/** Returns the event of a market's quotes. */
export function priceEvent(symbol: string, quotes: Quotes, atMs: EpochMs): FeedEvent {
  const price = fairPrice(quotes);
  return price === null ? { kind: 'unusable', symbol } : { kind: 'price', symbol, price, atMs };
}
