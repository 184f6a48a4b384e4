/** The quotes of the market maker: distances, sizes, replacement after a price change. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPassed,
  middleNear,
  planQuotes,
  RUNGS,
  type LadderView,
  type OpenQuote,
  type QuotePlan,
} from '../../../server/areas/market/maker/ladder.ts';
import { chanceFor } from '../../../server/areas/market/maker/house-parts.ts';

const MID = 9_725_000;

function view(changes: Partial<LadderView> = {}): LadderView {
  return {
    referenceTicks: changes.midTicks ?? MID,
    midTicks: MID,
    rungs: RUNGS,
    open: [],
    resting: new Set(),
    dealLots: 1_000,
    leastLots: () => 11,
    slackMin: 0,
    chance: chanceFor('a seed', 'quotes', 1),
    ...changes,
  };
}

/** The resting quotes after `plan`. */
function carryOut(open: readonly OpenQuote[], { cancel, place }: QuotePlan): OpenQuote[] {
  const lastId = Math.max(0, ...open.map(({ orderId }) => orderId));
  const kept = open.filter(({ orderId }) => !cancel.includes(orderId));
  return [...kept, ...place.map((quote, index) => ({ ...quote, orderId: lastId + 1 + index }))];
}

const firstLadder = (): OpenQuote[] => carryOut([], planQuotes(view()));

/** Like an order book: no buy at or above a sell. */
function uncrossed(quotes: readonly OpenQuote[]): OpenQuote[] {
  const buys = quotes.filter(({ side }) => side === 'buy').map(({ priceTicks }) => priceTicks);
  const bestBuy = Math.max(0, ...buys);
  return quotes.filter(({ side, priceTicks }) => side === 'buy' || priceTicks > bestBuy);
}

const anyMid = fc.integer({ min: 2_000, max: 1_000_000_000 });
const anyOpenQuotes = (midTicks: number) =>
  fc
    .array(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        rung: fc.integer({ min: 0, max: RUNGS - 1 }),
        off: fc.double({ min: -0.03, max: 0.03, noNaN: true }),
      }),
      { maxLength: 40 },
    )
    .map((quotes) =>
      uncrossed(
        quotes.map(({ side, rung, off }, index) => ({
          orderId: index + 1,
          side,
          rung,
          priceTicks: Math.max(1, Math.round(midTicks * (1 + off))),
        })),
      ),
    );

describe('a ladder of quotes', () => {
  it('has one on each rung and side afterwards, and none that cross, from any start', () => {
    fc.assert(
      fc.property(
        anyMid.chain((midTicks) => fc.tuple(fc.constant(midTicks), anyOpenQuotes(midTicks))),
        fc.constantFrom(0, 0.005, 0.05),
        ([midTicks, open], slackMin) => {
          const after = carryOut(open, planQuotes(view({ midTicks, open, slackMin })));
          expect(new Set(after.map(({ side, rung }) => `${side} ${rung}`)).size).toBe(2 * RUNGS);
          expect(after).toHaveLength(2 * RUNGS);
          const prices = (side: string) =>
            after.filter((quote) => quote.side === side).map(({ priceTicks }) => priceTicks);
          expect(Math.max(...prices('buy'))).toBeLessThan(Math.min(...prices('sell')));
        },
      ),
    );
  });

  it('grows in distance and size, with each quote above the minimum', () => {
    const { place } = planQuotes(view({ leastLots: () => 7_000 }));
    const asks = place.filter(({ side }) => side === 'sell');
    const distances = asks.map(({ priceTicks }) => priceTicks - MID);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(asks.at(-1)?.quantityLots).toBeGreaterThan(2 * (asks[0]?.quantityLots ?? 0));
    expect(Math.min(...place.map(({ quantityLots }) => quantityLots))).toBeGreaterThanOrEqual(
      7_000,
    );
  });

  it('is unchanged while the price stays, and only replaced near it when it moves', () => {
    const open = firstLadder();
    const nothing = { cancel: [], place: [] };
    expect(planQuotes(view({ open }))).toEqual(nothing);
    expect(planQuotes(view({ open, midTicks: Math.round(MID * 1.0001) }))).toEqual(nothing);
    const moved = planQuotes(view({ open, midTicks: Math.round(MID * 1.001) }));
    expect(moved.place.length).toBeGreaterThan(0);
    expect(moved.cancel).toHaveLength(moved.place.length);
    expect(moved.place.every(({ rung }) => rung <= 6)).toBe(true);
  });

  it.each([1_186, 2_375, 5_264])('is unchanged where %i ticks are the price', (midTicks) => {
    const open = carryOut([], planQuotes(view({ midTicks })));
    expect(planQuotes(view({ midTicks, open }))).toEqual({ cancel: [], place: [] });
  });

  it('refills a rung that was taken, and changes no other', () => {
    const open = firstLadder().filter(({ side, rung }) => !(side === 'sell' && rung === 0));
    const { cancel, place } = planQuotes(view({ open }));
    expect(cancel).toEqual([]);
    expect(place).toMatchObject([{ side: 'sell', rung: 0 }]);
  });

  it('adds no quote on a resting side, and removes those that are off or would cross a new one', () => {
    const open = firstLadder();
    const midTicks = Math.round(MID * 0.99);
    const after = carryOut(open, planQuotes(view({ open, midTicks, resting: new Set(['buy']) })));
    const [buys, sells] = ['buy', 'sell'].map((side) => after.filter((q) => q.side === side));
    expect(sells).toHaveLength(RUNGS);
    expect(buys?.length).toBeGreaterThan(0);
    expect(open).toEqual(expect.arrayContaining(buys ?? []));
    expect(uncrossed(after)).toEqual(after);
    expect(Math.max(...(buys ?? []).map(({ priceTicks }) => priceTicks))).toBeLessThan(midTicks);
  });

  it('may be further off while no user is online, unless the price has passed it', () => {
    const open = firstLadder();
    const midTicks = Math.round(MID * 1.003);
    const alone = planQuotes(view({ open, midTicks, slackMin: 0.005 }));
    const passed = open.filter((quote) => isPassed(quote, midTicks));
    expect(passed.length).toBeGreaterThan(4);
    expect(alone.cancel).toEqual(passed.map(({ orderId }) => orderId));
    const bought = planQuotes(view({ open, midTicks })).place.filter(({ side }) => side === 'buy');
    expect(bought.length).toBeGreaterThan(4);
  });

  it('has no quote that the price has passed, however late its middle is', () => {
    fc.assert(
      fc.property(
        anyMid.chain((ticks) => fc.tuple(fc.constant(ticks), anyOpenQuotes(ticks))),
        fc.double({ min: 0.9, max: 1.1, noNaN: true }),
        ([referenceTicks, open], late) => {
          const midTicks = Math.round(middleNear(referenceTicks * late, referenceTicks));
          const plan = planQuotes(view({ referenceTicks, midTicks, open, slackMin: 0.005 }));
          const after = carryOut(open, plan);
          expect(after.filter((quote) => isPassed(quote, referenceTicks))).toEqual([]);
        },
      ),
    );
  });
});
