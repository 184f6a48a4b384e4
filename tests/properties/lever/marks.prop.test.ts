/** Properties of marks: one source never decides, and nothing but agreement makes a mark live. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreeOn, medianOf } from '../../../contract/figures/price-agreement.ts';
import { agreeWithBook } from '../../../server/engine/marks/mark-rule.ts';
import { MarkTrack } from '../../../server/engine/marks/mark-track.ts';

const NOW = 1_800_000_000_000;
const AGE_MS = 10_000;
const SEED = { seed: 20_261_125 };

const honest = (middle: number, count: number) =>
  fc.array(fc.integer({ min: Math.ceil(middle * 0.999), max: Math.floor(middle * 1.001) }), {
    minLength: count,
    maxLength: count + 3,
  });
const lie = fc.oneof(
  fc.integer({ min: 0, max: 10 ** 12 }),
  fc.constantFrom(Number.NaN, -1, Number.POSITIVE_INFINITY, 0.5),
);
const pricesOf = (values: readonly number[]) =>
  values.map((ticks, index) => ({ sourceId: String(index), ticks, atMs: NOW }));
const agreed = (values: readonly number[]) => agreeOn(pricesOf(values), NOW, AGE_MS);

test('one source that lies does not move the mark of two or more others by 0.5 %', () => {
  const scene = fc
    .integer({ min: 10_000, max: 10 ** 9 })
    .chain((middle) => fc.record({ middle: fc.constant(middle), prices: honest(middle, 2), lie }));
  fc.assert(
    fc.property(scene, ({ middle, prices, lie: wrong }) => {
      const found = agreed([...prices, wrong]);
      if (found.isAgreed) expect(Math.abs(found.ticks - middle) * 200).toBeLessThanOrEqual(middle);
    }),
    SEED,
  );
});

test('three honest sources agree whatever a fourth says', () => {
  fc.assert(
    fc.property(honest(97_250_00, 3), lie, (prices, wrong) => {
      const found = agreed([...prices, wrong]);
      expect(found.isAgreed && found.ticks >= Math.min(...prices)).toBe(true);
      expect(found.isAgreed && found.ticks <= Math.max(...prices)).toBe(true);
    }),
    SEED,
  );
});

test('the own order book moves no mark of outside sources by more than 0.5 %, and ends none', () => {
  // Prices up to 8 % apart, some of which the others reject, and an own one that is mostly near them.
  const scene = fc.integer({ min: 1_000, max: 10 ** 9 }).chain((middle) => {
    const near = fc.integer({ min: Math.ceil(middle * 0.92), max: Math.floor(middle * 1.08) });
    const prices = fc.array(near, { minLength: 2, maxLength: 7 });
    return fc.record({ prices, own: fc.oneof({ weight: 4, arbitrary: near }, lie) });
  });
  const ages = fc.integer({ min: -2_000, max: AGE_MS + 2_000 });
  fc.assert(
    fc.property(scene, ages, ({ prices, own }, ageMs) => {
      const alone = agreed(prices);
      fc.pre(alone.isAgreed);
      const book = { sourceId: 'own-book', ticks: own, atMs: NOW - ageMs };
      const found = agreeWithBook(alone, pricesOf(prices), book, NOW, AGE_MS);
      const ticks = found.isAgreed ? found.ticks : Number.NaN;
      expect(Math.abs(ticks - alone.ticks) * 200).toBeLessThanOrEqual(alone.ticks);
      expect(found.kept).toEqual(expect.arrayContaining([...alone.kept]));
      expect(ticks).toBe(medianOf(found.kept.map((price) => price.ticks)));
    }),
    { ...SEED, numRuns: 2_000 },
  );
});

test('the order of the sources makes no difference', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { maxLength: 6 }), (prices) => {
      const [one, other] = [agreed(prices), agreed(prices.toReversed())];
      expect(one.isAgreed ? one.ticks : one.reason).toBe(
        other.isAgreed ? other.ticks : other.reason,
      );
    }),
    SEED,
  );
});

test('the middle is the exact one, half a tick to the even one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 1, maxLength: 7 }),
      (prices) => {
        const sorted = prices.toSorted((a, b) => a - b);
        const twice =
          (sorted[Math.floor(sorted.length / 2)] ?? 0) +
          (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
        const middle = medianOf(prices);
        expect(Math.abs(2 * middle - twice)).toBe(twice % 2);
        if (twice % 2 === 1) expect(middle % 2).toBe(0);
      },
    ),
    SEED,
  );
});

/** Evaluations: milliseconds since the last one, and a price or null for a disagreement. */
const evaluations = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 12_000 }),
    fc.option(fc.integer({ min: 90_000, max: 110_000 }), { nil: null }),
  ),
  { minLength: 1, maxLength: 60 },
);

test('a live mark never moves by more than 2 % without a confirmation of half a second', () => {
  fc.assert(
    fc.property(evaluations, (steps) => {
      const track = new MarkTrack();
      let now = NOW;
      let last: { readonly ticks: number; readonly atMs: number } | null = null;
      for (const [ms, ticks] of steps) {
        now += ms;
        track.take(
          ticks === null
            ? { isAgreed: false, reason: 'too_few', kept: [], freshCount: 0 }
            : { isAgreed: true, ticks, kept: [] },
          now,
        );
        const live = track.liveTicks(now);
        if (live === null) continue;
        expect(live).toBe(ticks);
        if (last !== null && Math.abs(live - last.ticks) * 50 > last.ticks)
          expect(now - last.atMs).toBeGreaterThanOrEqual(500);
        last = { ticks: live, atMs: now };
      }
    }),
    SEED,
  );
});

test('the slow mean lies between the marks that were live', () => {
  fc.assert(
    fc.property(evaluations, (steps) => {
      const track = new MarkTrack();
      const live: number[] = [];
      let now = NOW;
      for (const [ms, ticks] of steps) {
        now += Math.min(ms, 2_000);
        const kept = { kept: [] };
        track.take(
          ticks === null
            ? { isAgreed: false, reason: 'too_few', ...kept, freshCount: 0 }
            : { isAgreed: true, ticks, ...kept },
          now,
        );
        const mark = track.liveTicks(now);
        if (mark !== null) live.push(mark);
        const mean = track.meanTicks(now);
        if (live.length === 0) expect(mean).toBeNull();
        else {
          expect(mean).toBeGreaterThanOrEqual(Math.min(...live));
          expect(mean).toBeLessThanOrEqual(Math.max(...live));
        }
      }
    }),
    SEED,
  );
});
