/** Times of the writer never decrease, although an order may arrive late. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { SpotDeal } from '../../../server/areas/spot/spot-events.ts';
import { fund, newOrder, NOW, openTestExchange } from '../../support/spot/spot-exchange.ts';

const ANN = 1;
const BOB = 2;

/** Ann buys; Bob's order, which sells her a part of it, reached the exchange `lateMs` after its time. */
async function dealAfter(lateMs: number) {
  const scene = openTestExchange();
  await fund(scene, [ANN, BOB]);
  const deals: SpotDeal[] = [];
  scene.exchange.subscribe((batch) => void deals.push(...batch.deals));
  await scene.exchange.place(newOrder({ ownerId: ANN, quantityLots: 500 }));
  const sale = { ownerId: BOB, side: 'sell', quantityLots: 200, now: NOW - lateMs } as const;
  await scene.exchange.place(newOrder(sale));
  return { ...scene, deals };
}

test.each([1, MINUTE_MS])(
  'a trade of an order that is %d ms late is not dated before earlier ones',
  async (lateMs) => {
    const { deals, store, exchange } = await dealAfter(lateMs);
    expect(deals).toMatchObject([{ atMs: NOW }]);
    expect(store.orders.get(1)).toMatchObject({ createdAtMs: NOW, updatedAtMs: NOW });
    expect(store.orders.get(2)).toMatchObject({ createdAtMs: NOW, updatedAtMs: NOW });
    const request = { ownerId: ANN, requestId: 'cancel', now: NOW - lateMs };
    await exchange.cancel({ ...request, orderId: 1 });
    expect(store.orders.get(1)).toMatchObject({ state: 'cancelled', updatedAtMs: NOW });
  },
);

test('after the clock was set back further, times are those of the clock', async () => {
  const { deals, store } = await dealAfter(MINUTE_MS + 1);
  expect(deals).toMatchObject([{ atMs: NOW - MINUTE_MS - 1 }]);
  expect(store.orders.get(1)).toMatchObject({ updatedAtMs: NOW - MINUTE_MS - 1 });
});
