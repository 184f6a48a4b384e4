/** An order that meets very many others: in steps, whole for its owner, in turn for its market. */
import { beforeEach, describe, expect, test } from 'vitest';
import { replayOrder } from '../../../server/areas/spot/order-lifecycle.ts';
import type { CommittedBatch, SpotDeal } from '../../../server/areas/spot/spot-events.ts';
import { faultsOfStore, faultsOfView } from '../../support/spot/spot-invariants.ts';
import {
  buy,
  LOTS,
  openWithSells,
  SCALES,
  SELLS,
  TRADERS,
} from '../../support/spot/large-orders.ts';
import {
  BTC_USDT,
  COIN,
  newOrder,
  NOW,
  openTestExchange,
} from '../../support/spot/spot-exchange.ts';
import type { TestExchange } from '../../support/spot/spot-exchange.ts';
import { eventually } from '../../support/eventually.ts';

const { ANN, BOB, CAT, SELLER } = TRADERS;

let here: TestExchange;
let batches: CommittedBatch[];
beforeEach(async () => {
  ({ here, batches } = await openWithSells());
});

const dealsOf = (batch: CommittedBatch): number => batch.deals.length;

describe('an order that takes very many', () => {
  test.each([
    ['a limit order', buy(), SELLS],
    ['a market order by quantity', buy({ kind: 'market', priceTicks: null }), SELLS],
    [
      'a market order by amount',
      buy({ kind: 'market', priceTicks: null, quantityLots: null, amount: 590n * COIN }),
      590,
    ],
  ])(
    '%s gets one answer with all trades, over several bounded batches',
    async (_, order, trades) => {
      const answer = await here.exchange.place(order);

      expect(answer).toMatchObject({ ok: true, value: { state: 'executed' } });
      const counts = batches.map(dealsOf);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(trades);
      expect(counts.length).toBeGreaterThan(2);
      expect(Math.max(...counts)).toBeLessThanOrEqual(256);
      const prices = batches.flatMap(({ deals }) => deals.map(({ priceTicks }) => priceTicks));
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      expect(faultsOfStore(here.store, here.exchange.markets)).toEqual([]);
      expect(await faultsOfView(here.exchange, here.store)).toEqual([]);
    },
  );

  test.each([
    ['a limit order', buy()],
    ['a market order by quantity', buy({ kind: 'market', priceTicks: null })],
  ])('%s equals its replay after every commit', async (_, order) => {
    const faults: string[] = [];
    const deals: SpotDeal[] = [];
    let states = 0;
    here.exchange.subscribe((batch) => {
      deals.push(...batch.deals);
      for (const own of batch.orders.filter(({ ownerId }) => ownerId === ANN)) {
        states += 1;
        faults.push(...replayOrder({ order: own, deals: [...deals], market: SCALES }).faults);
      }
    });
    await here.exchange.place(order);
    expect(states).toBeGreaterThan(2);
    expect(faults).toEqual([]);
  });

  test('rests with what is left, once', async () => {
    const answer = await here.exchange.place(buy({ quantityLots: SELLS * LOTS + 7 }));

    expect(answer).toMatchObject({
      ok: true,
      value: { state: 'paid', executedLots: SELLS * LOTS },
    });
    expect(here.exchange.depth(1)).toEqual({
      bids: [{ priceTicks: 10_010, quantityLots: 7 }],
      asks: [],
    });
    expect(here.exchange.openOrders(ANN)).toHaveLength(1);
  });

  test('stops at an order of its own owner in a later step', async () => {
    await here.exchange.place(
      newOrder({ ownerId: ANN, side: 'sell', quantityLots: 20, priceTicks: 10_003 }),
    );
    const answer = await here.exchange.place(buy({ quantityLots: SELLS * LOTS + 5 }));

    expect(answer).toMatchObject({
      ok: true,
      value: { state: 'cancelled', endReason: 'self_trade', executedLots: SELLS * LOTS },
    });
  });

  test('leaves the turn of the loop to others between its steps', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    const placing = here.exchange.place(buy());
    setImmediate(count);
    await placing;
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(Math.floor(SELLS / 128));
  });
});

describe('until it is done, its market', () => {
  test('lets no other order take its quantity, and other markets trade', async () => {
    const first = here.exchange.place(buy());
    const second = here.exchange.place(
      buy({ ownerId: BOB, kind: 'market', priceTicks: null, quantityLots: 10 }),
    );
    const elsewhere = here.exchange.place(newOrder({ ownerId: CAT, marketId: 2 }));
    const answered: string[] = [];
    void first.then(() => answered.push('first'));
    void elsewhere.then(() => answered.push('elsewhere'));
    expect(await elsewhere).toMatchObject({ ok: true });
    expect(await first).toMatchObject({ ok: true, value: { executedLots: SELLS * LOTS } });
    expect(await second).toMatchObject({ ok: false, error: 'no_best_price' });
    expect(answered).toEqual(['elsewhere', 'first']);
  });

  test('dates no later trade before an order of another market', async () => {
    const placing = here.exchange.place(buy());
    const elsewhere = here.exchange.place(newOrder({ ownerId: CAT, marketId: 2, now: NOW + 5 }));
    expect(await elsewhere).toMatchObject({ ok: true });
    expect(await placing).toMatchObject({ ok: true });
    expect(batches.flatMap(({ deals }) => deals.map(({ atMs }) => atMs)).at(-1)).toBe(NOW + 5);
  });

  test('takes commands in the order in which they came', async () => {
    const placing = here.exchange.place(buy({ quantityLots: (SELLS - 1) * LOTS }));
    const [bob, cat] = [BOB, CAT].map((ownerId) =>
      here.exchange.place(buy({ ownerId, quantityLots: LOTS })),
    );
    await placing;
    expect(await bob).toMatchObject({ ok: true, value: { state: 'executed' } });
    expect(await cat).toMatchObject({ ok: true, value: { state: 'paid' } });
  });

  test('lets a resting order be canceled only afterwards, and the order itself', async () => {
    const placing = here.exchange.place(buy({ quantityLots: SELLS * LOTS + 7 }));
    const request = { requestId: 'cancel', now: NOW };
    const sold = here.exchange.cancel({ ...request, ownerId: SELLER, orderId: SELLS });
    const own = here.exchange.cancel({ ...request, ownerId: ANN, orderId: SELLS + 1 });
    expect(await placing).toMatchObject({ ok: true, value: { executedLots: SELLS * LOTS } });
    expect(await sold).toMatchObject({ ok: false, error: 'order_not_open' });
    expect(await own).toMatchObject({
      ok: true,
      value: { endReason: 'owner', executedLots: SELLS * LOTS },
    });
  });

  test('answers the same key with the same order', async () => {
    const order = buy({ idempotencyKey: 'key-of-a-large-order' });
    const [first, again] = await Promise.all([
      here.exchange.place(order),
      here.exchange.place(order),
    ]);
    expect(first).toMatchObject({ ok: true, value: { state: 'executed' } });
    expect(again).toEqual(first);
  });
});

test('closing the orders of a market ends all of them in bounded batches', async () => {
  const closed = await here.exchange.closeOrders({ marketId: 1, requestId: 'close', now: NOW });

  expect(closed).toMatchObject({ ok: true, value: { length: SELLS } });
  expect(batches.length).toBeGreaterThan(2);
  expect(here.exchange.depth(1).asks).toEqual([]);
  expect(faultsOfStore(here.store, here.exchange.markets)).toEqual([]);
});

test('a stop lets it be done', async () => {
  const placing = here.exchange.place(buy());
  await new Promise((resolve) => setImmediate(resolve));
  await here.exchange.close();
  expect(await placing).toMatchObject({ ok: true, value: { state: 'executed' } });
  expect(here.store.isClosed).toBe(true);
});

type OpenArgs = Parameters<typeof openTestExchange>;

/** Places the order, and lets the store take only its first batch. */
async function interrupted(
  order: ReturnType<typeof buy>,
  markets?: OpenArgs[1],
  start?: OpenArgs[4],
): Promise<TestExchange> {
  const { commit } = here.store;
  let taken = 0;
  here.store.commit = async (batch) => {
    taken += 1;
    if (taken > 1) return new Promise(() => {});
    return commit.call(here.store, batch);
  };
  void here.exchange.place(order);
  // Two commits are under way, and no later one is begun.
  await eventually(() => expect(taken).toBe(3));
  here.store.commit = commit;
  return openTestExchange(here.store, markets, undefined, undefined, start);
}

describe('a server that ends between two steps', () => {
  test.each([
    ['a limit order', buy({ quantityLots: SELLS * LOTS + 7 }), { state: 'paid' }],
    [
      'a market order by quantity',
      buy({ kind: 'market', priceTicks: null }),
      { state: 'executed' },
    ],
    [
      'a market order by amount',
      buy({ kind: 'market', priceTicks: null, quantityLots: null, amount: 500n * COIN }),
      { state: 'executed' },
    ],
  ])('is followed by one that goes on with %s', async (_, order, end) => {
    const next = await interrupted(order);
    const id = SELLS + 1;

    await eventually(() => expect(next.store.orders.get(id)).toMatchObject(end));
    // A command on the market comes after the rest of the order.
    const later = await next.exchange.place(newOrder({ ownerId: BOB, priceTicks: 9_500 }));

    expect(later).toMatchObject({ ok: true, value: { state: 'paid' } });
    expect(next.fatal).toEqual([]);
    expect(faultsOfStore(next.store, next.exchange.markets)).toEqual([]);
    expect(await faultsOfView(next.exchange, next.store)).toEqual([]);
  });

  test('and in a market that is halted at the next start the rest ends without a trade', async () => {
    const next = await interrupted(buy({ quantityLots: SELLS * LOTS + 7 }), [
      { ...BTC_USDT, status: 'halted' },
    ]);
    const trades = next.store.deals.length;
    await eventually(() =>
      expect(next.store.orders.get(SELLS + 1)).toMatchObject({
        state: 'cancelled',
        endReason: 'operator',
        reserved: 0n,
      }),
    );
    expect(next.store.deals.length).toBe(trades);
  });

  test('and its trades have the time at which they happen', async () => {
    const next = await interrupted(buy());
    next.clock.time = NOW + 3_600_000;
    await eventually(() => expect(next.store.orders.get(SELLS + 1)?.state).toBe('executed'));
    const times = next.store.deals.map(({ atMs }) => atMs);
    expect([...new Set(times)]).toEqual([NOW, NOW + 3_600_000]);
  });

  test('and without a reference price the rest of a market order ends', async () => {
    const next = await interrupted(buy({ kind: 'market', priceTicks: null }));
    next.reference.ticks = null;

    await eventually(() =>
      expect(next.store.orders.get(SELLS + 1)).toMatchObject({
        state: 'cancelled',
        endReason: 'price_band',
        reserved: 0n,
      }),
    );
  });

  const withoutPrice = (start: OpenArgs[4] = {}) =>
    interrupted(buy(), undefined, { ticks: null, ...start });

  test('and waits for the first reference price of the next start', async () => {
    const next = await withoutPrice();
    const elsewhere = await next.exchange.place(newOrder({ ownerId: CAT, marketId: 2 }));
    expect(elsewhere).toMatchObject({ ok: false, error: 'market_reference_unknown' });
    expect(next.store.orders.get(SELLS + 1)?.state).toBe('paid');
    next.reference.ticks = 10_000;
    await eventually(() => expect(next.store.orders.get(SELLS + 1)?.state).toBe('executed'));
    expect(faultsOfStore(next.store, next.exchange.markets)).toEqual([]);
  });

  test('and ends the rest when no reference price comes in time', async () => {
    const next = await withoutPrice({ referenceMsMax: 100 });
    await eventually(() =>
      expect(next.store.orders.get(SELLS + 1)).toMatchObject({ endReason: 'price_band' }),
    );
  });

  test('and a stop before the first reference price leaves the rest to a later start', async () => {
    const next = await withoutPrice();
    await next.exchange.close();
    expect(next.store.orders.get(SELLS + 1)?.state).toBe('paid');
  });
});
