/** The limits of the writer, and the orders that an operator may end. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
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

const ANN = 1;
const BOB = 2;

async function open(): Promise<TestExchange> {
  const scene = openTestExchange();
  await fund(scene, [ANN, BOB]);
  return scene;
}

test('open orders count over all markets until they end', async () => {
  const most = LIMITS.spot_open_orders_total_max;
  const marketIds = Array.from({ length: most / LIMITS.spot_open_orders_max + 1 }, (_, n) => n + 1);
  const scene = openTestExchange(
    undefined,
    marketIds.map((id) => ({ ...BTC_USDT, id })),
  );
  const { exchange } = scene;
  await fund(scene, [ANN, BOB], 1_000_000n);
  const last = marketIds.length;
  const small = { quantityLots: 20 };
  const inLast = () => exchange.place(newOrder({ ...small, marketId: last }));
  const orders = Array.from({ length: most }, (_, n) =>
    exchange.place(newOrder({ ...small, marketId: 1 + Math.floor((n * (last - 1)) / most) })),
  );
  for (const order of await Promise.all(orders)) expect(order.ok).toBe(true);

  expect(await inLast()).toMatchObject({ error: 'too_many_open_orders' });
  await exchange.place(newOrder({ ...small, ownerId: BOB, side: 'sell', marketId: 1 }));
  expect(await inLast()).toMatchObject({ ok: true });
  expect(await inLast()).toMatchObject({ error: 'too_many_open_orders' });
  await exchange.cancelAll({ ownerId: ANN, marketId: 2, requestId: 'all', now: NOW });
  expect(await inLast()).toMatchObject({ ok: true });
});

describe('the operator', () => {
  test('cancels every open order of a market, even of a halted one, and of no other', async () => {
    const { exchange, store } = await open();
    await exchange.place(newOrder());
    await exchange.place(newOrder({ ownerId: BOB, priceTicks: 9_900 }));
    await exchange.place(newOrder({ ownerId: BOB, marketId: 2 }));
    await exchange.setStatus(1, 'halted');
    const request = { requestId: 'close', now: NOW + 1 };

    expect(await exchange.closeOrders({ ...request, marketId: 1 })).toEqual({
      ok: true,
      value: [1, 2],
    });

    expect(store.orders.get(1)).toMatchObject({ state: 'cancelled', endReason: 'operator' });
    expect(store.orders.get(2)).toMatchObject({ endReason: 'operator', updatedAtMs: NOW + 1 });
    expect(exchange.openOrders(BOB).map(({ id }) => id)).toEqual([3]);
    expect(exchange.depth(1).bids).toEqual([]);
    for (const { frozen, currencyId } of exchange.balances(ANN))
      expect([currencyId, frozen]).toEqual([currencyId, 0n]);
    expect(await exchange.closeOrders({ ...request, marketId: 4711 })).toMatchObject({
      error: 'market_not_found',
    });
  });
});

test('a cancellation is accepted when orders come faster than they are committed', async () => {
  const { exchange, store } = await open();
  await fund({ exchange }, [-1], 1_000_000n);
  const placed = await exchange.place(newOrder());
  const orderId = placed.ok ? placed.value.id : 0;
  const release = store.hold();
  const refused = watch(
    (async () => {
      for (;;) {
        const placing = exchange.place(newOrder({ ownerId: -1, quantityLots: 10 }));
        const first = await Promise.race([placing, turnOfTheLoop()]);
        if (first !== undefined) return first;
      }
    })(),
  );
  await eventually(() => expect(refused.value).toBeDefined());
  expect(refused.value).toMatchObject({ error: 'service_unavailable' });
  const cancelling = exchange.cancel({ ownerId: ANN, orderId, requestId: 'out', now: NOW });
  release();
  expect(await cancelling).toMatchObject({ ok: true, value: { endReason: 'owner' } });
});
