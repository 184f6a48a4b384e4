/** Law of the limits of a contract market: an order opens exactly when net, gross and owner exposure stay within them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BTC, LeverScene, priceOf } from '../../support/lever/lever-scene.ts';
import { runsOf } from '../../support/property-runs.ts';

const SEED = 20_261_128;
const START = 97_250_00;
const OWNERS = [1, 2, 3];

const valueAt = (ticks: number, lots: number): bigint =>
  BigInt(lots) * BigInt(ticks) * BTC.tickLotUnits;
const signed = ({ direction, lots }: Pick<Opening, 'direction' | 'lots'>): number =>
  direction === 'long' ? lots : -lots;

/** Limits in lots at the first mark, so that openings often reach them exactly. */
const limits = fc.record({
  net: fc.integer({ min: 1, max: 8 }),
  gross: fc.integer({ min: 4, max: 16 }),
  owner: fc.integer({ min: 2, max: 8 }),
});
interface Opening {
  readonly ownerId: number;
  readonly direction: 'long' | 'short';
  readonly lots: number;
}
const opening = fc.record({
  ownerId: fc.constantFrom(...OWNERS),
  direction: fc.constantFrom<('long' | 'short')[]>('long', 'short'),
  lots: fc.integer({ min: 1, max: 4 }),
});
const act = fc.oneof(
  { weight: 6, arbitrary: opening.map((asked) => ({ type: 'open' as const, asked })) },
  { weight: 1, arbitrary: fc.nat(20).map((at) => ({ type: 'close' as const, at })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(-20_000_00, -1, 0, 1, 20_000_00)
      .map((by) => ({ type: 'mark' as const, by })),
  },
);

test('an order opens exactly when no limit of its market is exceeded by it', () => {
  const tally: Record<string, number> = {};
  fc.assert(
    fc.property(limits, fc.array(act, { minLength: 1, maxLength: 12 }), (most, acts) => {
      const limit = (lots: number): bigint => valueAt(START, lots);
      const allowed = { net: limit(most.net), gross: limit(most.gross), owner: limit(most.owner) };
      const market = { ...BTC, limits: allowed };
      const scene = new LeverScene({}, [market]);
      for (const ownerId of OWNERS) scene.fund('1000000', ownerId);
      scene.mark(market, priceOf(BTC, START));
      let ticks = START;
      let open: (Opening & { readonly id: number })[] = [];

      /** The verdict by the sums of all positions. */
      const verdictOn = (asked: Opening): string => {
        const lotsOf = (some: readonly Opening[]) =>
          some.reduce((sum, { lots }) => sum + lots, asked.lots);
        const own = lotsOf(open.filter(({ ownerId }) => ownerId === asked.ownerId));
        if (valueAt(ticks, own) > allowed.owner) return 'position_limit_reached';
        const net = open.reduce((sum, other) => sum + signed(other), 0);
        const after = Math.abs(net + signed(asked));
        const isNetLower = after < Math.abs(net);
        const isWithin = isNetLower || valueAt(ticks, after) <= allowed.net;
        return isWithin && valueAt(ticks, lotsOf(open)) <= allowed.gross
          ? 'opened'
          : 'exposure_limit_reached';
      };

      for (const each of acts) {
        if (each.type === 'open') {
          const expected = verdictOn(each.asked);
          const placed = scene.ask({ ...each.asked, market, multiple: 1 });
          expect(placed.ok ? 'opened' : placed.error).toBe(expected);
          tally[expected] = (tally[expected] ?? 0) + 1;
          if (placed.ok) open.push({ ...each.asked, id: placed.value.id });
        } else if (each.type === 'mark') {
          ticks = START + each.by;
          scene.mark(market, priceOf(BTC, ticks));
        } else {
          const [closed] = open.slice(each.at % (open.length + 1));
          if (closed === undefined) continue;
          expect(scene.core.close(closed, scene.now).ok).toBe(true);
          open = open.filter((other) => other !== closed);
        }
      }
    }),
    { seed: SEED, numRuns: runsOf(3_000) },
  );
  const verdicts = ['opened', 'position_limit_reached', 'exposure_limit_reached'];
  expect(verdicts.filter((verdict) => (tally[verdict] ?? 0) < 1_000)).toEqual([]);
});
