/** The rules of the matching engine, one example each. */
import { beforeEach, describe, expect, test } from 'vitest';
import { AssertionError } from '../../../contract/assert.ts';
import type {
  IncomingOrder,
  LimitOrder,
  MarketOrder,
  MatchingEngine,
  Side,
} from '../../../server/engine/engine-types.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';

const [ANN, BEN, CAT] = [1, 2, 3];

let engine: MatchingEngine;
let lastId = 0;

beforeEach(() => {
  engine = createMatchingEngine();
  lastId = 0;
});

const limit = (
  ownerId: number,
  side: Side,
  quantityLots: number,
  priceTicks: number,
): LimitOrder => ({ kind: 'limit', id: ++lastId, ownerId, side, quantityLots, priceTicks });

const market = (ownerId: number, side: Side, size: Partial<MarketOrder>): MarketOrder => ({
  kind: 'market',
  id: ++lastId,
  ownerId,
  side,
  quantityLots: null,
  budgetTickLots: null,
  worstPriceTicks: null,
  ...size,
});

/** Fills as `[resting order, lots, ticks]`. */
const deals = (order: IncomingOrder) => {
  const { fills, ...rest } = engine.place(order);
  return { ...rest, deals: fills.map((f) => [f.makerOrderId, f.quantityLots, f.priceTicks]) };
};

describe('a limit order', () => {
  test('rests when no order crosses it', () => {
    expect(deals(limit(ANN, 'buy', 5, 100))).toEqual({ deals: [], restingLots: 5, expired: null });
    expect(engine.depth(9)).toEqual({ bids: [{ priceTicks: 100, quantityLots: 5 }], asks: [] });
    expect(engine.bestPrice('buy')).toBe(100);
    expect(engine.bestPrice('sell')).toBeNull();
  });

  test('meets better prices first, and the earlier of two orders at one price', () => {
    engine.place(limit(ANN, 'sell', 2, 101));
    engine.place(limit(ANN, 'sell', 2, 100));
    engine.place(limit(BEN, 'sell', 2, 100));

    expect(deals(limit(CAT, 'buy', 5, 101)).deals).toEqual([
      [2, 2, 100],
      [3, 2, 100],
      [1, 1, 101],
    ]);
  });

  test('trades at the price of the resting order', () => {
    engine.place(limit(ANN, 'buy', 2, 105));

    expect(engine.place(limit(BEN, 'sell', 2, 100)).fills).toEqual([
      {
        makerOrderId: 1,
        makerOwnerId: ANN,
        priceTicks: 105,
        quantityLots: 2,
        makerRemainingLots: 0,
      },
    ]);
  });

  test('rests with the remainder after its trades', () => {
    engine.place(limit(ANN, 'sell', 2, 100));

    expect(deals(limit(BEN, 'buy', 5, 100))).toEqual({
      deals: [[1, 2, 100]],
      restingLots: 3,
      expired: null,
    });
    expect(engine.depth(9)).toEqual({ bids: [{ priceTicks: 100, quantityLots: 3 }], asks: [] });
  });

  test('keeps its place in line when a part of it is taken', () => {
    engine.place(limit(ANN, 'sell', 3, 100));
    engine.place(limit(BEN, 'sell', 3, 100));
    engine.place(limit(CAT, 'buy', 1, 100));

    expect(deals(limit(CAT, 'buy', 3, 100)).deals).toEqual([
      [1, 2, 100],
      [2, 1, 100],
    ]);
  });

  test('expires at the first own order, and trades before that stand', () => {
    engine.place(limit(ANN, 'sell', 1, 100));
    engine.place(limit(BEN, 'sell', 1, 100));
    engine.place(limit(ANN, 'sell', 1, 100));

    expect(deals(limit(BEN, 'buy', 3, 100))).toEqual({
      deals: [[1, 1, 100]],
      restingLots: 0,
      expired: 'self_trade',
    });
    expect(engine.ordersOf(BEN)).toEqual([2]);
  });

  test('is not stopped by an own order beyond its price', () => {
    engine.place(limit(ANN, 'sell', 1, 101));

    expect(deals(limit(ANN, 'buy', 1, 100))).toMatchObject({ restingLots: 1, expired: null });
  });
});

describe('a market order', () => {
  beforeEach(() => {
    engine.place(limit(ANN, 'sell', 2, 100));
    engine.place(limit(BEN, 'sell', 2, 103));
  });

  test('takes the available lots and expires when no order is left', () => {
    expect(deals(market(CAT, 'buy', { quantityLots: 5 }))).toEqual({
      deals: [
        [1, 2, 100],
        [2, 2, 103],
      ],
      restingLots: 0,
      expired: 'no_liquidity',
    });
  });

  test('stops at the end of the price band', () => {
    const order = market(CAT, 'buy', { quantityLots: 5, worstPriceTicks: 102 });

    expect(deals(order)).toMatchObject({ deals: [[1, 2, 100]], expired: 'price_band' });
  });

  test('never pays more than its budget, and is done when that buys no further lot', () => {
    expect(deals(market(CAT, 'buy', { budgetTickLots: 402n }))).toEqual({
      deals: [
        [1, 2, 100],
        [2, 1, 103],
      ],
      restingLots: 0,
      expired: null,
    });
  });

  test('by amount is done when the next price is too high for what is left', () => {
    expect(deals(market(CAT, 'buy', { budgetTickLots: 302n }))).toMatchObject({
      deals: [[1, 2, 100]],
      expired: null,
    });
  });

  test('with a budget below one lot finds no liquidity', () => {
    expect(deals(market(CAT, 'buy', { budgetTickLots: 99n }))).toMatchObject({
      deals: [],
      expired: 'no_liquidity',
    });
  });

  test.each([
    [{ quantityLots: 5 }, { lots: 4, costTickLots: 406n }],
    [{ quantityLots: 3 }, { lots: 3, costTickLots: 303n }],
    [
      { quantityLots: 5, worstPriceTicks: 100 },
      { lots: 2, costTickLots: 200n },
    ],
    [{ budgetTickLots: 310n }, { lots: 3, costTickLots: 303n }],
    [{ budgetTickLots: 99n }, { lots: 0, costTickLots: 0n }],
  ])('of %o is previewed without a change', (size, expected) => {
    const before = engine.depth(9);

    expect(engine.preview(market(CAT, 'buy', size))).toEqual(expected);
    expect(engine.depth(9)).toEqual(before);
  });

  test('is previewed up to the first own order', () => {
    expect(engine.preview(market(BEN, 'buy', { quantityLots: 4 }))).toEqual({
      lots: 2,
      costTickLots: 200n,
    });
  });
});

describe('the book', () => {
  test('returns the lots of a canceled order once, and 0 for one that is gone or never existed', () => {
    engine.place(limit(ANN, 'buy', 5, 100));
    engine.place(limit(BEN, 'sell', 2, 100));

    expect([1, 1, 2, 77].map((id) => engine.cancel(id))).toEqual([3, 0, 0, 0]);
    expect(engine.depth(9)).toEqual({ bids: [], asks: [] });
  });

  test('lists the orders of an owner, oldest first, without those that ended', () => {
    for (const priceTicks of [100, 90, 110, 95]) engine.place(limit(ANN, 'buy', 1, priceTicks));
    engine.place(limit(BEN, 'sell', 1, 110));
    engine.cancel(2);

    expect(engine.ordersOf(ANN)).toEqual([1, 4]);
    expect(engine.ordersOf(CAT)).toEqual([]);
  });

  test('shows the best levels first, as many as asked for', () => {
    for (const priceTicks of [100, 90, 110, 95]) engine.place(limit(ANN, 'buy', 1, priceTicks));

    expect(engine.depth(2).bids.map(({ priceTicks }) => priceTicks)).toEqual([110, 100]);
    expect(engine.depth(0)).toEqual({ bids: [], asks: [] });
  });

  test('reports each changed level once, with its current quantity', () => {
    engine.place(limit(ANN, 'buy', 5, 100));
    engine.place(limit(ANN, 'buy', 5, 100));
    engine.place(limit(ANN, 'buy', 5, 99));
    engine.takeChangedLevels();
    engine.cancel(1);
    engine.cancel(2);
    engine.place(limit(ANN, 'buy', 7, 100));
    engine.place(limit(BEN, 'sell', 9, 100));

    expect(engine.takeChangedLevels()).toEqual([
      { side: 'buy', level: { priceTicks: 100, quantityLots: 0 } },
      { side: 'sell', level: { priceTicks: 100, quantityLots: 2 } },
    ]);
    expect(engine.takeChangedLevels()).toEqual([]);
  });

  test('is put back in the order of ids', () => {
    engine.restore({ ...limit(ANN, 'sell', 2, 100), quantityLots: 1 });
    engine.restore(limit(BEN, 'sell', 2, 100));
    engine.restore(limit(BEN, 'buy', 2, 99));

    expect(deals(limit(CAT, 'buy', 2, 100)).deals).toEqual([
      [1, 1, 100],
      [2, 1, 100],
    ]);
  });
});

describe('a programmer’s error', () => {
  const ok: LimitOrder = {
    kind: 'limit',
    id: 9,
    ownerId: 1,
    side: 'buy',
    priceTicks: 7,
    quantityLots: 1,
  };
  const sell: MarketOrder = {
    kind: 'market',
    id: 9,
    ownerId: 1,
    side: 'sell',
    quantityLots: 1,
    budgetTickLots: null,
    worstPriceTicks: null,
  };

  test.each<[string, IncomingOrder]>([
    ['no lots', { ...ok, quantityLots: 0 }],
    ['a part of a lot', { ...ok, quantityLots: 1.5 }],
    ['less than no lots', { ...ok, quantityLots: -1 }],
    ['lots that are not a number', { ...ok, quantityLots: Number.NaN }],
    ['lots beyond what a double holds', { ...ok, quantityLots: 2 ** 53 }],
    ['a price of 0', { ...ok, priceTicks: 0 }],
    ['a price between ticks', { ...ok, priceTicks: 0.5 }],
    ['a price beyond what a double holds', { ...ok, priceTicks: 2 ** 53 }],
    ['an id that is no whole number', { ...ok, id: 1.5 }],
    ['an owner that is no whole number', { ...ok, ownerId: Infinity }],
    ['an id that is in the book', { ...ok, id: 1 }],
    ['a market order without a size', { ...sell, quantityLots: null }],
    ['a sell with a budget', { ...sell, budgetTickLots: 1n }],
    ['a budget below 0', { ...sell, side: 'buy', budgetTickLots: -1n }],
    ['a side that is none', { ...ok, side: 'unsupported-side' as Side }],
    ['a market order on no side', { ...sell, side: '' as Side }],
    ['a band that ends at 0', { ...sell, worstPriceTicks: 0 }],
  ])('%s: throws and changes nothing', (_what, order) => {
    engine.place(limit(BEN, 'sell', 5, 7));
    engine.takeChangedLevels();

    expect(() => engine.place(order)).toThrow(AssertionError);
    expect(engine.depth(9)).toEqual({ bids: [], asks: [{ priceTicks: 7, quantityLots: 5 }] });
    expect(engine.takeChangedLevels()).toEqual([]);
  });

  test.each([
    ['crosses', { ...ok, priceTicks: 8 }],
    ['locks', ok],
    ['is there already', { ...ok, id: 1, priceTicks: 6 }],
  ])('a restored order that %s throws', (_what, order) => {
    engine.place(limit(BEN, 'sell', 5, 7));

    expect(() => engine.restore(order)).toThrow(AssertionError);
  });

  test('lots of one price beyond what a double holds throw', () => {
    engine.place(limit(ANN, 'buy', 2 ** 53 - 1, 7));

    expect(() => engine.place(limit(BEN, 'buy', 1, 7))).toThrow(AssertionError);
    expect(engine.depth(9).bids).toEqual([{ priceTicks: 7, quantityLots: 2 ** 53 - 1 }]);
  });
});
