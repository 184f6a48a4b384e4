/** The core of contract trading compared with a naive one, and laws that must always hold. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { equityOf, isAtOrBelow } from '../../../contract/figures/lever-account.ts';
import type { NetExposure } from '../../../contract/figures/lever-account.ts';
import { CONTRACT_ORDER_EVENTS } from '../../../machines/domain/lever/contract-order.events.ts';
import { gainBoxOf, lossBoxOf } from '../../../server/engine/lever/safe-box.ts';
import type { BoxSide } from '../../../server/engine/lever/safe-box.ts';
import { grind } from '../../support/lever/grind.ts';
import { LeverComparison } from '../../support/lever/lever-comparison.ts';
import type { LeverTally } from '../../support/lever/lever-comparison.ts';
import { LeverInterleaving } from '../../support/lever/lever-interleaving.ts';
import { LeverReplay } from '../../support/lever/lever-replay.ts';
import { RiskReplay } from '../../support/lever/risk-replay.ts';
import { LEVER_MIXES, leverOperations } from '../../support/lever/lever-workload.ts';
import { BTC, ETH, LeverScene, priceOf } from '../../support/lever/lever-scene.ts';
import { runsOf } from '../../support/property-runs.ts';

const SEED = 20_261_126;
/** 100,000 operations in all mixes together; `npm run sim -- lever` runs any number. */
const OPERATIONS = 14_500;
/** Operations of each mix whose orders are replayed through their machine. */
const REPLAYED = 2_500;
const INTERLEAVED = 5_000;

/** Events that must have happened in the run of all mixes, so that the comparison compares something. */
const TRIED = [
  'closed owner',
  'closed take_profit',
  'closed stop_loss',
  'closed stop_out',
  'closed deleveraged',
  'order.cancelled owner',
  'order.cancelled insufficient_margin',
  'order.cancelled exposure_limit',
  'order.cancelled account_stopped_out',
  'order.cancelled price_moving',
  'closed wound_down',
  'order.cancelled operator',
  'order.cancelled market_removed',
  'close.waits owner',
  'close.waits wound_down',
  'close.withdrawn',
  'shortfall.paid',
  'owner.warned',
  'targets.amended',
  'restart',
  'refused by the gap alone',
  'above the stop-out',
  'place lots_out_of_bounds',
  'place multiple_not_offered',
];

test('the core does what a naive model does, event by event and unit by unit', () => {
  const all: LeverTally = {};
  for (const mix of LEVER_MIXES) {
    const tally = new LeverComparison(mix.house).run(leverOperations(mix, SEED, OPERATIONS));
    for (const [kind, count] of Object.entries(tally)) all[kind] = (all[kind] ?? 0) + count;
  }
  expect(TRIED.filter((kind) => (all[kind] ?? 0) < 6)).toEqual([]);
});

test('every order and every warning of the core is one that the machines know', () => {
  const taken: Record<string, number> = {};
  const reached: Record<string, number> = {};
  for (const mix of LEVER_MIXES) {
    // Numbers of orders begin again with each mix.
    const replays = { orders: new LeverReplay(taken), risk: new RiskReplay() };
    new LeverComparison(mix.house, replays).run(leverOperations(mix, SEED, REPLAYED));
    Object.assign(reached, replays.risk.reached);
  }
  expect(Object.keys(reached).toSorted()).toEqual(['attention', 'calm', 'danger', 'stoppingOut']);
  const events = Object.keys(CONTRACT_ORDER_EVENTS);
  expect(events.filter((type) => (taken[type] ?? 0) === 0)).toEqual([]);
});

test('commands and marks of other markets between the steps of a mark break no law', () => {
  let [between, marksBetween] = [0, 0];
  for (const mix of LEVER_MIXES) {
    const interleaving = new LeverInterleaving(mix);
    interleaving.run(leverOperations(mix, SEED, INTERLEAVED));
    between += interleaving.between;
    marksBetween += interleaving.marksBetween;
  }
  expect(between).toBeGreaterThan(1_000);
  expect(marksBetween).toBeGreaterThan(1_000);
});

test('marks of other markets between the steps of the guard of a pool break no law', () => {
  const thin = LEVER_MIXES.find(({ name }) => name === 'thin pool') ?? LEVER_MIXES[0]!;
  const mix = { ...thin, movePpm: 30_000, jumps: 60, stepMs: 100 };
  let closed = 0;
  for (let seed = 1; seed <= runsOf(60); seed += 1) {
    const interleaving = new LeverInterleaving(mix);
    interleaving.run(leverOperations(mix, seed, 1_000));
    closed += interleaving.kinds['closed deleveraged'] ?? 0;
  }
  expect(closed).toBeGreaterThan(50);
});

const exposure = fc.record({
  markTicks: fc.integer({ min: 2, max: 10 ** 8 }),
  unitsPerTick: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
});
const exposures = fc.array(exposure, { minLength: 1, maxLength: 5 });
const margin = fc.bigInt({ min: 1n, max: 10n ** 16n });
const RUNS = { seed: SEED, numRuns: runsOf(3_000) };

/** Value of the account when every mark is one tick inside the price of its box, so that none was reached. */
const insideOf = (
  all: readonly NetExposure[],
  box: readonly (BoxSide | null)[],
  equity: bigint,
): bigint =>
  all.reduce((sum, { markTicks, unitsPerTick }, index) => {
    const side = box[index];
    // No mark can reach the price that is missing; every mark of the other markets is inside.
    if (!side) return sum;
    const inside = side.direction === 'falls' ? side.ticks + 1 : side.ticks - 1;
    return sum + BigInt(inside - markTicks) * unitsPerTick;
  }, equity);
/** Greatest loss of the markets without a price in the box: no mark is below the first tick. */
const lossAtFirstTick = (
  all: readonly NetExposure[],
  box: readonly (BoxSide | null)[],
  side: 1n | -1n,
): bigint =>
  all.reduce((sum, { markTicks, unitsPerTick }, index) => {
    const isFree = box[index] === null && unitsPerTick * side > 0n;
    return isFree ? sum + BigInt(1 - markTicks) * unitsPerTick : sum;
  }, 0n);

test('no account inside its safe box is at or below the ratio of the box', () => {
  const more = fc.bigInt({ min: 1n, max: 10n ** 17n });
  const percents = fc.constantFrom(50, 70, 100);
  fc.assert(
    fc.property(exposures, margin, more, percents, (all, held, above, percent) => {
      const equity = (held * BigInt(percent)) / 100n + above;
      const box = lossBoxOf(all, equity, held, percent);
      const worst = insideOf(all, box, equity) + lossAtFirstTick(all, box, 1n);
      expect(isAtOrBelow(worst, held, percent)).toBe(false);
    }),
    RUNS,
  );
});

test('no account inside its box of profits is above the ratio of the box', () => {
  const less = fc.bigInt({ min: 0n, max: 10n ** 17n });
  const percents = fc.constantFrom(75, 105);
  fc.assert(
    fc.property(exposures, margin, less, percents, (all, held, below, percent) => {
      const equity = (held * BigInt(percent)) / 100n - below;
      const box = gainBoxOf(all, equity, held, percent);
      // A short without a price wins at most what a fall to the first tick gives.
      const best = insideOf(all, box, equity) + lossAtFirstTick(all, box, -1n);
      expect(isAtOrBelow(best, held, percent)).toBe(true);
    }),
    RUNS,
  );
});

test('with one market the price of both boxes is where the ratio is reached', () => {
  const equities = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 17n });
  const percents = fc.constantFrom(50, 70, 75, 100, 105);
  fc.assert(
    fc.property(exposure, margin, equities, percents, (only, held, equity, percent) => {
      const isLow = isAtOrBelow(equity, held, percent);
      const [side] = (isLow ? gainBoxOf : lossBoxOf)([only], equity, held, percent);
      fc.pre(Boolean(side));
      const at = BigInt((side?.ticks ?? 0) - only.markTicks) * only.unitsPerTick + equity;
      expect(isLow ? at * 100n >= held * BigInt(percent) : isAtOrBelow(at, held, percent)).toBe(
        true,
      );
    }),
    RUNS,
  );
});

test('the equity of an account is the same whatever order its positions close in', () => {
  const position = fc.record({
    market: fc.constantFrom(BTC, ETH),
    direction: fc.constantFrom('long', 'short'),
    lots: fc.integer({ min: 1, max: 300 }),
    rank: fc.integer(),
  });
  const marks = fc.record({
    btc: fc.integer({ min: 90_000_00, max: 105_000_00 }),
    eth: fc.integer({ min: 3_200_00, max: 3_650_00 }),
  });
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 6 }), marks, (positions, at) => {
      const scene = new LeverScene();
      scene.fund('6000');
      scene.mark(BTC, '97250.00');
      scene.mark(ETH, '3420.00');
      const opened = positions.flatMap(({ rank, ...asked }) => {
        const placed = scene.ask({ ...asked, multiple: 20 });
        return placed.ok ? [{ id: placed.value.id, ownerId: placed.value.ownerId, rank }] : [];
      });
      scene.mark(BTC, priceOf(BTC, at.btc));
      scene.mark(ETH, priceOf(ETH, at.eth));
      const equity = equityOf(scene.account());
      for (const order of opened.toSorted((a, b) => a.rank - b.rank)) {
        const wasOpen = scene.core.close(order, scene.now).ok;
        if (wasOpen && equity >= 0n) expect(equityOf(scene.account())).toBe(equity);
      }
      expect(scene.account()).toMatchObject({ frozen: 0n, debt: 0n });
    }),
    { seed: SEED, numRuns: runsOf(300) },
  );
});

test('opening and closing at one mark again and again makes no user richer', () => {
  expect(() => grind(SEED, runsOf(100_000))).not.toThrow();
});
