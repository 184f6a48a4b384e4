/** Turns of the core stay short: a step counts by its changes, and no search reads all orders at once. */
import { expect, test } from 'vitest';
import type { LeverMark } from '../../../server/engine/lever/lever-types.ts';
import { ANN, BTC, DOGE, LeverScene, ticksOf, usdt } from '../../support/lever/lever-scene.ts';

const OWNERS = [1, 2, 3, 4, 5, 6];
const POSITIONS_MAX = 200;
const live = (price: string): LeverMark => ({
  state: 'live',
  ticks: ticksOf(BTC, price),
  seq: 99_999,
  isAgreed: true,
  apartPpm: 0,
  isCloseOnly: false,
});

test('a turn ends after its changes, or after the orders of one account', () => {
  const scene = new LeverScene();
  scene.mark(BTC, '100000');
  for (const ownerId of OWNERS) {
    scene.fund('1000', ownerId);
    for (let count = 0; count < POSITIONS_MAX; count++)
      scene.place({ market: BTC, ownerId, direction: 'long', lots: 1, multiple: 100 });
  }
  const budget = 32;
  const sizes: number[] = [];
  let isBusy = scene.core.takeMark(BTC.id, live('90000'), scene.now, budget);
  for (;;) {
    sizes.push(scene.core.takeEvents().length);
    if (!isBusy) break;
    isBusy = scene.core.work(budget, scene.now);
  }
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(
    OWNERS.length * POSITIONS_MAX - 1,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(budget + POSITIONS_MAX + 1);
});

test('the search for the largest profits reads some orders a step', () => {
  const scene = new LeverScene({
    pool: usdt('4100'),
    insurance: 0n,
    base: usdt('4100'),
  });
  scene.mark(BTC, '97250.00');
  scene.mark(DOGE, '0.02');
  for (const ownerId of OWNERS) {
    scene.fund('1000', ownerId);
    for (let count = 0; count < POSITIONS_MAX; count++)
      scene.place({ market: DOGE, ownerId, direction: 'short', lots: 1, multiple: 1 });
  }
  scene.fund('5000');
  const { id } = scene.place({ market: BTC, direction: 'long', lots: 250, multiple: 20 });
  let steps = 1;
  let isBusy = scene.core.takeMark(BTC.id, live('110500.00'), scene.now, 1);
  for (; isBusy && scene.core.find(id) !== undefined; steps++)
    isBusy = scene.core.work(1, scene.now);
  const closed = scene.core.takeEvents().find((event) => event.type === 'order.closed');
  expect(closed).toMatchObject({ closing: { reason: 'deleveraged' }, order: { ownerId: ANN } });
  expect(steps).toBeGreaterThanOrEqual(3);
});

test('the end of a market reads some orders a step, also those of other markets', () => {
  const scene = new LeverScene();
  scene.mark(BTC, '97250.00');
  scene.mark(DOGE, '0.02');
  for (const ownerId of OWNERS) {
    scene.fund('1000', ownerId);
    for (let count = 0; count < POSITIONS_MAX; count++)
      scene.place({ market: DOGE, ownerId, direction: 'short', lots: 1, multiple: 1 });
  }
  scene.core.setTerms({ ...BTC, status: 'close_only', endsAtMs: scene.now });
  let steps = 1;
  for (let isBusy = scene.core.windDown(BTC.id, scene.now, 1); isBusy; steps++)
    isBusy = scene.core.work(1, scene.now);
  expect(steps).toBeGreaterThanOrEqual(3);
  expect(scene.core.takeEvents()).toEqual([]);
});

test('a market without a price needs a step for each owner of a position, and none for earlier owners', () => {
  const scene = new LeverScene();
  scene.mark(BTC, '100000');
  for (const ownerId of OWNERS) {
    scene.fund('1000', ownerId);
    scene.place({ market: BTC, ownerId, direction: 'long', lots: 1, multiple: 1 });
  }
  for (const ownerId of OWNERS.slice(1))
    scene.core.closeAll({ ownerId, direction: 'all', marketId: null }, scene.now);
  expect(scene.core.takeMark(BTC.id, { state: 'closed' }, scene.now, 1)).toBe(true);
  expect(scene.core.work(1, scene.now)).toBe(false);
});
