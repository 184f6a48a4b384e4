/** Fiat orders over HTTP: placed, paid, confirmed, ended otherwise; access, and the place of the coins. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { ticketFor } from '../../support/desk/documents.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  applyRights,
  cancel,
  confirm,
  declare,
  disputedOrder,
  done,
  markAbnormal,
  orderOf,
  paidOrder,
  placedOrder,
  postpone,
  takeAd,
  withdrawRights,
  type Known,
} from '../../support/fiat/fiat-orders.ts';
import {
  newFiatUser,
  newMerchant,
  saveMethod,
  type FiatUser,
  type Merchant,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
/** For orders in tests that do not check the merchant's coins. */
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  const merchant = await newMerchant(server, '100000');
  known = { merchant, ad: await postAd(merchant, 'sell', { total: '50000' }) };
});
afterAll(() => giveBack(server));
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

describe('an order on an ad that sells', () => {
  test('goes from placed through paid to completed, and the coins move to the buyer', async () => {
    const { buyer, seller, order } = await placedOrder(server);
    expect(order).toMatchObject({
      role: 'buyer',
      state: 'unpaid',
      quantity: '100',
      amount: '700',
      price: '7',
      revision: 1,
      payee: { kind: 'bank_card', account: '6222 0210 0111 2239', real_name: 'Ann Example' },
    });
    expect(order.payment_reference).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    expect(order.deadline_at).toBe(order.created_at + 15 * MINUTE_MS);

    const paid = await done(declare, buyer, order);
    expect(paid).toMatchObject({ state: 'paid', revision: 2 });
    expect(paid.deadline_at).toBe(paid.updated_at + LIMITS.fiat_confirm_window_ms);
    expect(paid.voucher_ids).toHaveLength(1);
    expect(await seller.fiatBalance()).toEqual({ available: '9000', frozen: '1500' });

    const completed = await done(confirm, seller, paid);
    expect(completed).toMatchObject({ role: 'seller', state: 'completed', end: 'confirmed' });
    expect(completed.deadline_at).toBeNull();
    expect(await buyer.fiatBalance()).toEqual({ available: '1100', frozen: '0' });
    expect(await seller.fiatBalance()).toEqual({ available: '9000', frozen: '1400' });
    expect(completed.events.map(({ event, by, state }) => [event, by, state])).toEqual([
      ['started', 'buyer', 'unpaid'],
      ['payment.declare', 'buyer', 'paid'],
      ['receipt.confirm', 'seller', 'completed'],
    ]);
  });

  test('shows the shop to the buyer, and no more than a masked account to the merchant', async () => {
    const { buyer, merchant, order } = await placedOrder(server);
    expect(order.counterparty).toBe(merchant.shopName);
    const { counterparty } = await orderOf(merchant, order.id);
    expect(counterparty).toBe(`${buyer.email.charAt(0)}***@example.org`);
  });

  test('canceled by the buyer returns its part to the ad', async () => {
    const { buyer, seller, merchant, ad, order } = await placedOrder(server);
    expect((await merchant.ask('getOwnFiatAd', { id: ad.id })).remaining).toBe('900');
    expect(await done(cancel, buyer, order)).toMatchObject({
      state: 'cancelled',
      end: 'buyer_cancelled',
    });
    expect(await merchant.ask('getOwnFiatAd', { id: ad.id })).toMatchObject({
      remaining: '1000',
      in_orders: '0',
    });
    expect(await seller.fiatBalance()).toEqual({ available: '9000', frozen: '1500' });
  });

  test('that ends after its ad was canceled returns the coins to the merchant', async () => {
    const { buyer, merchant, ad, order } = await placedOrder(server);
    const { revision } = await merchant.ask('getOwnFiatAd', { id: ad.id });
    await merchant.ask('cancelFiatAd', { id: ad.id, revision: String(revision) });
    expect(await merchant.fiatBalance()).toEqual({ available: '9900', frozen: '600' });
    await done(cancel, buyer, order);
    expect(await merchant.fiatBalance()).toEqual({ available: '10000', frozen: '500' });
  });
});

describe('an order on an ad that buys', () => {
  test('freezes the coins of the seller, who is paid to their own account', async () => {
    const { buyer, seller, merchant, order } = await placedOrder(server, 'buy');
    expect(buyer).toBe(merchant);
    expect(order).toMatchObject({ role: 'buyer', payee: { kind: 'bank_card' } });
    expect(await seller.fiatBalance()).toEqual({ available: '900', frozen: '100' });
    const paid = await done(declare, buyer, order);
    const completed = await done(confirm, seller, paid);
    expect(completed.events[0]).toMatchObject({ event: 'started', by: 'seller' });
    expect(await seller.fiatBalance()).toEqual({ available: '900', frozen: '0' });
    expect(await buyer.fiatBalance()).toEqual({ available: '10100', frozen: '500' });
  });

  test('canceled by the buyer returns the coins to the seller', async () => {
    const { buyer, seller, order } = await placedOrder(server, 'buy');
    await done(cancel, buyer, order);
    expect(await seller.fiatBalance()).toEqual({ available: '1000', frozen: '0' });
  });

  test('is refused to a seller without the coins, and to one without an account of the kind', async () => {
    const merchant = await newMerchant(server);
    const poor = await newFiatUser(server, { usdt: '50' });
    const ad = await postAd(merchant, 'buy');
    expect(errorOf(await takeAd(poor, ad))).toBe('collection_method_required');
    const alipay = await saveMethod(poor, 'alipay', {
      qr_pic: await ticketFor(server, 'collection'),
    });
    const named = { collection_method_id: alipay.id };
    expect(errorOf(await takeAd(poor, ad, named))).toBe('collection_method_required');
    const foreign = { collection_method_id: merchant.method.id };
    expect(errorOf(await takeAd(poor, ad, foreign))).toBe('collection_method_required');
    const card = { collection_method_id: (await saveMethod(poor, 'bank_card')).id };
    expect(errorOf(await takeAd(poor, ad, card))).toBe('insufficient_balance');
    expect(await poor.fiatBalance()).toEqual({ available: '50', frozen: '0' });
  });
});

describe('placing', () => {
  let merchant: Merchant;
  let taker: FiatUser;
  beforeAll(async () => {
    merchant = await newMerchant(server);
    taker = await newFiatUser(server);
  });

  test('is refused when a rule is broken, and takes nothing', async () => {
    const ad = await postAd(merchant);
    const refusal = async (
      ...fields: Parameters<typeof takeAd> extends [unknown, unknown, ...infer F] ? F : never
    ) => errorOf(await takeAd(taker, ad, ...fields));
    expect(await refusal({ price: '7.00001' })).toBe('amount_scale_exceeded');
    expect(await refusal({ amount: '70.001' })).toBe('amount_scale_exceeded');
    expect(await refusal({ price: '6.99' })).toBe('fiat_price_changed');
    expect(await refusal({ payment_window_min: '30' })).toBe('fiat_ad_changed');
    expect(await refusal({ amount: '69.99' })).toBe('fiat_amount_outside_limits');
    expect(await refusal({ amount: '3500.01' })).toBe('fiat_amount_outside_limits');
    expect(await refusal({ payment_kind: 'wechat' })).toBe('payment_kind_not_taken');
    expect(errorOf(await takeAd(taker, { id: '999999' }))).toBe('fiat_ad_not_found');
    expect(errorOf(await takeAd(taker, { id: '999999999999999999' }))).toBe('fiat_ad_not_found');
    expect(errorOf(await takeAd(merchant, ad))).toBe('own_fiat_ad');
    const small = await postAd(merchant, 'sell', { total: '100', max_amount: '3500' });
    expect(errorOf(await takeAd(taker, small, { quantity: '101' }))).toBe(
      'fiat_ad_remainder_too_small',
    );
    expect(await merchant.ask('getOwnFiatAd', { id: ad.id })).toMatchObject({ in_orders: '0' });
    expect((await taker.ask('listFiatOrders', {})).orders).toEqual([]);
  });

  test('by amount rounds the quantity down, by quantity the amount up', async () => {
    const ad = await postAd(merchant, 'sell', { price: '7.03' });
    const byAmount = dataOf(await takeAd(taker, ad, { amount: '100', price: '7.03' }));
    expect(byAmount).toMatchObject({ amount: '100', quantity: '14.22475106' });
    const tooFine = await takeAd(taker, ad, { quantity: '14.224751066', price: '7.03' });
    expect(errorOf(tooFine)).toBe('amount_scale_exceeded');
    const quantity = '14.22475107';
    const byQuantity = dataOf(await takeAd(taker, ad, { quantity, price: '7.03' }));
    expect(byQuantity).toMatchObject({ amount: '100.01', quantity });
    for (const order of [byAmount, byQuantity]) await done(cancel, taker, order);
  });

  test('at a price that improved for the taker uses the better one', async () => {
    const ad = await postAd(merchant);
    const other = await newFiatUser(server);
    expect(dataOf(await takeAd(other, ad, { price: '7.5' }))).toMatchObject({ price: '7' });
  });

  test('under one key is one order, and another body is refused', async () => {
    const ad = await postAd(merchant);
    const other = await newFiatUser(server);
    const key = newKey();
    const asked = await Promise.all([1, 2, 3].map(() => takeAd(other, ad, {}, key)));
    const ids = new Set(asked.map((answer) => dataOf(answer).id));
    expect(ids.size).toBe(1);
    expect(errorOf(await takeAd(other, ad, { quantity: '99' }, key))).toBe(
      'idempotency_key_reused',
    );
    expect((await other.ask('getFiatStanding', {})).open_purchases).toBe(1);
  });

  test('beyond the coins of an ad is refused, even with parallel orders', async () => {
    const ad = await postAd(merchant, 'sell', { total: '250' });
    const takers = await Promise.all([1, 2, 3, 4].map(() => newFiatUser(server)));
    const errors = (await Promise.all(takers.map((each) => takeAd(each, ad)))).map(errorOf);
    expect(errors.filter((error) => error === undefined)).toHaveLength(2);
    expect(new Set(errors.filter(Boolean))).toEqual(new Set(['fiat_ad_remainder_too_small']));
  });
});

describe('the time limit of an order', () => {
  test('can be extended once; without a confirmation the coins go to the buyer', async () => {
    const { buyer, seller, order } = await paidOrder(server, 'sell', known);
    const postponed = await done(postpone, seller, order);
    const window = LIMITS.fiat_confirm_window_ms + LIMITS.fiat_postpone_window_ms;
    expect(postponed).toMatchObject({
      state: 'postponed',
      postponements: 1,
      is_overtime: false,
      deadline_at: order.updated_at + window,
    });
    expect(errorOf(await postpone(seller, postponed))).toBe('fiat_order_changed');
    await server.controlAdvance(LIMITS.fiat_confirm_window_ms);
    const overtime = await orderOf(buyer, order.id);
    expect(overtime).toMatchObject({ state: 'postponed', is_overtime: true });
    const marked = await done(markAbnormal, buyer, overtime);
    expect(marked).toMatchObject({ state: 'abnormal', deadline_at: overtime.deadline_at });
    await server.controlAdvance(LIMITS.fiat_postpone_window_ms);
    expect(await orderOf(buyer, order.id)).toMatchObject({
      state: 'completed',
      end: 'auto_confirmed',
    });
    expect(await buyer.fiatBalance()).toEqual({ available: '1100', frozen: '0' });
  });

  test('gives the coins to the buyer when it expires', async () => {
    const { buyer, order } = await paidOrder(server, 'sell', known);
    await server.controlAdvance(LIMITS.fiat_confirm_window_ms);
    const ended = await orderOf(buyer, order.id);
    expect(ended).toMatchObject({ state: 'completed', end: 'auto_confirmed' });
    expect(ended.events.at(-1)).toMatchObject({ event: 'deadline.passed', by: 'system' });
  });

  test('returns the coins when the time to pay expires', async () => {
    const { buyer, seller, order } = await placedOrder(server);
    await server.controlAdvance(15 * MINUTE_MS);
    expect(await orderOf(buyer, order.id)).toMatchObject({
      state: 'cancelled',
      end: 'payment_timeout',
    });
    expect(await seller.fiatBalance()).toEqual({ available: '9000', frozen: '1500' });
  });
});

describe('an appeal', () => {
  test('stops the timer; withdrawn by its claimant, the timer restarts', async () => {
    const { buyer, seller, order } = await disputedOrder(server, 'seller', known);
    expect(order).toMatchObject({
      state: 'rights_protection',
      applicant: 'seller',
      deadline_at: null,
    });
    expect(order.claims).toMatchObject([{ by: 'seller', reason: 'other' }]);
    await server.controlAdvance(3 * LIMITS.fiat_confirm_window_ms);
    expect((await orderOf(buyer, order.id)).state).toBe('rights_protection');
    expect(errorOf(await withdrawRights(buyer, order))).toBe('fiat_order_changed');
    for (const side of [buyer, seller])
      expect(errorOf(await applyRights(side, order))).toBe('rights_already_applied');
    const withdrawn = await done(withdrawRights, seller, order);
    expect(withdrawn).toMatchObject({
      state: 'paid',
      applicant: null,
      deadline_at: withdrawn.updated_at + LIMITS.fiat_confirm_window_ms,
    });
  });

  test('ends when the sides settle, either way', async () => {
    const first = await disputedOrder(server, 'buyer', known);
    const completed = await done(confirm, first.seller, first.order);
    expect(completed).toMatchObject({ state: 'completed', end: 'settled' });
    const second = await disputedOrder(server, 'buyer', known);
    const given = await done(cancel, second.buyer, second.order);
    expect(given).toMatchObject({ state: 'cancelled', end: 'settled' });
    expect((await second.buyer.ask('getFiatStanding', {})).cancellations_today).toBe(1);
  });
});

describe('a step', () => {
  test('on an outdated order changes nothing', async () => {
    const { buyer, seller, order } = await placedOrder(server, 'sell', known);
    const paid = await done(declare, buyer, order);
    for (const call of [cancel, declare])
      expect(errorOf(await call(buyer, order))).toBe('fiat_order_changed');
    for (const call of [confirm, postpone, applyRights, markAbnormal])
      expect(errorOf(await call(seller, order))).toBe('fiat_order_changed');
    expect(await orderOf(buyer, order.id)).toEqual(paid);
  });

  test('of the other side, or in the wrong state, is refused and changes nothing', async () => {
    const { buyer, seller, order } = await placedOrder(server, 'sell', known);
    for (const call of [confirm, postpone, applyRights, markAbnormal, withdrawRights])
      for (const person of [buyer, seller])
        expect(errorOf(await call(person, order))).toBe('fiat_order_changed');
    for (const call of [cancel, declare])
      expect(errorOf(await call(seller, order))).toBe('fiat_order_changed');
    expect(await orderOf(buyer, order.id)).toEqual(order);
  });

  test('needs a voucher to declare, and the pay password to confirm', async () => {
    const { buyer, seller, order } = await placedOrder(server, 'sell', known);
    const seen = { id: order.id, revision: '1' };
    expect(errorOf(await buyer.call('declareFiatPayment', { ...seen, vouchers: '' }))).toBe(
      'voucher_required',
    );
    const unknown = 'x'.repeat(43);
    expect(errorOf(await buyer.call('declareFiatPayment', { ...seen, vouchers: unknown }))).toBe(
      'picture_ticket_invalid',
    );
    const paid = await done(declare, buyer, order);
    const wrong = { id: order.id, revision: String(paid.revision), pay_password: 'Wrong11x' };
    expect(errorOf(await seller.call('confirmFiatReceipt', wrong))).toBe('pay_password_incorrect');
    expect((await orderOf(seller, order.id)).state).toBe('paid');
  });
});

test('an order of other users is answered like a missing one', async () => {
  const { order } = await paidOrder(server, 'sell', known);
  const stranger = await newFiatUser(server);
  for (const id of [order.id, '999999', '999999999999999999']) {
    expect(errorOf(await stranger.call('getFiatOrder', { id }))).toBe('fiat_order_not_found');
    const seen = { id, revision: order.revision };
    for (const call of [
      cancel,
      declare,
      confirm,
      postpone,
      markAbnormal,
      applyRights,
      withdrawRights,
    ])
      expect(errorOf(await call(stranger, seen))).toBe('fiat_order_not_found');
    expect(errorOf(await stranger.call('listFiatMessages', { id }))).toBe('fiat_order_not_found');
  }
  expect((await stranger.ask('listFiatOrders', {})).orders).toEqual([]);
});

test('lists show each side its orders by state and part, page by page', async () => {
  const merchant = await newMerchant(server);
  const ad = await postAd(merchant);
  const taker = await newFiatUser(server);
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const { order } = await placedOrder(server, 'sell', { merchant, taker, ad });
    ids.unshift(order.id);
    if (at === 0) await done(declare, taker, order);
  }
  const page = await taker.ask('listFiatOrders', { size: '2' });
  expect(page.orders.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const rest = await taker.ask('listFiatOrders', { size: '2', before: page.next ?? '' });
  expect([rest.orders.map(({ id }) => id), rest.next]).toEqual([ids.slice(2), null]);
  const found = async (
    person: FiatUser,
    fields: { state?: 'open' | 'paid' | 'unpaid' | 'completed'; role?: 'buyer' | 'seller' },
  ) => (await person.ask('listFiatOrders', fields)).orders.length;
  expect(await found(taker, { state: 'open' })).toBe(3);
  expect(await found(taker, { state: 'paid' })).toBe(1);
  expect(await found(taker, { role: 'seller' })).toBe(0);
  expect(await found(merchant, { role: 'seller', state: 'unpaid' })).toBe(2);
  expect(await found(merchant, { state: 'completed' })).toBe(0);
});

test('a disabled user cannot act; the other side continues, and so does the timer unless it would release the user’s coins', async () => {
  const { buyer, seller, order } = await placedOrder(server, 'sell', known);
  const paid = await done(declare, buyer, order);
  await server.changeUser(buyer.email, 'disable');
  expect(errorOf(await server.call('getFiatOrder', { id: order.id }, { token: buyer.token }))).toBe(
    'user_disabled',
  );
  expect(await done(confirm, seller, paid)).toMatchObject({ state: 'completed' });
  await server.changeUser(buyer.email, 'enable');

  const [ofBuyer, ofSeller] = [await paidOrder(server, 'sell', known), await paidOrder(server)];
  await server.changeUser(ofBuyer.buyer.email, 'disable');
  await server.changeUser(ofSeller.seller.email, 'disable');
  await server.controlAdvance(LIMITS.fiat_confirm_window_ms + HOUR_MS);
  expect(await orderOf(ofBuyer.seller, ofBuyer.order.id)).toMatchObject({ end: 'auto_confirmed' });
  expect(await orderOf(ofSeller.buyer, ofSeller.order.id)).toMatchObject({ state: 'paid' });
});
