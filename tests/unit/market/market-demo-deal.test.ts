/** The orders of the demo flow: sides, sizes, kinds, and prices that it leaves alone. */
import { describe, expect, it } from 'vitest';
import {
  nextDemoDeal,
  type DemoDeal,
  type DemoDealView,
} from '../../../server/areas/market/maker/demo-deal.ts';
import { chanceFor } from '../../../server/areas/market/maker/house-parts.ts';

const chance = chanceFor('a seed', 'flow', 1);

function dealsOf(changes: Partial<DemoDealView>, count = 4_000): DemoDeal[] {
  const view: DemoDealView = {
    referenceTicks: 100_000,
    lastTicks: 100_000,
    bestBidTicks: 99_950,
    bestAskTicks: 100_050,
    dealLots: 1_000,
    leastLots: () => 20,
    tickLotUnits: 10n,
    chance,
    ...changes,
  };
  return Array.from({ length: count }, () => nextDemoDeal(view)).filter((deal) => deal !== null);
}

const shareOfBuys = (deals: readonly DemoDeal[]): number =>
  deals.filter(({ side }) => side === 'buy').length / deals.length;

describe('the demo flow', () => {
  it('buys as often as it sells while the last price is the reference', () => {
    expect(shareOfBuys(dealsOf({}))).toBeCloseTo(0.5, 1);
    expect(shareOfBuys(dealsOf({ lastTicks: null }))).toBeCloseTo(0.5, 1);
  });

  it('leans to the side that brings the last price to the reference', () => {
    expect(shareOfBuys(dealsOf({ lastTicks: 99_900 }))).toBeGreaterThan(0.75);
    expect(shareOfBuys(dealsOf({ lastTicks: 100_100 }))).toBeLessThan(0.25);
  });

  it('takes many small and few large sizes, about the mean trade size each, and none below the minimum', () => {
    const lots = dealsOf({}).flatMap(({ quantityLots }) => quantityLots ?? []);
    const sorted = lots.toSorted((a, b) => a - b);
    const mean = lots.reduce((sum, size) => sum + size, 0) / lots.length;
    expect(mean).toBeGreaterThan(700);
    expect(mean).toBeLessThan(1_200);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(mean);
    expect(sorted.at(-1)).toBeGreaterThan(5 * mean);
    const small = dealsOf({ dealLots: 1 }).flatMap(({ quantityLots }) => quantityLots ?? []);
    expect(Math.min(...small)).toBe(20);
  });

  it('uses market orders by quantity and by amount, and limit orders at the best price', () => {
    const deals = dealsOf({});
    const limits = deals.filter(({ kind }) => kind === 'limit');
    expect(limits.length / deals.length).toBeCloseTo(0.3, 1);
    for (const { side, priceTicks } of limits)
      expect(priceTicks).toBe(side === 'buy' ? 100_050 : 99_950);
    expect(deals.some(({ amount }) => amount !== null)).toBe(true);
    for (const { side, kind, amount, quantityLots } of deals) {
      expect((amount === null) !== (quantityLots === null)).toBe(true);
      if (amount !== null) expect([side, kind]).toEqual(['buy', 'market']);
    }
  });

  it('takes no order from an empty side, nor at a price far worse than the reference', () => {
    expect(dealsOf({ bestAskTicks: null }).every(({ side }) => side === 'sell')).toBe(true);
    expect(dealsOf({ bestAskTicks: 101_500 }).every(({ side }) => side === 'sell')).toBe(true);
    expect(dealsOf({ bestAskTicks: null, bestBidTicks: null })).toEqual([]);
  });
});
