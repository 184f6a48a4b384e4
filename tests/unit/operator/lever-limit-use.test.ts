/** How full limits of openings are shown to be, and which one is named as the next to refuse. */
import { expect, test } from 'vitest';
import { limitUseOf, refusesNext } from '../../../server/areas/operator/lever-limit-use.ts';

/** A limit that is so full, in hundredths of a percent. */
const full = (bp: number) => limitUseOf({ used: BigInt(bp), cap: 10_000n }, 0);

test.each([
  [0n, 100n, 0],
  [1n, 3n, 3_333],
  [99_999n, 100_000n, 9_999],
  [100n, 100n, 10_000],
  [500n, 100n, 10_000],
  // A limit of zero takes nothing.
  [0n, 0n, 10_000],
])('%s of %s are %s hundredths of a percent', (used, cap, bp) => {
  expect(limitUseOf({ used, cap }, 1).full_bp).toBe(bp);
});

test('the amounts are decimal text in the currency', () => {
  expect(limitUseOf({ used: 15n, cap: 1_000n }, 1)).toMatchObject({ used: '1.5', cap: '100' });
});

const EMPTY = { move: full(0), gap: full(0), loss: full(0) };
const market = (id: number, net: number, gross: number, status: 'trading' | 'halted' = 'trading') =>
  ({ id, status, limits: { net: full(net), gross: full(gross) } }) as const;

test('the fullest limit refuses next, of a market that takes openings or of all markets', () => {
  const markets = [market(1, 300, 200), market(2, 100, 700), market(3, 9_000, 9_000, 'halted')];
  expect(refusesNext(EMPTY, markets)).toEqual({ limit: 'gross', lever_market_id: 2 });
  const lost = { ...EMPTY, loss: full(701) };
  expect(refusesNext(lost, markets)).toEqual({ limit: 'loss', lever_market_id: null });
  // The limit of all markets refuses everywhere.
  const equal = { ...EMPTY, gap: full(700) };
  expect(refusesNext(equal, markets)).toEqual({ limit: 'gap', lever_market_id: null });
});

test('no limit is named while nothing is used', () => {
  expect(refusesNext(EMPTY, [market(1, 0, 0)])).toBeNull();
});
