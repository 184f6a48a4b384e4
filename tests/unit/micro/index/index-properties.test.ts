/** Properties of the index log: what it writes of any prices is read, stored and checked without a fault. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkIndexMinutes, type SignedMinute } from '../../../../contract/figures/index-check.ts';
import { FIRST_HEAD } from '../../../../contract/figures/index-chain.ts';
import { readRecord, writeRecord } from '../../../../contract/figures/index-record.ts';
import type { SourcePrice } from '../../../../contract/figures/price-agreement.ts';
import { minuteOf } from '../../../../contract/time.ts';
import { IndexLines, type IndexEntry } from '../../../../server/areas/micro/index/index-lines.ts';
import { packLines, unpackLines } from '../../../../server/areas/micro/index/minute-body.ts';
import { COIN, CRYPTO, FOREX, START } from '../../../support/micro/index/memory-index.ts';

const SEED = { seed: 20_261_126, numRuns: 60 };
const FRIDAY_CLOSE = Date.UTC(2026, 10, 27, 22) - 5_000;

const ticks = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 99_000, max: 101_000 }) },
  fc.integer({ min: 1, max: 10 ** 12 }),
  fc.constantFrom(Number.NaN, -1, 0, 0.5, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER),
);
const ageMs = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -900, max: 2_100 }) },
  fc.integer({ min: -90_000, max: 90_000_000 }),
);
const prices = fc.uniqueArray(
  fc.record({ sourceId: fc.constantFrom('a', 'b-2', 'c', 'd'), ticks, ageMs }),
  { selector: ({ sourceId }) => sourceId },
);
/** Null: the server read no source at that point. */
const points = fc.array(fc.option(prices, { freq: 8 }), { minLength: 1, maxLength: 60 });

test('a minute of any prices is read again, stored in columns, and has no fault', async () => {
  const scene = fc.record({ points, instrument: fc.constantFrom(COIN, FOREX) });
  await fc.assert(
    fc.asyncProperty(scene, async (given) => {
      const start = given.instrument === FOREX ? FRIDAY_CLOSE : START;
      const log = new IndexLines(given.instrument, { head: FIRST_HEAD, lastMs: 0 });
      log.open(1, 'restart');
      const entries = given.points.map((said, index): IndexEntry => {
        const atMs = start + index * 250;
        const read = said?.map((price): SourcePrice => {
          return { sourceId: price.sourceId, ticks: price.ticks, atMs: atMs - price.ageMs };
        });
        return log.next(read ?? null, atMs);
      });
      const lines = entries.flatMap((entry) => entry.lines);
      const records = entries.map(({ record }) => record);
      for (const record of records) expect(readRecord(writeRecord(record))).toEqual(record);
      expect(await unpackLines(await packLines(lines, records))).toEqual({ lines, records });
      expect(checkIndexMinutes(minutesOf(entries, given.instrument.hours), FREE)).toEqual([]);
    }),
    SEED,
  );
});

const FREE = { ...CRYPTO, isSigned: () => true };

/** The minutes that the entries are in. */
function minutesOf(entries: readonly IndexEntry[], hours: 'always' | 'forex'): SignedMinute[] {
  return [...Map.groupBy(entries, ({ record }) => minuteOf(record.atMs))].map(
    ([minuteMs, group]) => {
      const lines = group.flatMap((entry) => entry.lines);
      return {
        instrument: group[0]?.instrument ?? '',
        hours,
        segment: 1,
        minuteMs,
        firstMs: group[0]?.record.atMs ?? 0,
        lastMs: group.at(-1)?.record.atMs ?? 0,
        lineCount: lines.length,
        headBefore: group[0]?.headBefore ?? '',
        head: group.at(-1)?.head ?? '',
        orders: null,
        signature: '',
        lines,
      };
    },
  );
}
