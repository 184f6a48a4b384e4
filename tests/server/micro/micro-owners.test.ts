/** The limits and the result of a user's day after a start, when orders of the earlier run are still open or just ended. */
import { describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { DAY_MS } from '../../../contract/time.ts';
import { refuse } from '../../../contract/result.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { ANN, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;

const lossOf = async (ownerId: number): Promise<bigint> =>
  (await used.bench.exchange.limits(ownerId, used.bench.now)).lossOfDay;

/** Ann has lost one order of 10 USDT, and another of 30 is open when the next server starts. */
async function startWithOpenOrder() {
  await used.bench.place(ANN);
  await used.bench.pass(1, PRICE);
  await used.bench.pass(POINTS, PRICE - 1);
  await used.bench.exchange.setLimits(ANN, { dailyLoss: units(usdt('45')) }, used.bench.now);
  await used.bench.place(ANN, { stake: units(usdt('30')) });
  await used.bench.pass(1, PRICE);
  await used.next();
}

describe('each order counts once in the result of the day after a start', () => {
  test('when the result is read before the order ends', async () => {
    await startWithOpenOrder();
    expect(await lossOf(ANN)).toBe(usdt('40'));
    await used.bench.pass(POINTS, PRICE - 1);
    expect(await lossOf(ANN)).toBe(usdt('40'));
  });

  test('when the order ends before the result is read', async () => {
    await startWithOpenOrder();
    await used.bench.pass(POINTS, PRICE - 1);
    expect(await lossOf(ANN)).toBe(usdt('40'));
  });

  test('when it ends during the read', async () => {
    await startWithOpenOrder();
    const [loss] = await Promise.all([lossOf(ANN), used.bench.pass(POINTS, PRICE - 1)]);
    expect(loss).toBe(usdt('40'));
    expect(await lossOf(ANN)).toBe(usdt('40'));
  });
});

test('the own limit holds for the first order after a start, before and after the end of the open one', async () => {
  await startWithOpenOrder();
  const tooMuch = { stake: units(usdt('6')) };
  await used.bench.write(4, PRICE);
  expect(await used.bench.ask(ANN, tooMuch)).toEqual(refuse('daily_loss_limit_reached'));
  await used.bench.pass(POINTS, PRICE - 1);
  expect(await used.bench.ask(ANN, tooMuch)).toEqual(refuse('daily_loss_limit_reached'));
  expect((await used.bench.ask(ANN, { stake: units(usdt('5')) })).ok).toBe(true);
});

test('an order that ends in the next day leaves the result of the day before', async () => {
  const midnight = used.bench.now - (used.bench.now % DAY_MS) + DAY_MS;
  await used.bench.place(ANN);
  await used.bench.pass(1, PRICE);
  await used.bench.pass(POINTS, PRICE - 1);
  used.bench.now = midnight - 4_000;
  await used.bench.pass(8, PRICE);
  await used.bench.place(ANN, { stake: units(usdt('30')) });
  await used.bench.pass(1, PRICE);
  await used.next();
  expect(used.bench.now).toBeLessThan(midnight);
  expect(await lossOf(ANN)).toBe(usdt('40'));
  await used.bench.pass(POINTS, PRICE - 1);
  const order = await used.bench.order(ANN, 2);
  expect(order).toMatchObject({ state: 'lost' });
  expect(order.settledAtMs).toBeGreaterThanOrEqual(midnight);
  expect(await lossOf(ANN)).toBe(usdt('30'));
});
