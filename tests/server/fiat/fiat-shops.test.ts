/** Shops over HTTP: opened with a deposit, shown, closed with their ads. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../../contract/envelope.ts';
import type { OwnShop } from '../../../contract/fiat/fiat-market.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { buyAd, ownAd, sellAd, sendAd, listedAds } from '../../support/fiat/fiat-ads.ts';
import {
  fund,
  type FiatUser,
  fiatBalance,
  newFiatUser,
  newMerchant,
  newShopName,
  openShop,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newPayer, newTrader, type TestUser } from '../../support/users/test-user.ts';
import { OTHER_PAY_PASSWORD, PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

const ownShop = async ({ token }: TestUser) =>
  dataOf(await server.call('getOwnShop', {}, { token }));
const closeShop = (
  { token }: TestUser,
  payPassword = PAY_PASSWORD,
): Promise<Envelope<OwnShop | null>> =>
  server.call('closeShop', { pay_password: payPassword }, { token, headers: newClientAddress() });
const shopOf = async (id: string, { token }: TestUser) => server.call('getShop', { id }, { token });
const withDeposit = (): Promise<FiatUser> => newFiatUser(server, { usdt: '600' });

describe('a shop', () => {
  test('is opened with a deposit, which is returned when it closes', async () => {
    const ann = await withDeposit();
    expect(await ownShop(ann)).toBeNull();
    const name = newShopName();
    const opened = dataOf(await openShop(server, ann, name));
    expect(opened).toMatchObject({
      name,
      is_open: true,
      deposit: '500',
      deposit_currency_code: 'USDT',
      levels: { mobile: false, real_name: true, advanced: true },
      figures: {
        total_orders: 0,
        orders_30_days: 0,
        completed_orders: 0,
        completion_percent: null,
        average_release_ms: null,
        average_pay_ms: null,
      },
    });
    expect(await fiatBalance(server, ann)).toEqual({ available: '100', frozen: '500' });
    expect(errorOf(await openShop(server, ann))).toBe('shop_open');

    const closed = dataOf(await closeShop(ann));
    expect(closed).toMatchObject({ name, is_open: false, levels: { advanced: false } });
    expect(await fiatBalance(server, ann)).toEqual({ available: '600', frozen: '0' });
    expect(errorOf(await closeShop(ann))).toBe('shop_required');
    expect(await ownShop(ann)).toEqual(closed);
  });

  test('is reopened, as the same shop, under another name', async () => {
    const ann = await withDeposit();
    const first = dataOf(await openShop(server, ann));
    dataOf(await closeShop(ann));
    const name = newShopName();
    const again = dataOf(await openShop(server, ann, name));
    expect(again).toMatchObject({ id: first?.id, name, registered_at: first?.registered_at });
    expect(await fiatBalance(server, ann)).toEqual({ available: '100', frozen: '500' });
    const bob = await newTrader(server);
    const asOthersSee = dataOf(await shopOf(again?.id ?? '', bob));
    expect(asOthersSee).toMatchObject({ name, is_open: true });
    expect(Object.keys(asOthersSee)).not.toContain('deposit');
  });

  test('needs certification, the pay password and the deposit', async () => {
    const newcomer = await newPayer(server);
    expect(errorOf(await openShop(server, newcomer))).toBe('verification_required');
    const poor = await newFiatUser(server, { usdt: '499.99' });
    const name = newShopName();
    expect(errorOf(await openShop(server, poor, name, OTHER_PAY_PASSWORD))).toBe(
      'pay_password_incorrect',
    );
    expect(errorOf(await openShop(server, poor, name))).toBe('insufficient_balance');
    expect(await ownShop(poor)).toBeNull();
    // The failed attempt did not reserve the name.
    dataOf(await openShop(server, await withDeposit(), name));
    const merchant = await newMerchant(server, '1000');
    expect(errorOf(await closeShop(merchant, OTHER_PAY_PASSWORD))).toBe('pay_password_incorrect');
    expect((await ownShop(merchant))?.is_open).toBe(true);
  });

  test('that does not exist is not found', async () => {
    const bob = await newTrader(server);
    for (const id of ['999999999', '9'.repeat(18)])
      expect(errorOf(await shopOf(id, bob))).toBe('shop_not_found');
  });

  test('requested 50 times at once is opened once', async () => {
    const ann = await newFiatUser(server, { usdt: '2000' });
    const name = newShopName();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => openShop(server, ann, name)),
    );
    const errors = answers.map(errorOf).filter((error) => error !== undefined);
    expect(errors).toEqual(Array(49).fill('shop_open'));
    expect(await fiatBalance(server, ann)).toEqual({ available: '1500', frozen: '500' });
  });
});

describe('the name of a shop', () => {
  test('is unique, including similar names and closed shops', async () => {
    const ann = await withDeposit();
    dataOf(await openShop(server, ann, 'Coral Bay'));
    dataOf(await closeShop(ann));
    const bob = await withDeposit();
    for (const name of ['Coral Bay', 'CORAL-BAY', 'Ｃｏｒａｌ　Ｂａｙ', 'C0ral Bay', 'Córal Bay'])
      expect(errorOf(await openShop(server, bob, name))).toBe('shop_name_taken');
    dataOf(await openShop(server, ann, 'Coral Bay.'));
    expect((await ownShop(ann))?.name).toBe('Coral Bay.');
    expect(await ownShop(bob)).toBeNull();
  });

  test('is taken by one of two users who claim it at once', async () => {
    const [ann, bob] = await Promise.all([withDeposit(), withDeposit()]);
    const answers = await Promise.all([
      openShop(server, ann, 'Two at once'),
      openShop(server, bob, 'two AT once'),
    ]);
    expect(answers.map(errorOf).toSorted()).toEqual(['shop_name_taken', undefined]);
  });

  test.each([
    ['mixed scripts', 'C\u043Eral Reef', 'shop_name_invalid'],
    ['invisible characters', 'Coral\u200B Reef', 'shop_name_invalid'],
    ['a change of direction', 'Coral\u202E Reef', 'shop_name_invalid'],
    ['symbols alone', '***', 'shop_name_invalid'],
    ['one character', 'C', 'invalid_request'],
    ['too many characters', 'C'.repeat(25), 'invalid_request'],
    ['spaces around', ' Coral Reef', 'invalid_request'],
    ['a line feed', 'Coral\nReef', 'invalid_request'],
  ])('is refused with %s', async (_, name, error) => {
    const ann = await withDeposit();
    expect(errorOf(await openShop(server, ann, name))).toBe(error);
    expect(await ownShop(ann)).toBeNull();
  });

  test('is plain text, with any content', async () => {
    const ann = await withDeposit();
    const name = '<img src=x>';
    expect(dataOf(await openShop(server, ann, name))).toMatchObject({ name });
  });
});

describe('a shop that closes', () => {
  test('cancels its ads and releases their frozen coins', async () => {
    const ann = await newMerchant(server, '1000');
    await fund(ann, '1', 'BTC');
    const sell = dataOf(await sendAd(server, ann, sellAd(ann)));
    const { price: _, ...btc } = sellAd(ann, {
      currency_id: '2',
      total: '0.5',
      price_type: 'floating',
      price_percent: '100',
    });
    const sellBtc = dataOf(await sendAd(server, ann, btc));
    const buy = dataOf(await sendAd(server, ann, buyAd({ auto_open: '0' })));
    expect(await fiatBalance(server, ann)).toEqual({ available: '800', frozen: '700' });
    expect(await fiatBalance(server, ann, 'BTC')).toEqual({ available: '0.5', frozen: '0.5' });

    dataOf(await closeShop(ann));

    expect(await fiatBalance(server, ann)).toEqual({ available: '1500', frozen: '0' });
    expect(await fiatBalance(server, ann, 'BTC')).toEqual({ available: '1', frozen: '0' });
    for (const { id } of [sell, sellBtc, buy])
      expect(await ownAd(server, ann, id)).toMatchObject({
        state: 'removed',
        removal: 'shop_closed',
        is_listed: false,
      });
    const bob = await newTrader(server);
    const shown = (await listedAds(server, bob)).ads.filter(({ shop }) => shop.id === ann.shopId);
    expect(shown).toEqual([]);
    expect(errorOf(await sendAd(server, ann, buyAd()))).toBe('shop_required');
  });

  test('waits for its open orders, and counts their outcomes', async () => {
    const ann = await newMerchant(server, '1000');
    const ad = dataOf(await sendAd(server, ann, sellAd(ann)));
    const bob = await newTrader(server);
    const order = { ad_id: ad.id, amount: '70', price: '7', payment_kind: 'bank_card' } as const;
    const placed = dataOf(
      await server.call('createFiatOrder', order, {
        token: bob.token,
        headers: { ...newClientAddress(), 'idempotency-key': newKey() },
      }),
    );
    expect(errorOf(await closeShop(ann))).toBe('shop_has_open_orders');
    expect(await ownAd(server, ann, ad.id)).toMatchObject({
      state: 'opening',
      remaining: '190',
      in_orders: '10',
    });
    const seen = { id: placed.id, revision: String(placed.revision) };
    dataOf(await server.call('cancelFiatOrder', seen, { token: bob.token }));
    expect((await ownShop(ann))?.figures).toMatchObject({
      total_orders: 1,
      orders_30_days: 1,
      completed_orders: 0,
      // The order ended without completion, which counts if either side gave it up.
      completion_percent: 0,
    });
    dataOf(await closeShop(ann));
    expect(await fiatBalance(server, ann)).toEqual({ available: '1500', frozen: '0' });
  });

  test('at the same time as new ads leaves none active', async () => {
    const ann = await newMerchant(server, '1000');
    const [closing, ...posting] = await Promise.all([
      closeShop(ann),
      ...Array.from({ length: 10 }, () => sendAd(server, ann, sellAd(ann, { total: '11' }))),
    ]);
    expect(errorOf(closing)).toBeUndefined();
    for (const answer of posting) {
      if (errorOf(answer) !== undefined) expect(errorOf(answer)).toBe('shop_required');
      else expect(await ownAd(server, ann, dataOf(answer).id)).toMatchObject({ state: 'removed' });
    }
    expect(await fiatBalance(server, ann)).toEqual({ available: '1500', frozen: '0' });
  });
});
