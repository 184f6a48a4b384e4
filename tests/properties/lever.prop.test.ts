/** The core of contract trading compared with a naive one, and laws that must hold whatever happens. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lossBoxOf } from '../../server/engine/lever/safe-box.ts';
import { equityOf, isAtOrBelow } from '../../contract/figures/lever-account.ts';
import { CONTRACT_ORDER_EVENTS } from '../../machines/domain/lever/contract-order.events.ts';
import { LeverComparison } from '../support/lever/lever-comparison.ts';
import type { LeverTally } from '../support/lever/lever-comparison.ts';
import { LeverInterleaving } from '../support/lever/lever-interleaving.ts';
import { LeverReplay } from '../support/lever/lever-replay.ts';
import { RiskReplay } from '../support/lever/risk-replay.ts';
import { LEVER_MIXES, leverOperations } from '../support/lever/lever-workload.ts';
import { BTC, ETH, LeverScene, priceOf, usdt } from '../support/lever/lever-scene.ts';

const SEED = 20_261_126;
/** 100,000 operations in all mixes together; `npm run sim -- lever` runs any number. */
const OPERATIONS = 14_500;
/** Operations of each mix whose orders are replayed through their machine. */
const REPLAYED = 2_500;
const INTERLEAVED = 5_000;

/** What must have happened in the run of all mixes, so that the comparison compares something. */
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

test('commands between the steps of a mark break no law', () => {
  let between = 0;
  for (const mix of LEVER_MIXES) {
    const interleaving = new LeverInterleaving(mix);
    interleaving.run(leverOperations(mix, SEED, INTERLEAVED));
    between += interleaving.between;
  }
  expect(between).toBeGreaterThan(1_000);
});

test('no account inside its safe box is at or below the ratio of the box', () => {
  const exposure = fc.record({
    markTicks: fc.integer({ min: 2, max: 10 ** 8 }),
    unitsPerTick: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
  });
  const scene = fc.record({
    exposures: fc.array(exposure, { minLength: 1, maxLength: 5 }),
    margin: fc.bigInt({ min: 1n, max: 10n ** 16n }),
    more: fc.bigInt({ min: 1n, max: 10n ** 17n }),
    percent: fc.constantFrom(50, 70, 100),
  });
  fc.assert(
    fc.property(scene, ({ exposures, margin, more, percent }) => {
      const equity = (margin * BigInt(percent)) / 100n + more;
      const box = lossBoxOf(exposures, equity, margin, percent);
      // Every mark one tick inside its price is the worst that has not been reached.
      const worst = exposures.reduce((sum, { markTicks, unitsPerTick }, index) => {
        const side = box[index];
        // Without a price for a long, even the lowest mark is inside.
        if (!side) return unitsPerTick > 0n ? sum + BigInt(1 - markTicks) * unitsPerTick : sum;
        const inside = side.direction === 'falls' ? side.ticks + 1 : side.ticks - 1;
        return sum + BigInt(inside - markTicks) * unitsPerTick;
      }, equity);
      expect(isAtOrBelow(worst, margin, percent)).toBe(false);
    }),
    { seed: SEED, numRuns: 3_000 },
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
    { seed: SEED, numRuns: 300 },
  );
});

test('opening and closing at one mark again and again makes no user richer', () => {
  const scene = new LeverScene();
  scene.fund('5000');
  scene.mark(BTC, '97250.01');
  let before = scene.account().available;
  for (let round = 0; round < 500; round++) {
    const direction = round % 2 === 0 ? 'long' : 'short';
    const { id, ownerId } = scene.place({ market: BTC, direction, lots: 1, multiple: 3 });
    scene.core.close({ ownerId, id }, scene.now);
    expect(scene.account().available).toBeLessThan(before);
    before = scene.account().available;
  }
  expect(before).toBeGreaterThan(usdt('0'));
});
