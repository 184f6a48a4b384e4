/** A user who reads a faster source wins nothing from the lag of the others over a position of a contract. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PPM } from '../../../contract/money/fee.ts';
import {
  agreedWithinPpmOf,
  entryTicksOf,
  openingCostOf,
  profitOf,
} from '../../../contract/figures/lever-order.ts';
import { medianOf } from '../../../contract/figures/price-agreement.ts';
import { leverMarkOf } from '../../../server/engine/lever/market-mark.ts';
import { runsOf } from '../../support/property-runs.ts';

const NOW = 1_800_000_000_000;
const SEED = { seed: 20_261_128 };
/** Rounding of ticks and of the fee, and the product of two distances, as a part of the notional value. */
const ROUNDING_PPM = 2n;
const PRICE = { min: 1_000_000, max: 100_000_000 };

const costs = fc.record({
  spreadPpm: fc.integer({ min: 0, max: 2_000 }),
  feePpm: fc.integer({ min: 100, max: 2_000 }),
});
/** Distance of a slower source from the fast one, in percent of the distance within which sources agree. */
const lag = fc.integer({ min: -110, max: 110 });
const moment = fc.tuple(lag, lag);
const scene = fc.record({
  costs,
  fast: fc.integer(PRICE),
  direction: fc.constantFrom('long', 'short'),
  opened: moment,
  closed: moment,
});

/** The mark of the fast source and two others. */
function markOf(
  fast: number,
  lags: readonly number[],
  terms: { readonly spreadPpm: number; readonly feePpm: number },
) {
  const within = agreedWithinPpmOf(terms) / PPM;
  const others = lags.map((percent) => Math.round(fast * (1 + (within * percent) / 100)));
  const sources = [fast, ...others].map((ticks, index) => ({
    sourceId: String(index),
    ticks,
    atMs: NOW,
  }));
  const ticks = medianOf(sources.map((source) => source.ticks));
  const evaluation = { status: 'live', atMs: NOW, ticks, sources, isCloseOnly: false } as const;
  const mark = leverMarkOf(evaluation, terms, 1);
  return mark.state === 'live' && mark.isAgreed ? mark.ticks : null;
}

test('a position between two marks on which sources agree wins nothing while the fast price stands still', () => {
  let positions = 0;
  fc.assert(
    fc.property(scene, ({ costs: terms, fast, direction, opened, closed }) => {
      const [first, second] = [opened, closed].map((lags) => markOf(fast, lags, terms));
      if (first == null || second == null) return;
      positions += 1;
      const order = {
        ...terms,
        direction,
        lots: 1,
        multiple: 10,
        tickLotUnits: 1_000_000n,
      } as const;
      const entry = entryTicksOf(direction, first, terms.spreadPpm);
      const { fee, notional } = openingCostOf({ ...order, nightPpm: 0 }, entry);
      const won = profitOf(order, entry, second) - fee;

      expect(won).toBeLessThanOrEqual((notional * ROUNDING_PPM) / BigInt(PPM) + order.tickLotUnits);
    }),
    { ...SEED, numRuns: runsOf(2_000) },
  );
  expect(positions).toBeGreaterThan(runsOf(2_000) / 4);
});
