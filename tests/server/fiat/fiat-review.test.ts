/** Fiat trading with concurrent steps, or with steps in an unusual order. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ticketFor } from '../../support/desk/documents.ts';
import { ACCEPTED_DEVIATION, postAd } from '../../support/fiat/fiat-ads.ts';
import {
  applyRights,
  cancel,
  disputedOrder,
  done,
  orderOf,
  placedOrder,
  takeAd,
  withdrawRights,
  write,
  type Known,
  type OrderScene,
} from '../../support/fiat/fiat-orders.ts';
import { FiatUser, newFiatUser, newMerchant, saveMethod } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf, PASSWORD } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { FIAT, SPOT } from '../../support/users/balances.ts';
import { USDT_ID } from '../../support/users/transfers.ts';
import { newWithdrawer, withdraw } from '../../support/wallet/wallet-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

let server: TestServer;
let chain: ChainControl;
let operator: TestOperator;
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
beforeAll(async () => {
  server = await borrowServer();
  operator = await signInOperator(server);
  chain = new ChainControl(server);
  await chain.stopMining();
  const merchant = await newMerchant(server, '100000');
  known = { merchant, ad: await postAd(merchant, 'sell', { total: '50000' }) };
});
afterAll(() => giveBack(server));
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

/** Sends a call several times concurrently. @returns the ids of the responses, or error names. */
const atOnce = async (call: () => Promise<{ data: { id: string } | null }>): Promise<string[]> => {
  const answers = await Promise.all([1, 2, 3].map(() => call()));
  return answers.map((answer) => errorOf(answer as never) ?? answer.data?.id ?? '');
};

test('an order that is sent three times at once is one order, even as the last of its buyer’s limit', async () => {
  const buyer = await newFiatUser(server);
  for (let open = 1; open <= 2; open++) dataOf(await takeAd(buyer, known.ad));
  const key = newKey();
  const ids = await atOnce(() => takeAd(buyer, known.ad, {}, key));
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  expect(ids[0]).toMatch(/^\d+$/);
});

test('an order that is sent three times at once and takes the whole remainder is one order', async () => {
  const buyer = await newFiatUser(server);
  const ad = await postAd(known.merchant, 'sell', { total: '100' });
  const key = newKey();
  const ids = await atOnce(() => takeAd(buyer, ad, {}, key));
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  expect(ids[0]).toMatch(/^\d+$/);
});

test('a message with a picture that is sent three times at once is one message', async () => {
  const { buyer, order } = await placedOrder(server, 'sell', {
    ...known,
    taker: await newFiatUser(server),
  });
  const picture = await ticketFor(server, 'chat');
  const message = { client_id: randomUUID(), picture };
  const ids = await atOnce(() => write(buyer, order, 'look', message));
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  expect(ids[0]).toMatch(/^\d+$/);
});

test('a user who may not buy learns nothing about hidden ads', async () => {
  const buyer = await newFiatUser(server);
  for (let count = 1; count <= 3; count++) {
    const { order } = await placedOrder(server, 'sell', { ...known, taker: buyer });
    await done(cancel, buyer, order);
  }
  const hidden = await postAd(known.merchant, 'sell', { total: '100', auto_open: '0' });
  expect(errorOf(await takeAd(buyer, known.ad))).toBe('buying_barred');
  expect(errorOf(await takeAd(buyer, hidden))).toBe('fiat_ad_not_found');
  expect(errorOf(await takeAd(buyer, { id: '999999' }))).toBe('fiat_ad_not_found');
});

const judgeFalse = async ({ order }: OrderScene) =>
  dataOf(
    await operator.call('awardDispute', {
      id: order.id,
      to: 'seller',
      is_payment_false: '1',
      text: 'We have looked at both accounts.',
      reason: 'looked at by a test',
    }),
  );

test('a false payment freezes an account again, even that of an order older than earlier ones', async () => {
  const buyer = await newFiatUser(server);
  const disputed = () => disputedOrder(server, 'seller', { ...known, taker: buyer });
  const oldest = await disputed();
  await judgeFalse(await disputed());
  await judgeFalse(await disputed());
  const last = await disputed();
  const names = { buyer: 'Ann Example', seller: 'Ann Example' };
  expect(last.order.real_names).toEqual(names);
  await judgeFalse(last);
  // Both sides keep each other's names, because money, or a claim about it, passed between them.
  const judged = await orderOf(known.merchant, last.order.id);
  expect(judged).toMatchObject({ end: 'awarded_to_seller', real_names: names });
  expect(await isDisabled(buyer)).toBe(true);
  await server.changeUser(buyer.email, 'enable');
  expect(await isDisabled(buyer)).toBe(false);
  await judgeFalse(oldest);
  expect(await isDisabled(buyer)).toBe(true);
});

async function isDisabled({ email }: FiatUser): Promise<boolean> {
  const answer = await server.call('signIn', { account: email, password: PASSWORD });
  return errorOf(answer) === 'user_disabled';
}

test('no order is paid to the method of another user', async () => {
  const other = await newFiatUser(server, { usdt: '500' });
  const foreign = known.merchant.method.id;
  const merchant = await newMerchant(server);
  const posted = await merchant.call('postFiatAd', {
    side: 'sell',
    currency_id: String(known.ad.currency_id),
    fiat_code: 'CNY',
    price_type: 'fixed',
    price: '7',
    accepted_deviation: ACCEPTED_DEVIATION,
    total: '100',
    min_amount: '70',
    max_amount: '700',
    payment_kinds: 'bank_card',
    collection_method_ids: foreign,
    payment_window_min: '15',
    auto_open: '1',
  });
  expect(errorOf(posted)).toBe('collection_method_required');
  const wanted = await postAd(merchant, 'buy');
  await saveMethod(other, 'bank_card');
  const taken = await takeAd(other, wanted, { collection_method_id: foreign });
  expect(errorOf(taken)).toBe('collection_method_required');
});

test('the largest numbers that can be written are refused or stored, without a fault', async () => {
  const merchant = await newMerchant(server);
  const buyer = await newFiatUser(server);
  const nines = (count: number) => '9'.repeat(count);
  const terms = { max_amount: nines(31), total: nines(15) } as const;
  for (const price of [nines(29), '0.0001'])
    await expect(postAd(merchant, 'buy', { ...terms, price })).rejects.toThrow(
      /fiat_price_too_far|fiat_ad_limits_invalid/,
    );
  const dear = await postAd(merchant, 'buy', {
    ...terms,
    price: '7.9',
    accepted_deviation: '9.97',
    min_amount: nines(12),
  });
  const cheap = await postAd(merchant, 'buy', {
    ...terms,
    price: '6.47',
    accepted_deviation: '-9.95',
    min_amount: '0.01',
  });
  const market = { side: 'sell', currency_id: String(dear.currency_id), fiat_code: 'CNY' } as const;
  const listed = await buyer.ask('listFiatAds', { ...market, shop_id: merchant.shopId });
  expect(listed.ads.map(({ id }) => id)).toEqual([dear.id, cheap.id]);
  const wide = await buyer.ask('listFiatAds', { ...market, amount: nines(38) });
  expect(wide.ads).toEqual([]);
  const method = await saveMethod(buyer, 'bank_card');
  const by = { collection_method_id: method.id };
  for (const ad of [dear, cheap])
    for (const [field, digits] of [
      ['amount', 38],
      ['quantity', 38],
      ['amount', 31],
      ['quantity', 15],
    ] as const) {
      const price = ad === dear ? '7' : '6.47';
      const answer = await takeAd(buyer, ad, { ...by, price, [field]: nines(digits) });
      expect(errorOf(answer)).toMatch(
        /^(?:fiat_amount_outside_limits|fiat_ad_remainder_too_small|insufficient_balance)$/,
      );
    }
});

test('a verdict on a withdrawn claim does not apply to the new claim', async () => {
  const taker = await newFiatUser(server);
  const { buyer, order } = await disputedOrder(server, 'buyer', { ...known, taker });
  const verdict = { id: order.id, to: 'buyer', text: 'It was paid.', reason: 'looked at' } as const;
  const award = (revision: number) =>
    operator.call('awardDispute', { ...verdict, revision: String(revision) });
  const again = await done(applyRights, buyer, await done(withdrawRights, buyer, order));
  expect(errorOf(await award(order.revision))).toBe('record_changed');
  expect(await orderOf(buyer, order.id)).toEqual(again);
  expect(errorOf(await award(again.revision))).toBeUndefined();
  expect(errorOf(await award(again.revision))).toBe('record_changed');
});

const intoFiat = (person: FiatUser, amount: string) =>
  person.ask('createTransfer', {
    currency_id: String(USDT_ID),
    from_account_type_id: String(SPOT),
    to_account_type_id: String(FIAT),
    amount,
  });

test('coins of a deposit that may still be reversed cannot be sold', async () => {
  const merchant = await newMerchant(server);
  const ad = await postAd(merchant);
  const wanted = await postAd(known.merchant, 'buy');
  await chain.deposit(merchant.token, 'USDT', '1000');
  await chain.mine();
  await intoFiat(merchant, '1000');

  const { id, revision } = ad;
  const edit = (total: string) =>
    merchant.call('editFiatAd', {
      id,
      revision: String(revision),
      price_type: 'fixed',
      price: '7',
      accepted_deviation: ACCEPTED_DEVIATION,
      total,
      min_amount: '70',
      max_amount: '3500',
      payment_kinds: 'bank_card',
      collection_method_ids: merchant.method.id,
      payment_window_min: '15',
    });
  await expect(postAd(merchant)).rejects.toThrow('balance_locked');
  expect(errorOf(await edit('1001'))).toBe('balance_locked');
  const sale = { collection_method_id: merchant.method.id };
  expect(errorOf(await takeAd(merchant, wanted, sale))).toBe('balance_locked');
  // Coins offered already are not part of the deposit.
  const buyer = await newFiatUser(server);
  expect(errorOf(await takeAd(buyer, ad))).toBeUndefined();

  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations - 1);
  expect(errorOf(await takeAd(merchant, wanted, sale))).toBeUndefined();
  await postAd(merchant);
});

test('coins for sale do not cover a deposit that may still be reversed', async () => {
  const ann = await newWithdrawer(server, { USDT: '100' });
  const tokens = { accessToken: ann.token, refreshToken: '' };
  const seller = new FiatUser(server, { id: 0, email: ann.email }, tokens);
  await intoFiat(seller, '100');
  const method = await saveMethod(seller, 'bank_card');
  const wanted = await postAd(known.merchant, 'buy');
  const by = { collection_method_id: method.id };
  expect(errorOf(await takeAd(seller, wanted, by))).toBeUndefined();
  await chain.deposit(ann.token, 'USDT', '100');
  await chain.mine();
  expect(errorOf(await withdraw(server, ann, { amount: '50' }))).toBe('balance_locked');
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations - 1);
  expect(errorOf(await withdraw(server, ann, { amount: '50' }))).toBeUndefined();
});
