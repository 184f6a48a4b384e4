/** The names behind payments: verified names in orders, and methods that cannot be paid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { eventually } from '../../support/eventually.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  cancel,
  confirm,
  declare,
  done,
  orderOf,
  placedOrder,
  takeAd,
} from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));

test('both sides see the certified name of the other, and no other user does', async () => {
  const { buyer, seller, order } = await placedOrder(server);
  await queryServer(server, `update users set real_name = 'Bo Buyer' where id = ${buyer.id}`);
  const names = { buyer: 'Bo Buyer', seller: 'Ann Example' };
  for (const side of [buyer, seller])
    expect((await orderOf(side, order.id)).real_names).toEqual(names);
  const told = [
    await seller.ask('listFiatOrders', {}),
    await buyer.ask('getFiatAd', { id: order.ad_id }),
    await buyer.ask('getShop', { id: order.shop_id }),
  ];
  expect(JSON.stringify(told)).not.toMatch(/Bo Buyer|Ann Example/);

  // A buyer who has paid no longer needs the number once the order has ended.
  const number = '6222 0210 0111 2239';
  expect((await orderOf(buyer, order.id)).payee.account).toBe(number);
  const ended = await done(confirm, seller, await done(declare, buyer, order));
  expect(ended.payee.account).toBe(number);
  expect((await orderOf(buyer, order.id)).payee).toMatchObject({
    account: '•••• 2239',
    qr_picture_id: null,
  });
});

test.each(['cancelled', 'not paid in time'] as const)(
  'an order that was %s no longer shows either side the name of the other',
  async (how) => {
    const { buyer, seller, order } = await placedOrder(server);
    await queryServer(server, `update users set real_name = 'Bo Buyer' where id = ${buyer.id}`);
    if (how === 'cancelled') await done(cancel, buyer, order);
    else await server.controlAdvance(16 * MINUTE_MS);
    await eventually(async () =>
      expect(await orderOf(buyer, order.id)).toMatchObject({ state: 'cancelled' }),
    );
    const forBuyer = await orderOf(buyer, order.id);
    expect(forBuyer.real_names).toEqual({ buyer: 'Bo Buyer', seller: 'A** E**' });
    expect(forBuyer.payee).toMatchObject({ real_name: 'A** E**', account: '•••• 2239' });
    expect(JSON.stringify(forBuyer)).not.toContain('Ann Example');
    const forSeller = await orderOf(seller, order.id);
    expect(forSeller.real_names).toEqual({ buyer: 'B** B**', seller: 'Ann Example' });
    expect(forSeller.payee.real_name).toBe('Ann Example');
  },
);

test('no order is paid to a method that was saved before its holder was checked', async () => {
  const seller = await newMerchant(server);
  const ad = await postAd(seller);
  const { id } = seller.method;
  await queryServer(server, `update collection_methods set is_checked = false where id = ${id}`);
  const [method] = await seller.ask('listCollectionMethods', {});
  expect(method).toMatchObject({ id, is_usable: false });
  const taker = await newFiatUser(server);
  expect(errorOf(await takeAd(taker, ad))).toBe('fiat_ad_not_found');
  expect(await seller.ask('getOwnFiatAd', { id: ad.id })).toMatchObject({ is_listed: false });
  await expect(postAd(seller)).rejects.toThrow('collection_method_required');
  const { kind, account, bank } = seller.method;
  const again = { id, kind, account, bank: bank ?? '', pay_password: PAY_PASSWORD };
  expect(await seller.ask('saveCollectionMethod', again)).toMatchObject({ is_usable: true });
  dataOf(await takeAd(taker, ad));
});
