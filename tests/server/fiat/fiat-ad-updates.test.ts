/**
 * Open pages of a merchant get every change of an ad by any party; other pages learn only that the list
 * changed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCEPTED_DEVIATION, postAd } from '../../support/fiat/fiat-ads.ts';
import { cancel, orderOf, takeAd } from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, saveMethod } from '../../support/fiat/fiat-users.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { listen, watchAds } from '../../support/fiat/fiat-sockets.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

test('merchants are notified of their own changes, of orders that take and return coins, and of an operator’s', async () => {
  const [merchant, taker] = [await newMerchant(server), await newFiatUser(server)];
  const [ann, bob] = [await listen(merchant), await listen(taker)];
  const heard = () =>
    ann
      .heard('fiat_ad')
      .map(({ record: ad }) => [ad.revision, ad.state, ad.remaining, ad.in_orders]);

  const ad = await postAd(merchant);
  const seen = { id: ad.id, revision: '1' };
  const { revision } = await merchant.ask('suspendFiatAd', seen);
  await merchant.ask('resumeFiatAd', {
    id: ad.id,
    revision: String(revision),
    accepted_deviation: ACCEPTED_DEVIATION,
    pay_password: PAY_PASSWORD,
  });
  const { id } = dataOf(await takeAd(taker, ad));
  // The push comes in addition to the response, with the ad's state of that moment.
  await eventually(() => expect(heard().at(-1)?.[0]).toBe(4));
  dataOf(await cancel(taker, await orderOf(taker, id)));
  await eventually(() => expect(heard().at(-1)?.[0]).toBe(5));
  const operator = await signInOperator(server);
  const words = { text: 'The remark asks for cash.', reason: 'reported by a user' };
  // The operator saw it before the order was given back: an ad can be removed although its revision moves.
  const removal = { id: ad.id, revision: '4', ...words };
  await operator.ask('removeFiatAd', removal);
  // The second of two operators is notified about the first.
  expect(await operator.call('removeFiatAd', removal)).toMatchObject({
    error: 'record_changed',
    meanwhile: { action: 'fiat_ad.remove', reason: words.reason },
  });

  await eventually(() =>
    expect(heard()).toEqual([
      [1, 'opening', '1000', '0'],
      [2, 'suspended', '1000', '0'],
      [3, 'opening', '1000', '0'],
      [4, 'opening', '900', '100'],
      [5, 'opening', '1000', '0'],
      [6, 'removed', '1000', '0'],
    ]),
  );
  const last = ann.heard('fiat_ad').at(-1)?.record;
  expect(last).toMatchObject({ removal: 'operator', removal_text: words.text });
  expect(last).toEqual(await merchant.ask('getOwnFiatAd', { id: ad.id }));
  expect(bob.heard('fiat_ad')).toEqual([]);
  // The frozen coins return to the merchant, except the deposit.
  expect(await merchant.fiatBalance()).toEqual({ available: '10000', frozen: '500' });
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  for (const listener of [ann, bob]) listener.leave();
});

test('merchants are notified when ads end with their shop', async () => {
  const merchant = await newMerchant(server);
  const ads = [await postAd(merchant), await postAd(merchant, 'buy')];
  const ann = await listen(merchant);
  await merchant.ask('closeShop', { pay_password: PAY_PASSWORD });
  await eventually(() =>
    expect(ann.heard('fiat_ad').map(({ record: ad }) => [ad.id, ad.state, ad.removal])).toEqual(
      ads.map(({ id }) => [id, 'removed', 'shop_closed']),
    ),
  );
  ann.leave();
});

/** The terms of the ads in these tests. */
const TERMS = {
  price_type: 'fixed',
  price: '7',
  accepted_deviation: ACCEPTED_DEVIATION,
  total: '1000',
  min_amount: '70',
  max_amount: '3500',
  payment_kinds: 'bank_card',
  payment_window_min: '15',
} as const;

test('readers of a list are notified of every possible change of it, whatever its cause', async () => {
  const [merchant, taker] = [await newMerchant(server), await newFiatUser(server)];
  const part = { side: 'buy', currency_id: '1', fiat_code: 'CNY' } as const;
  const list = await watchAds(taker, part);
  const other = await watchAds(taker, { ...part, fiat_code: 'USD' });
  const read = () => taker.ask('listFiatAds', { ...part, shop_id: merchant.shopId });
  /** Waits for a version above that of the earlier page and returns the list. */
  const changed = async (before: { readonly version: number }) => {
    await eventually(() => expect(list.version()).toBeGreaterThan(before.version));
    const page = await read();
    expect(page.version).toBeGreaterThanOrEqual(list.version());
    return page;
  };
  const remaining = ({ ads }: Awaited<ReturnType<typeof read>>) =>
    ads.map((shown) => shown.remaining);
  let page = await read();
  expect(page.ads).toEqual([]);

  const ad = await postAd(merchant);
  page = await changed(page);
  expect(remaining(page)).toEqual(['1000']);
  const placed = dataOf(await takeAd(taker, ad));
  page = await changed(page);
  expect(remaining(page)).toEqual(['900']);
  dataOf(await cancel(taker, placed));
  page = await changed(page);
  expect(remaining(page)).toEqual(['1000']);
  const method = { id: merchant.method.id, pay_password: PAY_PASSWORD };
  await merchant.ask('removeCollectionMethod', method);
  page = await changed(page);
  expect(remaining(page)).toEqual([]);
  const { revision } = await merchant.ask('getOwnFiatAd', { id: ad.id });
  const { id: collection_method_ids } = await saveMethod(merchant, 'bank_card');
  const seen = { id: ad.id, revision: String(revision) };
  const edited = await merchant.ask('editFiatAd', { ...seen, ...TERMS, collection_method_ids });
  page = await changed(page);
  expect(remaining(page)).toEqual(['1000']);
  await merchant.ask('suspendFiatAd', { id: ad.id, revision: String(edited.revision) });
  page = await changed(page);
  expect(remaining(page)).toEqual([]);

  expect(other.told()).toBe(1);
  for (const watcher of [list, other]) watcher.leave();
});
