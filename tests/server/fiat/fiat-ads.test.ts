/** Ads of the fiat market over HTTP: posted, changed, ended. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import {
  buyAd,
  changeAd,
  editAd,
  ownAd,
  sellAd,
  sendAd,
  type AdFields,
} from '../../support/fiat/fiat-ads.ts';
import { type Merchant, fiatBalance, newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newUser, newTrader, type TestUser } from '../../support/users/test-user.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let ann: Merchant;
let bob: TestUser;

beforeAll(async () => {
  server = await borrowServer();
  bob = await newTrader(server);
});
afterAll(() => giveBack(server));
beforeEach(async () => {
  ann = await newMerchant(server, '1000');
});
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

const post = (fields: AdFields, key?: string) => sendAd(server, ann, fields, key);

describe('a sell ad', () => {
  test('freezes its total from its start to its end', async () => {
    const ad = dataOf(await post(sellAd(ann)));
    expect(ad).toMatchObject({
      side: 'sell',
      currency_code: 'USDT',
      fiat_code: 'CNY',
      price_type: 'fixed',
      price: '7',
      price_percent: null,
      total: '200',
      remaining: '200',
      in_orders: '0',
      sold: '0',
      min_amount: '70',
      max_amount: '700',
      payment_kinds: ['bank_card'],
      collection_method_ids: [ann.method.id],
      state: 'opening',
      is_listed: true,
      is_own: true,
      revision: 1,
      shop: { id: ann.shopId, orders_30_days: 0, completion_percent: null },
    });
    expect(await fiatBalance(server, ann)).toEqual({ available: '800', frozen: '700' });

    const suspended = dataOf(await changeAd(server, ann, 'suspendFiatAd', ad));
    expect(suspended).toMatchObject({ state: 'suspended', is_listed: false, revision: 2 });
    expect(await fiatBalance(server, ann)).toEqual({ available: '800', frozen: '700' });

    const resumed = dataOf(await changeAd(server, ann, 'resumeFiatAd', suspended));
    expect(resumed).toMatchObject({ state: 'opening', is_listed: true, revision: 3 });

    const cancelled = dataOf(await changeAd(server, ann, 'cancelFiatAd', resumed));
    expect(cancelled).toMatchObject({ state: 'cancelled', removal: null, is_listed: false });
    expect(await fiatBalance(server, ann)).toEqual({ available: '1000', frozen: '500' });
    expect(await ownAd(server, ann, ad.id)).toEqual(cancelled);
  });

  test('grows and shrinks with an edit, together with its frozen coins', async () => {
    const ad = dataOf(await post(sellAd(ann)));
    const bigger = dataOf(
      await editAd(server, ann, ad, sellAd(ann, { total: '350.5', price: '7.2' })),
    );
    expect(bigger).toMatchObject({ total: '350.5', remaining: '350.5', price: '7.2', revision: 2 });
    expect(await fiatBalance(server, ann)).toEqual({ available: '649.5', frozen: '850.5' });
    const smaller = dataOf(await editAd(server, ann, bigger, sellAd(ann, { total: '20' })));
    expect(await fiatBalance(server, ann)).toEqual({ available: '980', frozen: '520' });
    expect(errorOf(await editAd(server, ann, smaller, sellAd(ann, { total: '1000.1' })))).toBe(
      'insufficient_balance',
    );
    expect(await ownAd(server, ann, ad.id)).toEqual(smaller);
  });

  test('above the balance is refused, and its key may be used again', async () => {
    const key = newKey();
    const fields = sellAd(ann, { total: '1000.00000001' });
    expect(errorOf(await post(fields, key))).toBe('insufficient_balance');
    expect(errorOf(await post(sellAd(ann, { total: '9'.repeat(38) })))).toBe(
      'insufficient_balance',
    );
    expect(errorOf(await post(sellAd(ann, { total: '999.000000001' })))).toBe(
      'amount_scale_exceeded',
    );
    dataOf(await post(sellAd(ann, { total: '1000' }), key));
  });

  test('begins suspended when it does not open automatically', async () => {
    const ad = dataOf(await post(sellAd(ann, { auto_open: '0' })));
    expect(ad).toMatchObject({ state: 'suspended', auto_open: false, is_listed: false });
    expect(await fiatBalance(server, ann)).toMatchObject({ frozen: '700' });
  });
});

test('a buy ad freezes nothing and needs nothing', async () => {
  const ad = dataOf(await post(buyAd({ total: '1000000', payment_kinds: 'wechat,bank_card' })));
  expect(ad).toMatchObject({ side: 'buy', payment_kinds: ['bank_card', 'wechat'] });
  expect(await fiatBalance(server, ann)).toEqual({ available: '1000', frozen: '500' });
  dataOf(await changeAd(server, ann, 'cancelFiatAd', ad));
  expect(await fiatBalance(server, ann)).toEqual({ available: '1000', frozen: '500' });
});

describe('a caller without the right', () => {
  test('a user without certification or a shop posts no ad', async () => {
    const newcomer = await newUser(server);
    const refusedNewcomer = await sendAd(server, newcomer, buyAd());
    const refusedShopless = await sendAd(server, bob, buyAd());
    expect(errorOf(refusedNewcomer)).toBe('verification_required');
    expect(errorOf(refusedShopless)).toBe('shop_required');
  });

  test('an ad of another user is answered like a missing one', async () => {
    const other = await newMerchant(server, '1000');
    const ad = dataOf(await post(sellAd(ann)));
    for (const id of [ad.id, '999999999']) {
      const theirs = { id, revision: 1 };
      const answers = [
        await server.call('getOwnFiatAd', { id }, { token: other.token }),
        await editAd(server, other, theirs, sellAd(other)),
        await changeAd(server, other, 'suspendFiatAd', theirs),
        await changeAd(server, other, 'cancelFiatAd', theirs),
      ];
      expect(answers.map(errorOf)).toEqual(Array(4).fill('fiat_ad_not_found'));
    }
    expect(await ownAd(server, ann, ad.id)).toEqual(ad);
  });

  test('the limit of ads at a time is enforced; an ended one makes room', async () => {
    const ads: OwnFiatAd[] = [];
    for (let i = 0; i < LIMITS.fiat_ads_open_max; i++) ads.push(dataOf(await post(buyAd())));
    expect(errorOf(await post(buyAd()))).toBe('too_many_fiat_ads');
    const [first] = ads;
    if (first) dataOf(await changeAd(server, ann, 'cancelFiatAd', first));
    dataOf(await post(buyAd()));
  });
});

describe('the same key', () => {
  test('100 times at once is one ad; with another body it is refused', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(sellAd(ann), key)));
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    expect(await fiatBalance(server, ann)).toEqual({ available: '800', frozen: '700' });
    expect(errorOf(await post(sellAd(ann, { total: '201' }), key))).toBe('idempotency_key_reused');
    expect(errorOf(await post(sellAd(ann, { price: '7.00001' }), key))).toBe(
      'idempotency_key_reused',
    );
  });

  test('returns the ad in its current state', async () => {
    const key = newKey();
    const ad = dataOf(await post(sellAd(ann), key));
    const suspended = dataOf(await changeAd(server, ann, 'suspendFiatAd', ad));
    expect(dataOf(await post(sellAd(ann), key))).toEqual(suspended);
  });
});

describe('of 100 changes at once that saw the same ad', () => {
  test('exactly one is made', async () => {
    const ad = dataOf(await post(sellAd(ann)));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        if (i % 3 === 0) return changeAd(server, ann, 'suspendFiatAd', ad);
        if (i % 3 === 1) return changeAd(server, ann, 'cancelFiatAd', ad);
        return editAd(server, ann, ad, sellAd(ann, { total: String(100 + i) }));
      }),
    );
    const won = answers.filter((answer) => errorOf(answer) === undefined);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => errorOf(answer) === 'fiat_ad_changed')).toHaveLength(99);
    const now = await ownAd(server, ann, ad.id);
    expect(now).toMatchObject({ revision: 2 });
    expect(now).toEqual(won[0]?.data);
    const frozen = now.state === 'cancelled' ? 500 : 500 + Number(now.total);
    expect(await fiatBalance(server, ann)).toMatchObject({ frozen: String(frozen) });
  });
});

test('a change that the state of the ad refuses has no effect', async () => {
  const ad = dataOf(await post(sellAd(ann)));
  expect(errorOf(await changeAd(server, ann, 'resumeFiatAd', ad))).toBe('fiat_ad_changed');
  const cancelled = dataOf(await changeAd(server, ann, 'cancelFiatAd', ad));
  for (const name of ['suspendFiatAd', 'resumeFiatAd', 'cancelFiatAd'] as const)
    expect(errorOf(await changeAd(server, ann, name, cancelled))).toBe('fiat_ad_changed');
  expect(errorOf(await editAd(server, ann, cancelled, sellAd(ann)))).toBe('fiat_ad_changed');
  expect(await ownAd(server, ann, ad.id)).toEqual(cancelled);
});
