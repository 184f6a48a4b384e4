/** Points of the index with the highest and the lowest prices, gaps, and names that begin alike: the database takes each honest opening and end. */
import { expect, test } from 'vitest';
import { TICKS_MAX } from '../../../contract/figures/price-agreement.ts';
import { ANN, useMicroBench } from '../../support/micro/use-micro-bench.ts';

const used = useMicroBench();
/** Points between the opening of an order and its end, which is the last of them. */
const POINTS = 16;
const pair = (name: string) => ({ name, hours: 'always', priceScale: 2 }) as const;

test.each([
  ['the highest', TICKS_MAX - 1, TICKS_MAX],
  ['the lowest', 1, 1],
])('an order ends by %s price, in a log with names that begin alike', async (_, first, last) => {
  const pairs = ['BTC/USDT2', 'BTC/USDT', 'BTC/USD'].map(pair);
  await used.next({ pairs });
  const { bench } = used;
  await bench.pass(4, first);
  const { id } = await bench.place(ANN);
  await bench.pass(1, first);
  await bench.pass(POINTS, last);
  expect(await bench.order(ANN, id)).toMatchObject({
    state: last > first ? 'won' : 'drawn',
    openTicks: first,
    window: { sum: 12 * last, count: 12 },
  });
  expect(bench.lever.ends).toEqual([]);
});

test('an order waits for a price on which its sources agree closely, and ends by gaps and prices', async () => {
  const { bench } = used;
  const { id } = await bench.place(ANN);
  // After a gap the price must hold for half a second before it counts.
  await bench.pass(2, null);
  await bench.pass(3, 9_725_000);
  expect(await bench.order(ANN, id)).toMatchObject({ state: 'open', openTicks: 9_725_000 });
  await bench.pass(8, 9_725_001);
  await bench.pass(3, null);
  await bench.pass(5, 9_725_002);
  const window = { sum: 4 * 9_725_001 + 3 * 9_725_002, count: 7 };
  expect(await bench.order(ANN, id)).toMatchObject({ state: 'won', window });
});
