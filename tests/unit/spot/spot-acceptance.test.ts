/** Rejected orders, and the error if several rules are broken. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import { acceptOrder } from '../../../server/areas/spot/acceptance.ts';
import type { MarketView } from '../../../server/areas/spot/acceptance.ts';
import { BTC_USDT, COIN, newOrder, REFERENCE_TICKS } from '../../support/spot/spot-exchange.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const OTHER = 7;

/** An order book with the given levels of another user, 1,000 lots (1 BTC) each. */
function view(
  changes: Partial<Omit<MarketView, 'rules'>> & {
    readonly rules?: Partial<MarketView['rules']>;
    readonly bids?: readonly number[];
    readonly asks?: readonly number[];
    readonly restingOwner?: number;
  } = {},
): MarketView {
  const { rules, bids = [], asks = [], restingOwner = OTHER, ...rest } = changes;
  const engine = createMatchingEngine();
  let id = 0;
  const common = { kind: 'limit', ownerId: restingOwner, quantityLots: 1_000 } as const;
  for (const priceTicks of bids) engine.restore({ ...common, id: ++id, side: 'buy', priceTicks });
  for (const priceTicks of asks) engine.restore({ ...common, id: ++id, side: 'sell', priceTicks });
  return {
    rules: { ...BTC_USDT, ...rules },
    engine,
    referenceTicks: REFERENCE_TICKS,
    available: 1_000_000n * COIN,
    openOrdersHere: 0,
    openOrders: 0,
    ...rest,
  };
}

const ID = 99;
const errorOf = (from: MarketView, order: ReturnType<typeof newOrder>) => {
  const accepted = acceptOrder(from, ID, order);
  return accepted.ok ? undefined : accepted.error;
};
const reserveOf = (from: MarketView, order: ReturnType<typeof newOrder>) => {
  const accepted = acceptOrder(from, ID, order);
  return accepted.ok ? accepted.value.reserve : accepted.error;
};

describe('a limit order', () => {
  test('freezes its cost at its limit, or the base units it sells', () => {
    expect(reserveOf(view(), newOrder())).toBe(100n * COIN);
    expect(reserveOf(view(), newOrder({ side: 'sell' }))).toBe(COIN);
  });

  test('is refused in a market that is not open', () => {
    expect(errorOf(view({ rules: { status: 'halted' } }), newOrder())).toBe('market_halted');
    expect(errorOf(view({ rules: { status: 'cancel_only' } }), newOrder())).toBe(
      'market_cancel_only',
    );
  });

  test.each([
    ['ticks that a double does not hold', { priceTicks: MAX + 1 }],
    ['lots that a double does not hold', { quantityLots: MAX + 1 }],
    ['a cost of more than 38 digits', { priceTicks: MAX, quantityLots: MAX }],
  ])('is too large with %s', (_, fields) => {
    expect(errorOf(view(), newOrder(fields))).toBe('order_too_large');
  });

  test('is worth at least the minimum', () => {
    expect(errorOf(view(), newOrder({ quantityLots: 9 }))).toBe('notional_too_small');
    expect(errorOf(view(), newOrder({ quantityLots: 10 }))).toBeUndefined();
  });

  test.each([
    [9_000, undefined],
    [8_999, 'price_outside_band'],
    [11_000, undefined],
    [11_001, 'price_outside_band'],
  ])('at %d ticks around a reference of 10,000', (priceTicks, error) => {
    expect(errorOf(view(), newOrder({ priceTicks }))).toBe(error);
  });

  test('is refused at any price while no source gives one', () => {
    for (const priceTicks of [1, REFERENCE_TICKS, 1_000_000])
      expect(errorOf(view({ referenceTicks: null }), newOrder({ priceTicks }))).toBe(
        'market_reference_unknown',
      );
  });

  test('is refused when its owner has the maximum of open orders; the market maker is exempt', () => {
    const most = LIMITS.spot_open_orders_max;
    const full = view({ openOrdersHere: most });
    expect(errorOf(full, newOrder())).toBe('too_many_open_orders');
    expect(errorOf(full, newOrder({ ownerId: -1 }))).toBeUndefined();
    expect(errorOf(view({ openOrdersHere: most - 1 }), newOrder())).toBeUndefined();
  });

  test('is refused when its owner has the maximum of open orders over all markets', () => {
    const most = LIMITS.spot_open_orders_total_max;
    expect(errorOf(view({ openOrders: most }), newOrder())).toBe('too_many_open_orders');
    expect(errorOf(view({ openOrders: most - 1 }), newOrder())).toBeUndefined();
    expect(errorOf(view({ openOrders: most }), newOrder({ ownerId: -1 }))).toBeUndefined();
  });

  test('is refused when its level would exceed the maximum of lots', () => {
    const rich = { available: 10n ** 37n, bids: [10_000] };
    expect(errorOf(view(rich), newOrder({ quantityLots: MAX - 999 }))).toBe('order_too_large');
    expect(errorOf(view(rich), newOrder({ quantityLots: MAX - 1_000 }))).toBeUndefined();
  });

  test('is compared with the level of its own side: sells with sells', () => {
    const rich = { available: 10n ** 37n, asks: [10_000] };
    const sell = (quantityLots: number) => newOrder({ side: 'sell', quantityLots });
    expect(errorOf(view(rich), sell(MAX - 999))).toBe('order_too_large');
    expect(errorOf(view(rich), sell(MAX - 1_000))).toBeUndefined();
  });

  test('needs its frozen amount, to the unit', () => {
    expect(errorOf(view({ available: 100n * COIN }), newOrder())).toBeUndefined();
    expect(errorOf(view({ available: 100n * COIN - 1n }), newOrder())).toBe('insufficient_balance');
  });

  test('gets the earliest error of the catalog when several rules are broken', () => {
    const all = { priceTicks: 1, quantityLots: 1 };
    const poor = { available: 0n };
    expect(errorOf(view({ ...poor, rules: { status: 'halted' } }), newOrder(all))).toBe(
      'market_halted',
    );
    expect(errorOf(view(poor), newOrder(all))).toBe('notional_too_small');
    expect(errorOf(view(poor), newOrder({ priceTicks: 1, quantityLots: 1_000_000 }))).toBe(
      'price_outside_band',
    );
  });
});

describe('a market order', () => {
  const market = (fields: Parameters<typeof newOrder>[0]) =>
    newOrder({ kind: 'market', ...fields });

  test('is refused while no source gives a price', () => {
    const book = view({ referenceTicks: null, asks: [10_100], bids: [9_900] });
    for (const side of ['buy', 'sell'] as const)
      expect(errorOf(book, market({ side, quantityLots: 100 }))).toBe('market_reference_unknown');
  });

  test('finds no best price on an empty side', () => {
    expect(errorOf(view({ bids: [9_900] }), market({ side: 'buy' }))).toBe('no_best_price');
    expect(errorOf(view({ asks: [10_100] }), market({ side: 'sell' }))).toBe('no_best_price');
  });

  test('freezes the cost of its sweep, its amount, or its base units', () => {
    const book = view({ asks: [10_100, 10_200], bids: [9_900] });
    expect(reserveOf(book, market({ quantityLots: 1_500 }))).toBe(152n * COIN);
    expect(reserveOf(book, market({ amount: 50n * COIN }))).toBe(50n * COIN);
    expect(reserveOf(book, market({ side: 'sell', quantityLots: 500 }))).toBe(COIN / 2n);
  });

  test('freezes no more than the sweep reaches', () => {
    expect(reserveOf(view({ asks: [10_100] }), market({ quantityLots: 5_000 }))).toBe(101n * COIN);
    const beyond = view({ asks: [10_100, 11_001] });
    expect(reserveOf(beyond, market({ quantityLots: 5_000 }))).toBe(101n * COIN);
  });

  test('is worth at least the minimum by its sweep', () => {
    const book = view({ asks: [10_000] });
    expect(errorOf(book, market({ quantityLots: 9 }))).toBe('notional_too_small');
    expect(errorOf(book, market({ quantityLots: 10 }))).toBeUndefined();
    expect(errorOf(book, market({ amount: COIN - 1n }))).toBe('notional_too_small');
    expect(errorOf(book, market({ amount: 1n }))).toBe('notional_too_small');
  });

  test('is refused where the best price lies beyond the band', () => {
    expect(errorOf(view({ asks: [11_001] }), market({ quantityLots: 1_000 }))).toBe(
      'price_outside_band',
    );
    expect(errorOf(view({ bids: [8_999] }), market({ side: 'sell', quantityLots: 1_000 }))).toBe(
      'price_outside_band',
    );
  });

  test('that meets its own owner first is accepted, and left to the match', () => {
    expect(
      reserveOf(view({ asks: [10_000], restingOwner: 1 }), market({ amount: 50n * COIN })),
    ).toBe(50n * COIN);
  });

  test.each([
    ['lots', { quantityLots: MAX + 1 }],
    ['an amount', { amount: 10n ** 38n }],
  ])('is too large with %s beyond the maximum', (_, fields) => {
    expect(errorOf(view({ asks: [10_000] }), market(fields))).toBe('order_too_large');
  });

  test('needs its frozen amount, to the unit', () => {
    const rich = view({ asks: [10_000], available: 100n * COIN });
    expect(errorOf(rich, market({ quantityLots: 1_000 }))).toBeUndefined();
    const poor = view({ asks: [10_000], available: 100n * COIN - 1n });
    expect(errorOf(poor, market({ quantityLots: 1_000 }))).toBe('insufficient_balance');
  });
});

/** A thousand levels. @returns the lots of the previews that were made. */
function previewed(available: bigint, order: ReturnType<typeof newOrder>) {
  const asks = Array.from({ length: 1_000 }, (_, n) => 10_000 + n);
  const bids = Array.from({ length: 900 }, (_, n) => 9_999 - n);
  const own = view({ asks, bids, available });
  const seen: number[] = [];
  const engine = {
    ...own.engine,
    bestPrice: own.engine.bestPrice.bind(own.engine),
    lotsAt: own.engine.lotsAt.bind(own.engine),
    preview: (...args: Parameters<typeof own.engine.preview>) => {
      const taken = own.engine.preview(...args);
      seen.push(taken.lots);
      return taken;
    },
  };
  return { error: errorOf({ ...own, engine }, order), lots: seen };
}

describe('the preview of a market order', () => {
  const whole = { kind: 'market', priceTicks: null, quantityLots: 1_000_000 } as const;

  test('of an account without money ends at the least value of an order', () => {
    for (const side of ['buy', 'sell'] as const)
      expect(previewed(0n, newOrder({ ...whole, side }))).toEqual({
        error: 'insufficient_balance',
        lots: [1_000],
      });
  });

  test('of a buy ends at what its owner can pay', () => {
    expect(previewed(250n * COIN, newOrder(whole))).toEqual({
      error: 'insufficient_balance',
      lots: [3_000],
    });
    expect(previewed(10n ** 9n * COIN, newOrder(whole))).toEqual({
      error: undefined,
      lots: [1_000_000],
    });
  });
});
