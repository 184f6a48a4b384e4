/**
 * The lines of the index log, as text that every reader can hash again: a record for each point of the grid, and a
 * line that opens a segment. A line has one form only.
 */
import { SECOND_MS, type EpochMs } from '../time.ts';
import { TICKS_MAX, type SourcePrice } from './price-agreement.ts';

/** Every instrument has a record at each multiple of this time. */
export const INDEX_GRID_MS = 250;
/** A source counts with prices that are at most so old. */
export const INDEX_AGE_MS = 2 * SECOND_MS;

/**
 * Reason why a point of the grid has no index. too_few: fewer than two sources agree. apart: the last two are too far
 * from each other. confirming: a price must hold first. closed: outside trading hours. down: the server did not
 * read the sources at that time.
 */
export const INDEX_GAPS = ['too_few', 'apart', 'confirming', 'closed', 'down'] as const;
export type IndexGap = (typeof INDEX_GAPS)[number];

/** The index at one point of the grid, or the reason why there is none. */
export type IndexPoint =
  | { readonly ticks: number; readonly gap: null }
  | { readonly ticks: null; readonly gap: IndexGap };

/** One point of the grid, with the price of every source, in the order of their ids. */
export type IndexRecord = IndexPoint & {
  /** Name of the instrument, e.g. `BTC/USDT`. */
  readonly instrument: string;
  /** A multiple of {@link INDEX_GRID_MS}. */
  readonly atMs: EpochMs;
  readonly sources: readonly SourcePrice[];
};

/** Reason why a segment begins. first: the log of the instrument begins. restart: the server did. pause: no sources were read. */
const SEGMENT_REASONS = ['first', 'restart', 'pause'] as const;
export type SegmentReason = (typeof SEGMENT_REASONS)[number];

/** The line before the first record of a segment. Inside a segment no point of the grid is left out. */
export interface IndexOpening {
  readonly instrument: string;
  /** Number of the segment; the segments of all instruments begin together. */
  readonly segment: number;
  /** Time of its first record. */
  readonly atMs: EpochMs;
  readonly reason: SegmentReason;
  /** Time of the last record before it; 0 for none. Prices between are not recorded. */
  readonly afterMs: EpochMs;
}

const RECORD = 'meridian-index/1';
const OPENING = 'meridian-index-segment/1';
const NO_INDEX = '-';

/** Name of an instrument: base and quote currency. */
export const INSTRUMENT_FORM = /^[A-Z0-9]{2,12}\/[A-Z0-9]{2,12}$/;
const SOURCE_FORM = /^([a-z][a-z0-9-]{0,31}):([1-9]\d{0,15}):(-?(?:0|[1-9]\d{0,15}))$/;
const WHOLE_FORM = /^(?:0|[1-9]\d{0,15})$/;

/** Returns the prices that a record can hold, in its order. @param prices of sources with different ids. */
export const recordedPrices = (prices: readonly SourcePrice[]): readonly SourcePrice[] =>
  prices
    .filter(
      ({ ticks, atMs }) =>
        Number.isSafeInteger(ticks) &&
        ticks > 0 &&
        ticks <= TICKS_MAX &&
        Number.isSafeInteger(atMs),
    )
    .toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1));

/** Writes a record; each source has its ticks and its age in milliseconds. */
export function writeRecord({ instrument, atMs, ticks, gap, sources }: IndexRecord): string {
  const prices = sources.map(
    (source) => ` ${source.sourceId}:${source.ticks}:${atMs - source.atMs}`,
  );
  return `${RECORD} ${instrument} ${atMs} ${ticks ?? `${NO_INDEX}${gap}`}${prices.join('')}`;
}

/** Returns the record of a line; null for any other text. */
export function readRecord(line: string): IndexRecord | null {
  const [tag, instrument = '', time = '', value = '', ...rest] = line.split(' ');
  const atMs = readWhole(time);
  const point = readPoint(value);
  if (tag !== RECORD || !INSTRUMENT_FORM.test(instrument)) return null;
  if (atMs === null || atMs % INDEX_GRID_MS !== 0 || point === null) return null;
  const sources: SourcePrice[] = [];
  for (const text of rest) {
    const source = readSource(text, atMs);
    const last = sources.at(-1);
    if (source === null || (last !== undefined && last.sourceId >= source.sourceId)) return null;
    sources.push(source);
  }
  const record = { ...point, instrument, atMs, sources };
  return writeRecord(record) === line ? record : null;
}

export const writeOpening = (opening: IndexOpening): string =>
  `${OPENING} ${opening.instrument} ${opening.segment} ${opening.atMs} ${opening.reason} ${opening.afterMs}`;

/** Returns the opening of a segment; null for any other text. */
export function readOpening(line: string): IndexOpening | null {
  const [tag, instrument = '', segment = '', time = '', word, after = '', ...rest] =
    line.split(' ');
  const reason = SEGMENT_REASONS.find((each) => each === word);
  const [number, atMs, afterMs] = [segment, time, after].map(readWhole);
  if (tag !== OPENING || rest.length > 0 || !INSTRUMENT_FORM.test(instrument)) return null;
  if (number == null || atMs == null || afterMs == null || reason === undefined) return null;
  return { instrument, segment: number, atMs, reason, afterMs };
}

function readPoint(value: string): IndexPoint | null {
  const gap = INDEX_GAPS.find((reason) => value === `${NO_INDEX}${reason}`);
  if (gap !== undefined) return { ticks: null, gap };
  const ticks = readWhole(value);
  return ticks === null || ticks === 0 || ticks > TICKS_MAX ? null : { ticks, gap: null };
}

function readSource(text: string, recordedAtMs: EpochMs): SourcePrice | null {
  const [, sourceId, ticks, ageMs] = SOURCE_FORM.exec(text) ?? [];
  if (sourceId === undefined || !Number.isSafeInteger(Number(ticks))) return null;
  return { sourceId, ticks: Number(ticks), atMs: recordedAtMs - Number(ageMs) };
}

function readWhole(text: string): number | null {
  const value = Number(text);
  return WHOLE_FORM.test(text) && Number.isSafeInteger(value) ? value : null;
}
