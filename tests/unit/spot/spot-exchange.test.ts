/** The writer's promises: their resolution, the result of repetitions, and the end. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { CommittedBatch } from '../../../server/areas/spot/spot-events.ts';
import {
  BTC_USDT,
  fund,
  newOrder,
  NOW,
  openTestExchange,
  turnOfTheLoop,
  watch,
} from '../../support/spot/spot-exchange.ts';
import type { TestExchange } from '../../support/spot/spot-exchange.ts';
import { eventually } from '../../support/eventually.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

const ANN = 1;
const BOB = 2;
const KEY = 'key-of-the-first-order';

async function open(): Promise<TestExchange> {
  const scene = openTestExchange();
  await fund(scene, [ANN, BOB]);
  return scene;
}

describe('a command', () => {
  test('is answered after its commit, and readers see it then', async () => {
    const { exchange, store } = await open();
    const release = store.hold();
    const placing = exchange.place(newOrder());
    const seen = watch(placing);
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(seen.value).toBeUndefined();
    expect(exchange.openOrders(ANN)).toEqual([]);
    expect(exchange.depth(1).bids).toEqual([]);
    release();
    expect(await placing).toMatchObject({ ok: true, value: { state: 'paid' } });
    expect(exchange.openOrders(ANN)).toHaveLength(1);
    expect(exchange.depth(1).bids).toEqual([{ priceTicks: 10_000, quantityLots: 1_000 }]);
  });

  test('is refused only when the facts behind the refusal are durable', async () => {
    const { exchange, store } = await open();
    const release = store.hold();
    const all = exchange.place(newOrder({ quantityLots: 10_000 }));
    const refused = exchange.place(newOrder());
    const seen = watch(refused);
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(seen.value).toBeUndefined();
    release();
    expect(await refused).toMatchObject({ ok: false, error: 'insufficient_balance' });
    expect((await all).ok).toBe(true);
  });

  test('that comes during a commit waits for the next one, with all others', async () => {
    const { exchange, store } = await open();
    const release = store.hold();
    const first = exchange.place(newOrder({ quantityLots: 100 }));
    await turnOfTheLoop();
    await turnOfTheLoop();
    const others = [1, 2, 3].map(() => exchange.place(newOrder({ quantityLots: 100 })));
    release();
    await Promise.all([first, ...others]);
    expect(store.batches.slice(-2).map((ids) => ids.length)).toEqual([1, 3]);
  });

  test('shares its commit with at most 511 others', async () => {
    const { exchange, store } = await open();
    await fund({ exchange }, [ANN], 1_000_000n);
    const before = store.batches.length;
    const owners = Array.from({ length: 600 }, (_, n) => (n % 2 === 0 ? ANN : -1));
    const orders = owners.map((ownerId, n) =>
      exchange.place(newOrder({ ownerId, marketId: 1 + (n % 2), quantityLots: 10 })),
    );
    await Promise.all(orders);
    const sizes = store.batches.slice(before).map((ids) => ids.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(512);
  });
});

describe('the same key', () => {
  test('a hundred times is one order', async () => {
    const { exchange, store } = await open();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => exchange.place(newOrder({ idempotencyKey: KEY }))),
    );
    const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.error)));
    expect(ids.size).toBe(1);
    expect(store.orders.size).toBe(1);
    expect(store.keyReads).toBe(1);
  });

  test('gets the first order in its current state', async () => {
    const { exchange } = await open();
    const order = newOrder({ idempotencyKey: KEY });
    await exchange.place(order);
    await exchange.place(newOrder({ ownerId: BOB, side: 'sell' }));
    expect(await exchange.place(order)).toMatchObject({ ok: true, value: { state: 'executed' } });
  });

  test('is not answered before the first order is durable', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder({ idempotencyKey: 'another-key-of-hers' }));
    const release = store.hold();
    const first = exchange.place(newOrder({ idempotencyKey: KEY }));
    const again = watch(exchange.place(newOrder({ idempotencyKey: KEY })));
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(again.value).toBeUndefined();
    release();
    const { ok } = await first;
    await eventually(() => expect(again.value).toMatchObject({ ok }));
  });

  test.each([
    ['price', { priceTicks: 10_001 }],
    ['quantity', { quantityLots: 999 }],
    ['side', { side: 'sell' as const }],
    ['market', { marketId: 2 }],
  ])('with another %s is refused', async (_, change) => {
    const { exchange, store } = await open();
    await exchange.place(newOrder({ idempotencyKey: KEY }));
    const other = await exchange.place(newOrder({ idempotencyKey: KEY, ...change }));
    expect(other).toMatchObject({ ok: false, error: 'idempotency_key_reused' });
    expect(store.orders.size).toBe(1);
  });

  test('of another user is another order', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder({ idempotencyKey: KEY }));
    await exchange.place(newOrder({ idempotencyKey: KEY, ownerId: BOB }));
    expect(store.orders.size).toBe(2);
  });

  test('is recognized by the next server, for 24 hours', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder({ idempotencyKey: KEY }));
    const next = openTestExchange(store).exchange;
    const later = (ms: number) => newOrder({ idempotencyKey: KEY, now: NOW + ms });
    await next.place(later(LIMITS.idempotency_key_valid_ms - 1));
    expect(store.orders.size).toBe(1);
    await next.place(later(LIMITS.idempotency_key_valid_ms));
    expect(store.orders.size).toBe(2);
  });

  test('may be used again after a refusal', async () => {
    const { exchange } = await open();
    const poor = newOrder({ idempotencyKey: KEY, ownerId: 3 });
    expect(await exchange.place(poor)).toMatchObject({ error: 'insufficient_balance' });
    await fund({ exchange }, [3]);
    expect(await exchange.place(poor)).toMatchObject({ ok: true });
  });
});

describe('cancelling', () => {
  const request = { ownerId: ANN, requestId: 'cancel', now: NOW };

  test('an order of another user, or none, is not found, and takes as long', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder({ ownerId: BOB }));
    await exchange.place(newOrder({ ownerId: BOB }));
    await exchange.cancel({ ...request, ownerId: BOB, orderId: 2 });
    for (const orderId of [1, 2, 4_711])
      expect(await exchange.cancel({ ...request, orderId })).toMatchObject({
        error: 'order_not_found',
      });
    expect(store.orderReads).toEqual([1, 2, 4_711]);
  });

  test('twice finds it closed, without reading the database', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder());
    expect(await exchange.cancel({ ...request, orderId: 1 })).toMatchObject({ ok: true });
    expect(await exchange.cancel({ ...request, orderId: 1 })).toMatchObject({
      error: 'order_not_open',
    });
    expect(store.orderReads).toEqual([]);
  });

  test('an order that ended before a start finds it closed', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder());
    await exchange.cancel({ ...request, orderId: 1 });
    const next = openTestExchange(store).exchange;
    expect(await next.cancel({ ...request, orderId: 1 })).toMatchObject({
      error: 'order_not_open',
    });
    expect(store.orderReads).toEqual([1]);
  });

  test('all cancels the orders of that market and user, and no others', async () => {
    const { exchange } = await open();
    const small = { quantityLots: 100 };
    await exchange.place(newOrder(small));
    await exchange.place(newOrder({ ...small, ownerId: BOB }));
    await exchange.place(newOrder({ ...small, marketId: 2 }));
    await exchange.place(newOrder({ ...small, side: 'sell', priceTicks: 10_500 }));
    expect(await exchange.cancelAll({ ...request, marketId: 1 })).toEqual({
      ok: true,
      value: [1, 4],
    });
    expect(exchange.openOrders(ANN).map(({ id }) => id)).toEqual([3]);
    expect(exchange.openOrders(BOB)).toHaveLength(1);
    expect(await exchange.cancelAll({ ...request, marketId: 1 })).toEqual({ ok: true, value: [] });
    expect(await exchange.cancelAll({ ...request, marketId: 77 })).toMatchObject({
      error: 'market_not_found',
    });
  });
});

describe('the status of a market', () => {
  test('cancel_only takes no new orders and allows cancellations; halted allows neither', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder());
    const cancel = { ownerId: ANN, requestId: 'cancel', now: NOW };
    await exchange.setStatus(1, 'halted');
    expect(store.statuses.get(1)).toBe('halted');
    expect(await exchange.place(newOrder())).toMatchObject({ error: 'market_halted' });
    expect(await exchange.cancel({ ...cancel, orderId: 1 })).toMatchObject({
      error: 'market_halted',
    });
    expect(await exchange.cancelAll({ ...cancel, marketId: 1 })).toMatchObject({
      error: 'market_halted',
    });
    await exchange.setStatus(1, 'cancel_only');
    expect(await exchange.place(newOrder())).toMatchObject({ error: 'market_cancel_only' });
    expect(await exchange.cancel({ ...cancel, orderId: 1 })).toMatchObject({ ok: true });
    expect(exchange.markets.get(1)?.status).toBe('cancel_only');
    expect(exchange.markets.get(2)?.status).toBe('trading');
  });
});

test('the last of two statuses is the stored one', async () => {
  const { exchange, store } = await open();
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
  const storing = store.setStatus.bind(store);
  vi.spyOn(store, 'setStatus').mockImplementationOnce(async (...status) => {
    await slow;
    return storing(...status);
  });
  const both = [exchange.setStatus(1, 'cancel_only'), exchange.setStatus(1, 'halted')];
  await turnOfTheLoop();
  goOn();
  await Promise.all(both);
  expect(exchange.markets.get(1)?.status).toBe('halted');
  expect(store.statuses.get(1)).toBe('halted');
});

describe('trading ends', () => {
  test('when another writer has taken over: no more answers are sent', async () => {
    const { exchange, store, fatal } = await open();
    store.isFenced = true;
    const placing = watch(exchange.place(newOrder()));
    await eventually(() => expect(fatal).toHaveLength(1));
    expect(await exchange.place(newOrder())).toMatchObject({ error: 'service_unavailable' });
    expect(placing.value).toBeUndefined();
    expect(store.orders.size).toBe(0);
    expect(exchange.openOrders(ANN)).toEqual([]);
  });

  test('when it is unknown whether a commit is written', async () => {
    const { exchange, store, fatal } = await open();
    store.failure = new Error('Connection terminated unexpectedly');
    const placing = watch(exchange.place(newOrder()));
    await eventually(() => expect(fatal).toEqual(['a commit of spot orders failed']));
    expect(placing.value).toBeUndefined();
  });
});

test('a stop commits the accepted commands, and takes no more', async () => {
  const { exchange, store } = await open();
  const release = store.hold();
  const placing = exchange.place(newOrder());
  const closing = exchange.close();
  expect(await exchange.place(newOrder())).toMatchObject({ error: 'service_unavailable' });
  expect(store.isClosed).toBe(false);
  release();
  await closing;
  expect(await placing).toMatchObject({ ok: true });
  expect(store.isClosed).toBe(true);
});

test('a stop commits all accepted commands, even when no more would be taken', async () => {
  const { exchange, store } = await open();
  await fund({ exchange }, [-1], 1_000_000n);
  const release = store.hold();
  const answers: ReturnType<typeof exchange.place>[] = [];
  const refused = watch(
    (async () => {
      for (;;) {
        const placing = exchange.place(newOrder({ ownerId: -1, quantityLots: 10 }));
        answers.push(placing);
        const first = await Promise.race([placing, turnOfTheLoop()]);
        if (first !== undefined) return first;
      }
    })(),
  );
  await eventually(() => expect(refused.value).toBeDefined());
  const closing = exchange.close();
  await turnOfTheLoop();
  expect(store.isClosed).toBe(false);
  release();
  await closing;
  const taken = await Promise.all(answers);
  expect(taken.filter(({ ok }) => ok)).toHaveLength(store.orders.size);
  expect(taken.filter(({ ok }) => !ok)).toHaveLength(1);
});

describe('the turn to write', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is checked without orders', async () => {
    const { exchange, store, fatal } = openTestExchange();
    exchange.watchTurn(silentJobs());
    store.isFenced = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fatal).toEqual(['another server has taken over the spot markets']);
  });

  test('may be unknown for a moment, but not for long', async () => {
    const { exchange, store, fatal } = openTestExchange();
    exchange.watchTurn(silentJobs());
    store.failure = new Error('Connection terminated unexpectedly');
    await vi.advanceTimersByTimeAsync(4_000);
    store.failure = undefined;
    await vi.advanceTimersByTimeAsync(2_000);
    store.failure = new Error('Connection terminated unexpectedly');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(fatal).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fatal).toEqual(['the spot writer cannot be checked']);
  });
});

test('listeners are notified of each commit in order, once it is durable', async () => {
  const { exchange, store } = await open();
  await fund({ exchange }, [-1]);
  const heard: CommittedBatch[] = [];
  const failing = exchange.subscribe(() => {
    throw new Error('a listener that fails');
  });
  const end = exchange.subscribe((batch) => heard.push(batch));
  await exchange.place(newOrder({ ownerId: -1 }));
  await exchange.place(newOrder({ ownerId: BOB, side: 'sell', quantityLots: 400 }));
  expect(heard).toHaveLength(2);
  // Balances of the market maker are not published.
  expect(heard[0]?.balances).toEqual([]);
  expect(heard[1]).toMatchObject({
    deals: [{ takerOwnerId: BOB, makerOwnerId: -1, quantityLots: 400 }],
    orders: [{ id: 1 }, { id: 2 }],
    levels: new Map([[1, [{ side: 'buy', priceTicks: 10_000, quantityLots: 600 }]]]),
  });
  expect(heard[1]?.balances.map(({ ownerId }) => ownerId)).toEqual([BOB, BOB]);
  expect(store.batches.at(-1)).toEqual([1, 2]);
  end();
  failing();
  await exchange.place(newOrder({ ownerId: BOB }));
  expect(heard).toHaveLength(2);
});

test('an unknown market is not found', async () => {
  const { exchange } = await open();
  expect(await exchange.place(newOrder({ marketId: BTC_USDT.id + 76 }))).toMatchObject({
    error: 'market_not_found',
  });
});
