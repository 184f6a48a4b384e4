/** Faults of the writer: acts that it must not do after a failure, or before a commit is durable. */
import { describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import {
  BTC_USDT,
  COIN,
  fund,
  newOrder,
  NOW,
  openTestExchange,
  turnOfTheLoop,
  USDT,
  watch,
} from '../../support/spot/spot-exchange.ts';
import { SpotStoreInMemory } from '../../support/spot/spot-store-in-memory.ts';

const [ANN, BOB] = [1, 2];
const request = { ownerId: ANN, requestId: 'request', now: NOW };

/** An exchange whose engine fails after it has matched an order of more than 5 BTC. */
async function breakable() {
  const createEngine: typeof createMatchingEngine = () => {
    const engine = createMatchingEngine();
    const begin = engine.begin.bind(engine);
    engine.begin = (order, fillsMax) => {
      const outcome = begin(order, fillsMax);
      if ((order.quantityLots ?? 0) > 5_000) throw new Error('broken half way');
      return outcome;
    };
    return engine;
  };
  const scene = openTestExchange(new SpotStoreInMemory(), [BTC_USDT], createEngine);
  await fund(scene, [ANN, BOB]);
  return scene;
}

describe('a command that fails half way', () => {
  test('ends trading: nothing that came after the last commit is written', async () => {
    const { exchange, store, fatal } = await breakable();
    const release = store.hold();
    const committed = exchange.place(newOrder({ quantityLots: 100 }));
    await turnOfTheLoop();
    await turnOfTheLoop();
    const waiting = watch(exchange.place(newOrder({ quantityLots: 200 })));
    const before = store.batches.length;

    await expect(exchange.place(newOrder({ quantityLots: 6_000 }))).rejects.toThrow('half way');
    expect(fatal).toEqual(['a spot command broke a rule']);
    release();
    await committed;
    for (let turn = 0; turn < 5; turn += 1) await turnOfTheLoop();

    expect(store.batches.length).toBe(before + 1);
    expect(waiting.value).toBeUndefined();
    expect(await exchange.place(newOrder())).toMatchObject({ error: 'service_unavailable' });
  });
});

/** A trade that has ended an order of Ann, and is not durable until `release`. */
async function tradeUnderWay() {
  const scene = openTestExchange();
  await fund(scene, [ANN, BOB]);
  const { exchange, store } = scene;
  await exchange.place(newOrder());
  const release = store.hold();
  const trade = exchange.place(newOrder({ ownerId: BOB, side: 'sell' }));
  return { exchange, release, trade };
}

describe('a refusal waits for what it rests on', () => {
  test('of a cancel, because the trade that ended the order is not durable yet', async () => {
    const { exchange, release, trade } = await tradeUnderWay();
    const refused = watch(exchange.cancel({ ...request, orderId: 1 }));
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(refused.value).toBeUndefined();
    release();
    await trade;
    await turnOfTheLoop();
    expect(refused.value).toMatchObject({ error: 'order_not_open' });
  });

  test('of all orders, because none of them is open any more', async () => {
    const { exchange, release, trade } = await tradeUnderWay();
    const none = watch(exchange.cancelAll({ ...request, marketId: 1 }));
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(none.value).toBeUndefined();
    release();
    await trade;
    await turnOfTheLoop();
    expect(none.value).toEqual({ ok: true, value: [] });
  });
});

test.each(['keys', 'accounts'] as const)(
  'a writer that closed while the %s of an owner were read takes the order no more',
  async (what) => {
    const first = openTestExchange();
    await fund(first, [ANN]);
    const { exchange, store } = openTestExchange(first.store);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { keysOf, balancesOf } = store;
    if (what === 'keys')
      store.keysOf = async (...asked) => {
        await held;
        return keysOf.apply(store, asked);
      };
    else
      store.balancesOf = async (asked) => {
        await held;
        return balancesOf.call(store, asked);
      };
    const placing = exchange.place(newOrder({ idempotencyKey: 'key-of-a-late-order' }));
    await turnOfTheLoop();
    await exchange.close();
    release();
    expect(await placing).toMatchObject({ ok: false, error: 'service_unavailable' });
    expect(store.orders.size).toBe(0);
  },
);

describe('accounts', () => {
  test('are read with the first command of their owner, once, and not at the start', async () => {
    const first = openTestExchange();
    await fund(first, [ANN, BOB]);
    await first.exchange.place(newOrder({ ownerId: BOB }));
    const { exchange, store } = openTestExchange(first.store);
    store.ownerReads.length = 0;

    await Promise.all([
      exchange.place(newOrder()),
      exchange.place(newOrder()),
      exchange.place(newOrder({ ownerId: BOB })),
    ]);
    await exchange.place(newOrder());

    expect(store.ownerReads).toEqual([ANN]);
    expect(exchange.openOrders(ANN)).toHaveLength(3);
    // The owner of an open order is in the start's own read.
    expect(exchange.balances(BOB)).toHaveLength(3);
  });

  test('are as the last commit left them, for every reader and every command', async () => {
    const first = openTestExchange();
    await fund(first, [ANN]);
    const { exchange } = openTestExchange(first.store);
    expect(() => exchange.balances(ANN)).toThrow('loaded');

    const amount = units(5n * COIN);
    const [seen] = await Promise.all([
      exchange.loadBalances(ANN),
      exchange.grant({ ...request, currencyId: USDT, amount }),
    ]);

    expect(seen.find(({ currencyId }) => currencyId === USDT)).toMatchObject({
      available: 1_000n * COIN,
    });
    expect(exchange.balances(ANN).find(({ currencyId }) => currencyId === USDT)).toMatchObject({
      available: 1_005n * COIN,
    });
  });
});
