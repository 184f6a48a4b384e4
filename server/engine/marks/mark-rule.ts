/** The vote of the own order book on a mark, which outside sources decide. Pure. */
import {
  agreeOn,
  areClose,
  isFresh,
  medianOf,
  SOURCES_MIN,
  type Agreement,
  type SourcePrice,
} from '../../../contract/figures/price-agreement.ts';

/** The id of the middle of the own order book, among the ids of outside sources. */
export const OWN_BOOK_SOURCE = 'own-book';

/**
 * Returns the agreement of outside sources with the own order book, which only joins. Two users can move it, so it
 * has no vote while outside sources disagree, or while it is more than 0.5 % from the price on which they agree.
 * It rejects no outside source either, so the result lies between the price of the outside sources and its own.
 * @param alone the agreement of the outside sources without it.
 */
export function agreeWithBook(
  alone: Agreement,
  outside: readonly SourcePrice[],
  own: SourcePrice | null,
  now: number,
  ageMsMax: number,
): Agreement {
  if (own === null) return alone;
  if (!alone.isAgreed)
    return alone.freshCount >= SOURCES_MIN ? alone : agreeOn([...outside, own], now, ageMsMax);
  const isNear = areClose(Math.min(own.ticks, alone.ticks), Math.max(own.ticks, alone.ticks));
  if (!isNear || !isFresh(own, now, ageMsMax)) return alone;
  const kept = [...alone.kept, own];
  return { isAgreed: true, ticks: medianOf(kept.map(({ ticks }) => ticks)), kept };
}
