/** Sales to ads over HTTP: a stolen session sells no coins of its user. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { takeAd } from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, saveMethod } from '../../support/fiat/fiat-users.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { amendPayPassword, OTHER_PAY_PASSWORD } from '../../support/users/pay-password.ts';

let server: TestServer;
let ad: OwnFiatAd;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  ad = await postAd(await newMerchant(server), 'buy', { total: '1000' });
});
afterAll(() => giveBack(server));

/** A seller with coins and a method, and the refusal of a sale with these secrets. */
async function newSeller() {
  const seller = await newFiatUser(server, { usdt: '1000' });
  const { id } = await saveMethod(seller, 'bank_card');
  const sell = async (secrets: Parameters<typeof takeAd>[2]) =>
    errorOf(await takeAd(seller, ad, { collection_method_id: id, ...secrets }));
  return { seller, sell, methodId: id };
}

test('a sale to an ad needs the pay password, so that a stolen session sells nothing', async () => {
  const { seller, sell, methodId } = await newSeller();
  const size = { ad_id: ad.id, quantity: '100', price: '7', payment_kind: 'bank_card' } as const;
  const without = await seller.call('createFiatOrder', {
    ...size,
    collection_method_id: methodId,
  });
  // It is no guess.
  expect(errorOf(without)).toBe('pay_password_incorrect');
  for (let guess = 0; guess < LIMITS.secret_failures_max; guess += 1)
    expect(await sell({ pay_password: 'Guess1234' })).toBe('pay_password_incorrect');
  expect(await sell({})).toBe('secret_tries_exhausted');
  expect(await seller.fiatBalance()).toEqual({ available: '1000', frozen: '0' });
});

test('a sale to an ad needs a code of the authenticator if there is one', async () => {
  const { seller, sell } = await newSeller();
  const time = new ServerTime(server);
  const secret = await bindAuthenticator(server, time, seller.token);
  expect(await sell({})).toBe('google_code_required');
  const wrong = googleCode(secret, time.now(), 40);
  expect(await sell({ google_code: wrong })).toBe('google_code_incorrect');
  await time.nextStep();
  expect(await sell({ google_code: googleCode(secret, time.now()) })).toBeUndefined();
  expect(await seller.fiatBalance()).toEqual({ available: '900', frozen: '100' });
});

test('a sale to an ad waits while withdrawals are on hold', async () => {
  const { seller, sell } = await newSeller();
  dataOf(await amendPayPassword(server, seller.token, OTHER_PAY_PASSWORD));
  expect(await sell({ pay_password: OTHER_PAY_PASSWORD })).toBe('withdrawal_on_hold');
  expect(await seller.fiatBalance()).toEqual({ available: '1000', frozen: '0' });
});
