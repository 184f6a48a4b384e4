/** Middles of price bands before and after the stored trades are read. */
import { expect, test } from 'vitest';
import { bandsOf } from '../../../server/areas/market/band-prices.ts';

const OF_CATALOG = 1;
const ADDED = 10_001;
const UNTRADED = 10_002;

function openBands() {
  const read = new Map([
    [OF_CATALOG, { lastTicks: 70 }],
    [ADDED, { lastTicks: 900 }],
    [UNTRADED, { lastTicks: null }],
  ]);
  let followed: typeof read | undefined;
  const { priceTicks } = bandsOf({
    meanTicks: (id) => (id === OF_CATALOG ? 80 : null),
    openingTicks: new Map([
      [OF_CATALOG, null],
      [ADDED, 50],
      [UNTRADED, 50],
    ]),
    trades: () => followed,
  });
  const ticks = () => [OF_CATALOG, ADDED, UNTRADED].map(priceTicks);
  return { ticks, follow: () => void (followed = read) };
}

test('no band has a middle before trades are followed, so that restored orders wait', () => {
  const { ticks, follow } = openBands();
  expect(ticks()).toEqual([null, null, null]);
  follow();
  expect(ticks()).toEqual([80, 900, 50]);
});
