/** Merges the trades of a call with live ones, newest first, without duplicates. */
import { LIMITS } from '../../../contract/limits.ts';
import type { Deal } from '../../../contract/market/market.ts';
import { compareRecordIds } from '../core/live/record-ids.ts';

/**
 * Returns the newest trades, newest first, at most 50: the list of a call and the live trades.
 * Either may have trades newer than some of the other, e.g. a list that was reloaded after a gap.
 */
export function mergeDeals(arrived: readonly Deal[], listed: readonly Deal[]): readonly Deal[] {
  const known = new Set(arrived.map(({ id }) => id));
  return [...arrived, ...listed.filter(({ id }) => !known.has(id))]
    .toSorted((a, b) => compareRecordIds(b.id, a.id))
    .slice(0, LIMITS.deals_listed);
}
