/** The mark of a contract market, from the evaluation of the sources of its pair. Pure. */
import { PPM } from '../../../contract/money/fee.ts';
import type { SourcePrice } from '../marks/mark-rule.ts';
import type { MarkStatus } from '../marks/mark-track.ts';
import type { LeverMark, LeverMarketTerms } from './lever-types.ts';

/** One evaluation of a pair. */
export interface Evaluation {
  readonly status: MarkStatus;
  /** Null unless live. */
  readonly ticks: number | null;
  /** The sources that decided it. */
  readonly sources: readonly SourcePrice[];
  readonly isCloseOnly: boolean;
}

/**
 * Returns the mark for this market. The sources agree on it while the outside ones are no further apart
 * than spread and fee together: further apart, a user who sees the faster source would win from the exchange.
 * @param ownSourceId source of the own order book, which has no vote on that.
 * @param seq number of the evaluation, above that of the one before.
 */
export function leverMarkOf(
  { status, ticks, sources, isCloseOnly }: Evaluation,
  terms: Pick<LeverMarketTerms, 'spreadPpm' | 'feePpm'>,
  ownSourceId: string,
  seq: number,
): LeverMark {
  if (status === 'closed') return { state: 'closed' };
  if (status !== 'live' || ticks === null) return { state: 'frozen' };
  const outside = sources.filter(({ sourceId }) => sourceId !== ownSourceId);
  const isAgreed = areWithin(outside, terms.spreadPpm + terms.feePpm);
  return { state: 'live', ticks, seq, isAgreed, isCloseOnly };
}

function areWithin(sources: readonly SourcePrice[], ppm: number): boolean {
  const ticks = sources.map((source) => source.ticks);
  if (ticks.length === 0) return false;
  const low = Math.min(...ticks);
  return BigInt(Math.max(...ticks) - low) * BigInt(PPM) <= BigInt(low) * BigInt(ppm);
}
