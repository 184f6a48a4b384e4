/** Invalid terms of ads, each rejected by its error name. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  buyAd,
  editAd,
  ownAd,
  sellAd,
  sendAd,
  type AdFields,
} from '../../support/fiat/fiat-ads.ts';
import {
  type Merchant,
  fiatBalance,
  newFiatUser,
  newMerchant,
  saveMethod,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let ann: Merchant;

beforeAll(async () => {
  server = await borrowServer();
  ann = await newMerchant(server, '1000');
});
afterAll(() => giveBack(server));
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

const post = (fields: AdFields, key?: string) => sendAd(server, ann, fields, key);

describe('terms that contradict each other are refused', () => {
  test.each<[string, Partial<AdFields>, string]>([
    ['a maximum below the minimum', { min_amount: '701' }, 'fiat_ad_limits_invalid'],
    ['a total below the worth of one order', { total: '9.99' }, 'fiat_ad_total_too_small'],
    ['a price with too many decimals', { price: '7.00001' }, 'amount_scale_exceeded'],
    ['a minimum with too many decimals', { min_amount: '70.001' }, 'amount_scale_exceeded'],
    ['a maximum with too many decimals', { max_amount: '700.001' }, 'amount_scale_exceeded'],
    ['an impossible maximum', { max_amount: '9'.repeat(38) }, 'fiat_ad_limits_invalid'],
    ['an impossible price', { price: '9'.repeat(38) }, 'fiat_ad_limits_invalid'],
    ['a price of another coin', { price: '7000' }, 'fiat_price_too_far'],
    ['a floating one with a price', { price_type: 'floating' }, 'invalid_request'],
    ['a fixed one with a percentage', { price_percent: '100' }, 'invalid_request'],
    ['a percentage too low', { price_type: 'floating', price_percent: '49.99' }, 'invalid_request'],
    ['no payment kind', { payment_kinds: '' }, 'invalid_request'],
    ['a payment kind twice', { payment_kinds: 'alipay,alipay' }, 'invalid_request'],
    ['a payment window that does not exist', { payment_window_min: '20' }, 'invalid_request'],
    ['no collection method', { collection_method_ids: '' }, 'collection_method_required'],
    [
      'a collection method that does not exist',
      { collection_method_ids: '999999' },
      'collection_method_required',
    ],
    [
      'no collection method for one of the kinds',
      { payment_kinds: 'bank_card,alipay' },
      'collection_method_required',
    ],
    [
      'a collection method of another kind',
      { payment_kinds: 'alipay' },
      'collection_method_required',
    ],
    ['an unknown coin', { currency_id: '9999' }, 'currency_not_found'],
    ['a coin that is not traded for fiat', { currency_id: '8' }, 'currency_not_found'],
    ['an unknown fiat currency', { fiat_code: 'QQQ' }, 'fiat_currency_not_found'],
    ['a remark with control characters', { remark: 'a\u0007b' }, 'invalid_request'],
    ['a remark that is too long', { remark: 'x'.repeat(501) }, 'invalid_request'],
  ])('%s', async (_, more, error) => {
    expect(errorOf(await post(sellAd(ann, more)))).toBe(error);
    expect(await fiatBalance(server, ann)).toEqual({ available: '1000', frozen: '500' });
  });

  test('two methods of one kind, methods of others, and any method of a buy ad are refused', async () => {
    const second = await saveMethod(ann, 'bank_card');
    const others = await saveMethod(await newFiatUser(server), 'bank_card');
    const refused = 'collection_method_required';
    for (const ids of [`${ann.method.id},${second.id}`, others.id])
      expect(errorOf(await post(sellAd(ann, { collection_method_ids: ids })))).toBe(refused);
    expect(errorOf(await post(buyAd({ collection_method_ids: ann.method.id })))).toBe(refused);
    dataOf(await post(sellAd(ann, { collection_method_ids: second.id })));
  });

  test('an edit is judged alike, leaving the ad as it was', async () => {
    const ad = dataOf(await post(sellAd(ann)));
    const tries: [Partial<AdFields>, string][] = [
      [{ max_amount: '69' }, 'fiat_ad_limits_invalid'],
      [{ price: '7.00001' }, 'amount_scale_exceeded'],
      [{ total: '1' }, 'fiat_ad_total_too_small'],
      [{ collection_method_ids: '' }, 'collection_method_required'],
      [{ price_percent: '100' }, 'invalid_request'],
    ];
    for (const [more, error] of tries)
      expect(errorOf(await editAd(server, ann, ad, sellAd(ann, more)))).toBe(error);
    expect(await ownAd(server, ann, ad.id)).toEqual(ad);
  });
});
