/**
 * Clocks of a fast contract that are far off: the server's by days, that of PostgreSQL by minutes, and midnights of a leap day. Nothing but
 * the points of the index log decides.
 */
import { expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import { ANN, PRICE, useMicroBench } from '../../support/micro/use-micro-bench.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;

/** Orders on a rise opens with the next point, and ends with a win. */
async function winOne(): Promise<void> {
  const { bench } = used;
  const { id } = await bench.place(ANN);
  await bench.pass(1, PRICE);
  await bench.pass(POINTS, PRICE + 1);
  expect(await bench.order(ANN, id)).toMatchObject({ state: 'won', window: { count: 12 } });
}

test('a clock that jumps by 30 days voids the open order, and the next one ends by its points', async () => {
  const { bench } = used;
  const before = await bench.money(ANN);
  const { id } = await bench.place(ANN);
  await bench.pass(1, PRICE);
  bench.now += 30 * DAY_MS;
  await bench.pass(4, PRICE + 1);
  expect(await bench.order(ANN, id)).toMatchObject({ state: 'voided', window: { count: 0 } });
  expect(await bench.money(ANN)).toBe(before);
  await winOne();
});

test('a clock that is set back by a day takes and ends no order until its time is new', async () => {
  const { bench } = used;
  const { id } = await bench.place(ANN);
  await bench.pass(1, PRICE);
  const { lastMs } = bench;
  bench.now -= DAY_MS;
  bench.say(PRICE - 1);
  for (let point = 0; point < 2 * POINTS; point += 1) {
    bench.now += 250;
    await bench.tick();
  }
  expect(await bench.ask(ANN)).toEqual(refuse('price_stale'));
  expect([bench.lastMs, (await bench.order(ANN, id)).state]).toEqual([lastMs, 'open']);
  bench.now = lastMs;
  await bench.pass(POINTS, PRICE + 1);
  expect(await bench.order(ANN, id)).toMatchObject({ state: 'won', window: { count: 12 } });
});

test.each([
  ['ahead', 5 * MINUTE_MS],
  ['late', -5 * MINUTE_MS],
])(
  'a server whose clock is five minutes %s of that of PostgreSQL goes by its own',
  async (_, ms) => {
    const { bench } = used;
    const [{ now } = { now: 0 }] = await bench.lever.rows<{ now: number }>(
      'select extract(epoch from now())::float8 * 1000 as now',
    );
    bench.now = Math.floor(now) + ms;
    await bench.pass(4, PRICE);
    await winOne();
    const { acceptedAtMs } = await bench.order(ANN, 1);
    expect(Math.abs(acceptedAtMs - now - ms)).toBeLessThan(MINUTE_MS / 2);
  },
);

test.each([
  ['into', Date.UTC(2028, 1, 29)],
  ['out of', Date.UTC(2028, 2, 1)],
])('an order over midnight %s a leap day ends by the points of both days', async (_, midnight) => {
  const { bench } = used;
  bench.now = midnight - 3_500;
  await bench.pass(4, PRICE);
  await winOne();
  const { openedAtMs, expiresAtMs } = await bench.order(ANN, 1);
  expect([openedAtMs, expiresAtMs]).toEqual([midnight - 2_250, midnight + 1_750]);
});
