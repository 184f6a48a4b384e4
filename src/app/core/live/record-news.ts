/** Lists of own records that are read page by page, with what was told since. */
import { compareRecordIds } from './record-ids.ts';

interface LiveRecord {
  readonly id: string;
  /** The higher one is the newer. */
  readonly revision: number;
}

/** The newer of what a call answered and what was told. */
export const newerRecord = <R extends LiveRecord>(listed: R, told: R | undefined): R =>
  told !== undefined && told.revision > listed.revision ? told : listed;

/**
 * The pages that were read, newest first, with what happened since: records changed, records that
 * match now, and none that no longer does. `reachesEnd`: there is no older page.
 */
export function withRecordNews<R extends LiveRecord>(
  listed: readonly R[],
  news: ReadonlyMap<string, R>,
  matches: (record: R) => boolean,
  reachesEnd: boolean,
): readonly R[] {
  if (news.size === 0) return listed;
  const known = new Set(listed.map(({ id }) => id));
  const last = listed.at(-1);
  const isInRange = ({ id }: R) =>
    reachesEnd || last === undefined || compareRecordIds(id, last.id) > 0;
  const added = [...news.values()].filter((record) => !known.has(record.id) && isInRange(record));
  return [...listed.map((record) => newerRecord(record, news.get(record.id))), ...added]
    .filter(matches)
    .toSorted((a, b) => compareRecordIds(b.id, a.id));
}
