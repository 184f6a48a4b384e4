/** The guard of the pool: the steps at which it refuses openings, and the profits that it closes at the last one. */
import { expect, test } from 'vitest';
import { BTC, ETH, LeverScene, priceOf, ticksOf, usdt } from '../../support/lever/lever-scene.ts';

const [ANN, BOB, CYD] = [1, 2, 3];
const POOL = usdt('10000');
const ample = { pool: POOL, base: POOL, insurance: usdt('100000') };

/** Ann has a long of 0.1 BTC, whose entry price is 97,269.45. */
function withProfit(): LeverScene {
  const scene = new LeverScene(ample);
  for (const ownerId of [ANN, BOB]) scene.fund('100000', ownerId);
  scene.mark(BTC, '97250.00');
  scene.place({ ownerId: ANN, market: BTC, direction: 'long', lots: 100, multiple: 10 });
  return scene;
}

test.each([
  // Four tenths, six tenths and eight tenths of the pool are owed to Ann at these prices.
  ['137269.45', 'open', 'reduce'],
  ['157269.45', 'reduce', 'close'],
  ['177269.45', 'close', 'deleverage'],
])('at a mark of %s it is at the step %s, and a tick above it at %s', (price, at, above) => {
  const scene = withProfit();
  scene.mark(BTC, price);
  expect(scene.core.cover.guard).toBe(at);
  scene.mark(BTC, priceOf(BTC, ticksOf(BTC, price) + 1));
  expect(scene.core.cover.guard).toBe(above);
});

test.each([
  ['open', '137269.45', { long: undefined, short: undefined }],
  ['reduce', '157269.45', { long: 'exposure_limit_reached', short: undefined }],
  ['close', '177269.45', { long: 'exposure_limit_reached', short: 'exposure_limit_reached' }],
])('at the step %s it takes no other openings', (step, price, refusals) => {
  for (const direction of ['long', 'short'] as const) {
    const scene = withProfit();
    scene.mark(BTC, price);
    expect(scene.core.cover.guard).toBe(step);
    const asked = { ownerId: BOB, market: BTC, direction, lots: 1, multiple: 10 } as const;
    const placed = scene.ask(asked);
    expect(placed.ok ? undefined : placed.error).toBe(refusals[direction]);
  }
});

test('it closes the largest profit whose end lowers the net exposure of the market', () => {
  const scene = new LeverScene(ample);
  for (const ownerId of [ANN, BOB, CYD]) scene.fund('200000', ownerId);
  scene.mark(BTC, '100000');
  const positions = [
    { ownerId: BOB, direction: 'short', lots: 1_200 },
    // 1,000 lots are the larger profit, and their end would turn a net long of 400 into a net short of 600.
    { ownerId: ANN, direction: 'long', lots: 1_000 },
    { ownerId: CYD, direction: 'long', lots: 600 },
  ] as const;
  for (const position of positions) scene.place({ ...position, market: BTC, multiple: 10 });
  scene.core.fundHouse(0n, -ample.insurance);
  expect(scene.core.cover.guard).toBe('open');

  const events = scene.mark(BTC, '121000');
  const closed = events.flatMap((event) =>
    event.type === 'order.closed' ? [[event.order.ownerId, event.closing.reason]] : [],
  );

  expect(closed).toEqual([[CYD, 'deleveraged']]);
});

test.each([
  ['lost', '3000', 'in_trading'],
  ['kept', '3040', 'closed'],
])('it finds a profit that its market has %s before its close: %s, %s', (_, price, state) => {
  const scene = withProfit();
  scene.core.fundHouse(0n, -ample.insurance);
  scene.mark(ETH, '3000');
  const small = scene.place({
    ownerId: BOB,
    market: ETH,
    direction: 'long',
    lots: 1,
    multiple: 10,
  });
  scene.mark(ETH, '3040');
  const live = { state: 'live', isAgreed: true, apartPpm: 0, isCloseOnly: false } as const;
  // The first step closes the profit of Ann, and the pool owes.
  scene.core.takeMark(BTC.id, { ...live, ticks: ticksOf(BTC, '300000'), seq: 98 }, scene.now, 1);
  expect([scene.core.marketsOf(ANN), scene.core.cover.guard]).toEqual([[], 'deleverage']);

  scene.core.takeMark(ETH.id, { ...live, ticks: ticksOf(ETH, price), seq: 99 }, scene.now, 0);
  while (scene.core.work(1, scene.now));

  expect(small.state).toBe(state);
});

test('it lets an operator add to the pool that covers too little', () => {
  const scene = withProfit();
  scene.core.fundHouse(0n, -ample.insurance);
  scene.mark(BTC, '177269.45');
  expect(scene.core.mayFund(-1n, 0n)).toBe(false);
  expect(scene.core.mayFund(1n, 0n)).toBe(true);
});
