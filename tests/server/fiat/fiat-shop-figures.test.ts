/** Statistics of a shop's orders, as every user sees them (RULES "Fiat trading"). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import {
  cancel,
  confirm,
  declare,
  done,
  orderOf,
  placedOrder,
} from '../../support/fiat/fiat-orders.ts';
import {
  newFiatUser,
  newMerchant,
  type FiatUser,
  type Merchant,
} from '../../support/fiat/fiat-users.ts';
import { eventually } from '../../support/eventually.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));

const figuresOf = async (asker: FiatUser, id: string) =>
  (await asker.ask('getShop', { id })).figures;
/** The calls take time in addition to the moved clock. */
function expectAbout(actualMs: number | null, wantedMs: number): void {
  expect(actualMs).toBeGreaterThanOrEqual(wantedMs);
  expect(actualMs).toBeLessThan(wantedMs + 30 * SECOND_MS);
}

/** An order on an ad of this merchant that its buyer does not pay. */
async function letPaymentLapse(merchant: Merchant): Promise<void> {
  const { buyer, order } = await placedOrder(server, 'sell', { merchant });
  await server.controlAdvance(16 * MINUTE_MS);
  await eventually(async () =>
    expect(await orderOf(buyer, order.id)).toMatchObject({ end: 'payment_timeout' }),
  );
}

test('the figures of a shop count sales, purchases and cancellations, and the time the merchant took', async () => {
  const merchant = await newMerchant(server);
  const nothing = {
    total_orders: 0,
    orders_30_days: 0,
    completed_orders: 0,
    completion_percent: null,
    average_release_ms: null,
    average_pay_ms: null,
  };
  expect(await figuresOf(merchant, merchant.shopId)).toEqual(nothing);

  const sale = await placedOrder(server, 'sell', { merchant });
  // The order is open, so the statistics of ended orders are empty.
  expect(await figuresOf(merchant, merchant.shopId)).toMatchObject({
    total_orders: 1,
    completed_orders: 0,
    completion_percent: null,
  });
  await server.controlAdvance(200 * SECOND_MS);
  const paid = await done(declare, sale.buyer, sale.order);
  await server.controlAdvance(120 * SECOND_MS);
  await done(confirm, merchant, paid);
  const sold = await figuresOf(sale.taker, merchant.shopId);
  expect(sold).toMatchObject({
    total_orders: 1,
    orders_30_days: 1,
    completed_orders: 1,
    completion_percent: 100,
    average_pay_ms: null,
  });
  expectAbout(sold.average_release_ms, 120 * SECOND_MS);

  const purchase = await placedOrder(server, 'buy', { merchant });
  await done(cancel, merchant, purchase.order);
  expect(await figuresOf(merchant, merchant.shopId)).toMatchObject({
    total_orders: 2,
    completed_orders: 1,
    completion_percent: 50,
    average_pay_ms: null,
  });

  const another = await placedOrder(server, 'buy', { merchant, ad: purchase.ad });
  await server.controlAdvance(60 * SECOND_MS);
  await done(confirm, another.seller, await done(declare, merchant, another.order));
  const all = await figuresOf(merchant, merchant.shopId);
  expect(all).toMatchObject({ total_orders: 3, completed_orders: 2, completion_percent: 66 });
  expect(all.average_release_ms).toBe(sold.average_release_ms);
  expectAbout(all.average_pay_ms, 60 * SECOND_MS);

  // All ended orders count, ended by either side; an open order does not.
  const givenUp = await placedOrder(server, 'sell', { merchant });
  await done(cancel, givenUp.buyer, givenUp.order);
  await letPaymentLapse(merchant);
  const open = await placedOrder(server, 'sell', { merchant });
  const last = { ...all, total_orders: 6, orders_30_days: 6, completion_percent: 40 };
  expect(await figuresOf(merchant, merchant.shopId)).toEqual(last);
  // The figures next to ads may be ten seconds old.
  await server.controlAdvance(11 * SECOND_MS);
  const { shop } = await open.buyer.ask('getFiatAd', { id: open.ad.id });
  expect(shop).toMatchObject({ orders_30_days: 6, completion_percent: 40 });

  await server.controlAdvance(31 * DAY_MS);
  const later = await newFiatUser(server);
  expect(await figuresOf(later, merchant.shopId)).toMatchObject({
    total_orders: 6,
    orders_30_days: 0,
  });
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
});
