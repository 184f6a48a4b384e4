/** The mark of a contract market, from the evaluation of the sources of its pair. Pure. */
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { agreedWithinPpmOf } from '../../../contract/figures/lever-order.ts';
import { PPM } from '../../../contract/money/fee.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import type { PriceStatus } from '../../../contract/figures/confirmed-price.ts';
import type { LeverMark, LeverMarketTerms } from './lever-types.ts';

/** One evaluation of a pair. */
export interface Evaluation {
  readonly status: PriceStatus;
  /** When it was made, by the clock to which the times of the sources are compared. */
  readonly atMs: number;
  /** Null unless live. */
  readonly ticks: number | null;
  /** The sources that decided it, without the own order book. */
  readonly sources: readonly SourcePrice[];
  readonly isCloseOnly: boolean;
}

/** A source whose price is older does not count for agreement, in milliseconds. */
export const FRESH_MS = LEVER_LIMITS.sourceFreshMs;
/** Fewer fresh sources agree on nothing. */
export const FRESH_MIN = LEVER_LIMITS.sourcesFreshMin;

/**
 * Returns the mark for this market. The sources agree on it while they are no further apart than half of
 * spread and fee together, and at least two of them are fresh.
 * @param seq number of the evaluation, above that of the one before.
 */
export function leverMarkOf(
  { status, atMs, ticks, sources, isCloseOnly }: Evaluation,
  terms: Pick<LeverMarketTerms, 'spreadPpm' | 'feePpm'>,
  seq: number,
): LeverMark {
  if (status === 'closed') return { state: 'closed' };
  if (status !== 'live' || ticks === null) return { state: 'frozen' };
  const fresh = sources.filter((source) => atMs - source.atMs <= FRESH_MS);
  const apartPpm = distancePpmOf(sources);
  const isAgreed = fresh.length >= FRESH_MIN && apartPpm <= agreedWithinPpmOf(terms);
  return { state: 'live', ticks, seq, isAgreed, apartPpm, isCloseOnly };
}

/** Difference of the highest and the lowest price, as a part of the lowest, rounded up. */
function distancePpmOf(sources: readonly SourcePrice[]): number {
  const ticks = sources.map((source) => source.ticks);
  const low = Math.min(...ticks);
  // Without a source there are fewer than two that are fresh.
  if (ticks.length === 0) return 0;
  const difference = BigInt(Math.max(...ticks) - low);
  return Number(mulDiv(difference, BigInt(PPM), BigInt(low), 'ceil'));
}
