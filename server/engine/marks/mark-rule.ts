/** The vote of the own order book on a mark, which outside sources decide. Pure. */
import {
  agreeOn,
  SOURCES_MIN,
  type Agreement,
  type SourcePrice,
} from '../../../contract/figures/price-agreement.ts';

/** The id of the middle of the own order book, among the ids of outside sources. */
export const OWN_BOOK_SOURCE = 'own-book';

/**
 * Returns the agreement of outside sources with the own order book, which only joins: it must not decide
 * between outside sources that disagree, because two users can move it.
 * @param alone the agreement of the outside sources without it.
 */
export function agreeWithBook(
  alone: Agreement,
  outside: readonly SourcePrice[],
  own: SourcePrice | null,
  now: number,
  ageMsMax: number,
): Agreement {
  if (own === null || (!alone.isAgreed && alone.freshCount >= SOURCES_MIN)) return alone;
  return agreeOn([...outside, own], now, ageMsMax);
}
