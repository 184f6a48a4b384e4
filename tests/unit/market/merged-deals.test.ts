/** Trades from the socket and from the call merged into one list of fifty. */
import { expect, test } from 'vitest';
import type { Deal } from '../../../contract/market/market.ts';
import { mergeDeals } from '../../../src/app/market/merged-deals.ts';

const deals = (...ids: readonly number[]) => ids.map((id) => ({ id: String(id) }) as Deal);
const ids = (merged: readonly Deal[]) => merged.map(({ id }) => Number(id));

test('trades of a gap are between those before and those after it', () => {
  const listed = deals(104, 103, 102, 101, 100);
  expect(ids(mergeDeals(deals(102, 101), listed))).toEqual([104, 103, 102, 101, 100]);
  expect(ids(mergeDeals(deals(105, 102, 101), listed))).toEqual([105, 104, 103, 102, 101, 100]);
});

test('the newest fifty are shown, whatever their source', () => {
  const before = Array.from({ length: 50 }, (_, at) => 60 - at);
  const after = Array.from({ length: 50 }, (_, at) => 1_009 - at);
  expect(ids(mergeDeals(deals(...before), deals(...after)))).toEqual(after);
});
