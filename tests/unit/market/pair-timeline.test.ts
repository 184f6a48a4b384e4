/** The last price of a simulated pair, which is found without a look at the other trades of its minute. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { createSimulatedPairs } from '../../../server/areas/market/simulation/simulated-pairs.ts';

const FROM = Date.UTC(2026, 10, 16);
const { spot, forex } = createSimulatedPairs({ seed: 'a seed', clock: { now: () => FROM } });

/** Two weeks, with the weekends on which forex is closed. */
const anyTime = fc.integer({ min: FROM, max: FROM + 14 * DAY_MS });
const anyPair = fc.constantFrom(...[...spot.values()].slice(0, 40), ...forex.values());

test('the last price between two times is that of the last trade between them', () => {
  const anySpan = fc.integer({ min: 1, max: 90 * SECOND_MS });
  fc.assert(
    fc.property(anyPair, anyTime, anySpan, ({ timeline }, until, span) => {
      const listed = timeline.ticksBetween(until - span, until).at(-1)?.price ?? null;
      expect(timeline.lastPriceBetween(until - span, until)).toBe(listed);
    }),
    { numRuns: 1_000 },
  );
});

test('the last price in a minute is that of its last trade', () => {
  fc.assert(
    fc.property(anyPair, anyTime, ({ timeline }, time) => {
      const start = time - (time % MINUTE_MS);
      const listed = timeline.ticksBetween(start - 1, time).at(-1)?.price ?? null;
      expect(timeline.priceInMinute(time)).toBe(listed);
    }),
    { numRuns: 1_000 },
  );
});
