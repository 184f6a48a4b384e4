/**
 * The stored form of the lines of a minute: differences in columns, which compress to a tenth of the lines, and
 * from which exactly the same lines are written again.
 */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { ensure } from '../../../../contract/assert.ts';
import {
  INDEX_GRID_MS,
  writeRecord,
  type IndexGap,
  type IndexPoint,
  type IndexRecord,
} from '../../../../contract/figures/index-record.ts';
import type { SourcePrice } from '../../../../contract/figures/price-agreement.ts';

/** A column has a value for each record; null for a record without the source. */
type Column = readonly (number | null)[];

interface Columns {
  /** The line that opens the segment. */
  readonly opening: string | null;
  readonly instrument: string;
  readonly firstMs: number;
  /** Ticks less the ticks before, or the reason of a gap. */
  readonly index: readonly (number | IndexGap)[];
  /** Ticks of each source, by id, less those of the index, or of the last index in a gap; and age in milliseconds. */
  readonly sources: Readonly<Record<string, { readonly ticks: Column; readonly ages: Column }>>;
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** @param records one for each line, after the line that opens a segment, if there is one. */
export async function packLines(
  lines: readonly string[],
  records: readonly IndexRecord[],
): Promise<Buffer> {
  const opening = lines.length > records.length ? ensure(lines[0], 'opening') : null;
  return deflate(JSON.stringify(columnsOf(opening, records)));
}

/** The lines of a minute, and the records of all lines but the opening of a segment. */
interface MinuteLines {
  readonly lines: readonly string[];
  readonly records: readonly IndexRecord[];
}

export async function unpackLines(body: Uint8Array): Promise<MinuteLines> {
  const columns = JSON.parse((await inflate(body)).toString()) as Columns;
  const records = recordsOf(columns);
  const lines = records.map(writeRecord);
  return { lines: columns.opening === null ? lines : [columns.opening, ...lines], records };
}

function columnsOf(opening: string | null, records: readonly IndexRecord[]): Columns {
  const first = ensure(records[0], 'a record');
  const bases = basesOf(records.map(({ ticks }) => ticks));
  const ids = [
    ...new Set(records.flatMap(({ sources }) => sources.map(({ sourceId }) => sourceId))),
  ];
  const columnOf = (id: string, valueOf: (price: SourcePrice, index: number) => number): Column =>
    records.map(({ sources }, index) => {
      const price = sources.find(({ sourceId }) => sourceId === id);
      return price === undefined ? null : valueOf(price, index);
    });
  return {
    opening,
    instrument: first.instrument,
    firstMs: first.atMs,
    index: records.map(({ ticks, gap }, index) => gap ?? ticks - (bases[index - 1] ?? 0)),
    sources: Object.fromEntries(
      ids.map((id) => [
        id,
        {
          ticks: columnOf(id, ({ ticks }, index) => ticks - (bases[index] ?? 0)),
          ages: columnOf(id, ({ atMs }, index) => first.atMs + index * INDEX_GRID_MS - atMs),
        },
      ]),
    ),
  };
}

/** Returns the last ticks at each record, its own included; 0 before the first. */
function basesOf(ticks: readonly (number | null)[]): readonly number[] {
  let last = 0;
  return ticks.map((value) => (last = value ?? last));
}

function recordsOf({ instrument, firstMs, index, sources }: Columns): readonly IndexRecord[] {
  let base = 0;
  const ids = Object.keys(sources).toSorted();
  return index.map((value, place): IndexRecord => {
    const atMs = firstMs + place * INDEX_GRID_MS;
    const point: IndexPoint =
      typeof value === 'string' ? { ticks: null, gap: value } : { ticks: base + value, gap: null };
    base = point.ticks ?? base;
    const prices = ids.flatMap((id): SourcePrice[] => {
      const ticks = sources[id]?.ticks[place] ?? null;
      const ageMs = sources[id]?.ages[place] ?? null;
      if (ticks === null || ageMs === null) return [];
      return [{ sourceId: id, ticks: base + ticks, atMs: atMs - ageMs }];
    });
    return { ...point, instrument, atMs, sources: prices };
  });
}
