/** The stored amount of trades of the market maker with itself, which the demo exchange makes day and night. */
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { fund, newOrder, NOW, openTestExchange } from '../../support/spot/spot-exchange.ts';

test('an hour of quotes and trades of the market maker leaves its trades and a movement every ten minutes', async () => {
  const { exchange, store } = openTestExchange();
  await fund({ exchange }, [-1, -2], 1_000_000n);
  const before = store.movements.length;
  for (let minute = 0; minute <= 60; minute += 1) {
    const terms = { now: NOW + minute * MINUTE_MS, quantityLots: 1_000, idempotencyKey: null };
    // One order that is canceled, and one that is taken.
    await exchange.place(newOrder({ ...terms, ownerId: -1, side: 'sell', priceTicks: 10_100 }));
    await exchange.cancelAll({ ownerId: -1, marketId: 1, requestId: 'r', now: terms.now });
    await exchange.place(newOrder({ ...terms, ownerId: -1, side: 'sell', priceTicks: 10_000 }));
    await exchange.place(newOrder({ ...terms, ownerId: -2, side: 'buy', priceTicks: 10_000 }));
  }
  expect(store.deals).toHaveLength(61);
  expect([...store.orders.values()]).toEqual([]);
  const movements = store.movements.slice(before);
  expect(new Set(movements.map(({ recipe }) => recipe))).toEqual(new Set(['spot.house_posted']));
  expect(movements.length).toBeGreaterThan(4);
  expect(movements.length).toBeLessThan(7);
});
