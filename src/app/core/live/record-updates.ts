/** Merges paged lists of the user's records with later user events. */
import { compareRecordIds } from './record-ids.ts';

interface LiveRecord {
  readonly id: string;
  /** The higher revision is newer. */
  readonly revision: number;
}

/** Returns the newer of a call's record and an event's record. */
export const newerRecord = <R extends LiveRecord>(listed: R, pushed: R | undefined): R =>
  pushed !== undefined && pushed.revision > listed.revision ? pushed : listed;

/**
 * Returns the loaded pages, newest first, with later changes: changed records, records that match
 * now, without those that no longer match. `reachesEnd`: there is no older page.
 */
export function withRecordUpdates<R extends LiveRecord>(
  listed: readonly R[],
  updates: ReadonlyMap<string, R>,
  matches: (record: R) => boolean,
  reachesEnd: boolean,
): readonly R[] {
  if (updates.size === 0) return listed;
  const known = new Set(listed.map(({ id }) => id));
  const last = listed.at(-1);
  const isInRange = ({ id }: R) =>
    reachesEnd || last === undefined || compareRecordIds(id, last.id) > 0;
  const added = [...updates.values()].filter(
    (record) => !known.has(record.id) && isInRange(record),
  );
  return [...listed.map((record) => newerRecord(record, updates.get(record.id))), ...added]
    .filter(matches)
    .toSorted((a, b) => compareRecordIds(b.id, a.id));
}
