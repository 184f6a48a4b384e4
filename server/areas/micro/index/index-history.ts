/** The stored points of the index: those of signed minutes, and those that no signed minute has yet. */
import { ensure } from '../../../../contract/assert.ts';
import { nextHead, signedText } from '../../../../contract/figures/index-chain.ts';
import type { IndexCrypto } from '../../../../contract/figures/index-check.ts';
import { readRecord, type IndexRecord } from '../../../../contract/figures/index-record.ts';
import { minuteOf, type EpochMs } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { sha256 } from './index-crypto.ts';
import type { IndexTick } from './index-lines.ts';
import type { IndexLog } from './index-log.ts';
import { findMinutes, findParts, type StoredMinute } from './index-reads.repo.ts';
import { unpackLines } from './minute-body.ts';

/** The stored lines of a signed minute are missing, or they are not those that were signed. */
class IndexLinesError extends Error {
  override readonly name = 'IndexLinesError';

  constructor(
    { instrument, minuteMs, segment }: StoredMinute,
    fault: 'missing' | 'not those that were signed',
    cause?: unknown,
  ) {
    const minute = `${new Date(minuteMs).toISOString()} of ${instrument}, segment ${segment}`;
    super(`the lines of the minute ${minute}, are ${fault}`, { cause });
  }
}

/**
 * Reads points of an instrument in a time, the oldest first; `untilMs` is not included.
 * @throws IndexLinesError for a minute with other lines than were signed.
 */
export type ReadPoints = (
  instrument: string,
  fromMs: EpochMs,
  untilMs: EpochMs,
) => Promise<readonly IndexTick[]>;

/** Points that payments need: all of a time, or the fault of lines that are missing or false. */
type NeededPoints = { readonly points: readonly IndexTick[] } | { readonly fault: Error };

/** Reads all points of an instrument since a time. */
export type ReadNeededPoints = (instrument: string, fromMs: EpochMs) => Promise<NeededPoints>;

export const createReadNeededPoints =
  (
    database: Database,
    log: Pick<IndexLog, 'unsigned' | 'fault'>,
    { isSigned }: Pick<IndexCrypto, 'isSigned'>,
  ): ReadNeededPoints =>
  async (instrument, fromMs) => {
    if (log.fault !== null) return { fault: log.fault };
    const read = createReadPoints(database, log, (minute) => {
      const { body, signature } = minute;
      if (body === null) throw new IndexLinesError(minute, 'missing');
      // The role of the server can store a minute with lines of its own.
      if (!isSigned(signedText(minute), signature.toString('base64url')))
        throw new IndexLinesError(minute, 'not those that were signed');
    });
    try {
      // The clock may have been set back since, so that points have later times than now.
      return { points: await read(instrument, fromMs, Number.MAX_SAFE_INTEGER) };
    } catch (error) {
      if (error instanceof IndexLinesError) return { fault: error };
      throw error;
    }
  };

/** @param check called with each minute. Points of a minute whose lines have been removed are left out. */
export const createReadPoints =
  (
    database: Database,
    log: Pick<IndexLog, 'unsigned'>,
    check: (minute: StoredMinute) => void = () => undefined,
  ): ReadPoints =>
  async (instrument, fromMs, untilMs) => {
    // Read first: a minute that is signed before the next line is in both.
    const unsigned = log.unsigned(instrument).flatMap(({ ticks }) => ticks);
    const minutes = await findMinutes(database, instrument, [minuteOf(fromMs), untilMs]);
    for (const minute of minutes) check(minute);
    const signed = await Promise.all(minutes.map(ticksOf));
    const ticks = new Map([...signed.flat(), ...unsigned].map((tick) => [tick.record.atMs, tick]));
    return [...ticks.values()].filter(({ record: { atMs } }) => atMs >= fromMs && atMs < untilMs);
  };

/**
 * Reads points of an instrument in a time from the database alone, the oldest first; `untilMs` is not included. Null when
 * lines of that time have been removed.
 * @throws IndexLinesError for a minute with other lines than were signed.
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

/** Returns the points of a minute; none when its lines have been removed. */
async function ticksOf(minute: StoredMinute): Promise<readonly IndexTick[]> {
  if (minute.body === null) return [];
  const { lines, records } = await unpackLines(minute.body).catch((error: unknown) => {
    throw new IndexLinesError(minute, 'not those that were signed', error);
  });
  let head = minute.headBefore;
  const heads = lines.map((line) => (head = nextHead(sha256, head, line)));
  // The role of the server can store lines, and fast contracts are paid by them.
  if (head !== minute.head) throw new IndexLinesError(minute, 'not those that were signed');
  // A line that opens a segment has no record.
  const first = lines.length - records.length;
  return records.map((record, index) => ({ record, head: ensure(heads[first + index], 'a head') }));
}
