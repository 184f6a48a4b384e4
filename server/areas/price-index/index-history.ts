/** The stored points of the index: those of signed minutes, and those that no signed minute has yet. */
import { ensure } from '../../../contract/assert.ts';
import { nextHead } from '../../../contract/figures/index-chain.ts';
import { readRecord, type IndexRecord } from '../../../contract/figures/index-record.ts';
import { minuteOf, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { sha256 } from './index-crypto.ts';
import type { IndexTick } from './index-lines.ts';
import type { IndexLog } from './index-log.ts';
import { findMinutes, findParts, type StoredMinute } from './index-reads.repo.ts';
import { unpackLines } from './minute-body.ts';

/** Reads points of an instrument in a time, the oldest first; `untilMs` is not included. */
export type ReadPoints = (
  instrument: string,
  fromMs: EpochMs,
  untilMs: EpochMs,
) => Promise<readonly IndexTick[]>;

export const createReadPoints =
  (database: Database, log: Pick<IndexLog, 'unsigned'>): ReadPoints =>
  async (instrument, fromMs, untilMs) => {
    // Read first: a minute that is signed before the next line is in both.
    const unsigned = log.unsigned(instrument).flatMap(({ ticks }) => ticks);
    const minutes = await findMinutes(database, instrument, [minuteOf(fromMs), untilMs]);
    const signed = await Promise.all(minutes.map(ticksOf));
    const ticks = new Map([...signed.flat(), ...unsigned].map((tick) => [tick.record.atMs, tick]));
    return [...ticks.values()].filter(({ record: { atMs } }) => atMs >= fromMs && atMs < untilMs);
  };

/**
 * Reads points of an instrument in a time from the database alone, the oldest first; `untilMs` is not included. Null when
 * lines of that time have been removed.
 */
export async function readStoredPoints(
  database: Database,
  instrument: string,
  [fromMs, untilMs]: readonly [EpochMs, EpochMs],
): Promise<readonly IndexRecord[] | null> {
  // Read first: a point whose minute is signed before the next line is in both.
  const parts = await findParts(database, [fromMs, untilMs]);
  const minutes = await findMinutes(database, instrument, [minuteOf(fromMs), untilMs]);
  if (minutes.some(({ body }) => body === null)) return null;
  const signed = (await Promise.all(minutes.map(ticksOf))).flat().map(({ record }) => record);
  const unsigned = parts.flatMap((lines) => lines.map(readRecord));
  const records = [...signed, ...unsigned].flatMap((record) =>
    record?.instrument === instrument ? [record] : [],
  );
  const byTime = new Map(records.map((record) => [record.atMs, record]));
  return [...byTime.values()].filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
}

async function ticksOf({ body, headBefore }: StoredMinute): Promise<readonly IndexTick[]> {
  if (body === null) return [];
  const { lines, records } = await unpackLines(body);
  let head = headBefore;
  const heads = lines.map((line) => (head = nextHead(sha256, head, line)));
  // A line that opens a segment has no record.
  const first = lines.length - records.length;
  return records.map((record, index) => ({ record, head: ensure(heads[first + index], 'a head') }));
}
