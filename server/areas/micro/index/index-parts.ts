/**
 * The parts of the index log: points that no signed minute has yet. Each part is signed when it is stored, so that a start goes
 * on from no line that the exchange has not written.
 */
import { FIRST_HEAD, signedText } from '../../../../contract/figures/index-chain.ts';
import type { IndexCrypto } from '../../../../contract/figures/index-check.ts';
import { readOpening, readRecord } from '../../../../contract/figures/index-record.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { sha256 } from './index-crypto.ts';
import { entryOf, type IndexEntry } from './index-lines.ts';
import type { IndexPart, StoredEnd, StoredIndex } from './index-store.repo.ts';

/** A stored part or a signed end is false, or a part is missing: no point can follow it. */
export class IndexPartsError extends Error {
  override readonly name = 'IndexPartsError';
}

/** All entries of one point of the grid. */
export interface LoggedPoint {
  readonly atMs: EpochMs;
  readonly entries: readonly IndexEntry[];
}

/** A stored index whose signatures are true. */
export interface ProvenIndex {
  readonly ends: readonly StoredEnd[];
  /** Points that were stored after them, the oldest first. */
  readonly points: readonly LoggedPoint[];
}

/**
 * Returns the text whose bytes are signed with Ed25519. The heads stand for the lines, and for all lines before them: no part can
 * be moved, and none left out before another.
 */
export const partText = ({ atMs, entries }: LoggedPoint): string =>
  [
    'meridian-index-part/1',
    atMs,
    ...entries.flatMap((entry) => [entry.instrument, entry.segment, entry.headBefore, entry.head]),
  ].join(' ');

/**
 * Returns the points of all stored parts. The last parts may be missing, as after a kill before they were stored.
 * @throws IndexPartsError
 */
export function provenIndex(
  { ends, parts, older }: StoredIndex,
  { isSigned }: Pick<IndexCrypto, 'isSigned'>,
): ProvenIndex {
  for (const end of ends)
    if (!isSigned(signedText(end), end.signature.toString('base64url')))
      throw new IndexPartsError(`the last minute of ${end.instrument} is not signed`);
  const signedMs = signedUntil(ends);
  const times = new Set(parts.map(({ atMs }) => atMs));
  for (const atMs of older.keys())
    if (atMs > signedMs && !times.has(atMs)) throw falsePart(atMs, 'is missing');
  const last = new Map<string, LastLine>(ends.map((end) => [end.instrument, end]));
  const points = parts.map((part) => {
    const point = pointOf(part, last);
    const isTrue =
      part.signature === null
        ? older.get(part.atMs) === sha256(part.lines.join('\n'))
        : isSigned(partText(point), part.signature.toString('base64url'));
    if (!isTrue) throw falsePart(part.atMs, 'is not signed');
    return point;
  });
  return { ends, points };
}

/** A point that a fast contract names, with the head of the chain after it. */
export interface NamedPoint {
  readonly instrument: string;
  readonly atMs: EpochMs;
  readonly head: string;
}

/** Time of the last signed point; 0 before the first. All instruments are signed together. */
export const signedUntil = (ends: readonly StoredEnd[]): EpochMs =>
  Math.max(0, ...ends.map(({ lastMs }) => lastMs));

/**
 * The last parts follow from no later one, so that only orders show that they have been removed.
 * @param named points after the last signed one. @throws IndexPartsError for one that the log does not have.
 */
export function refuseLostPoints({ points }: ProvenIndex, named: readonly NamedPoint[]): void {
  const keyOf = (...key: readonly [instrument: string, atMs: EpochMs, head: string]) =>
    key.join(' ');
  const logged = new Set(
    points.flatMap(({ atMs, entries }) =>
      entries.map(({ instrument, head }) => keyOf(instrument, atMs, head)),
    ),
  );
  const lost = named.find(
    ({ instrument, atMs, head }) => !logged.has(keyOf(instrument, atMs, head)),
  );
  if (lost !== undefined)
    throw falsePart(lost.atMs, `is missing, and orders of ${lost.instrument} name it`);
}

/** The segment and the head of an instrument. */
type LastLine = Pick<StoredEnd, 'segment' | 'head'>;

const falsePart = (atMs: EpochMs, fault: string): IndexPartsError =>
  new IndexPartsError(`the part of ${new Date(atMs).toISOString()} (at_ms ${atMs}) ${fault}`);

/** Reads the lines of a part as they were written. @param last changed to the lines of the part. */
function pointOf({ atMs, lines }: IndexPart, last: Map<string, LastLine>): LoggedPoint {
  const entries: IndexEntry[] = [];
  let opening: string[] = [];
  for (const line of lines) {
    if (readOpening(line) !== null) {
      opening = [line];
      continue;
    }
    const record = readRecord(line);
    if (record === null) throw falsePart(atMs, 'has no records');
    const before = last.get(record.instrument);
    const segment = readOpening(opening[0] ?? '')?.segment ?? before?.segment;
    if (segment === undefined) throw falsePart(atMs, 'is of no segment');
    const headBefore = before?.head ?? FIRST_HEAD;
    const entry = entryOf([...opening, line], { segment, record, headBefore });
    last.set(record.instrument, entry);
    entries.push(entry);
    opening = [];
  }
  return { atMs, entries };
}
