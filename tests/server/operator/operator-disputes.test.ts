/** Disputes over fiat orders and the ads of the market, as operators see and decide them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  applyRights,
  cancel,
  confirm,
  disputedOrder,
  done,
  orderOf,
  paidOrder,
  placedOrder,
  withdrawRights,
  write,
  type OrderScene,
} from '../../support/fiat/fiat-orders.ts';
import { newMerchant, type Merchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { ticketFor } from '../../support/desk/documents.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import type { OperatorFields, TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const reason = 'a test';
const text = 'The transfer of the buyer is in the statement of the bank.';

let server: TestServer;
let operator: TestOperator;
let merchant: Merchant;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  operator = await signInOperator(server);
  merchant = await newMerchant(server);
});
// It verifies the whole ledger.
afterAll(() => giveBack(server));

const disputed = (applicant: 'buyer' | 'seller' = 'buyer') => disputedOrder(server, applicant);
type Award = Omit<OperatorFields<'awardDispute'>, 'id' | 'reason' | 'text'>;
const award = ({ order }: Pick<OrderScene, 'order'>, verdict: Award) =>
  operator.call('awardDispute', { id: order.id, text, reason, ...verdict });
const queue = async (state: 'waiting' | 'decided' | 'settled') =>
  (await operator.ask('listDisputes', { state, size: '100' })).disputes.map(({ id }) => id);

describe('the queue', () => {
  test('holds open disputes, the longest wait first, and is counted', async () => {
    const before = await operator.ask('countQueues', {});
    const placedFirst = await paidOrder(server);
    const first = await disputed();
    const second = await disputed('seller');
    // Placed before the others, and disputed after them.
    const third = { order: await done(applyRights, placedFirst.buyer, placedFirst.order) };
    const ids = await queue('waiting');
    const wanted = [first, second, third].map(({ order }) => order.id);
    expect(ids.filter((id) => wanted.includes(id))).toEqual(wanted);
    const after = await operator.ask('countQueues', {});
    expect(after.disputes).toBe(before.disputes + 3);
  });

  test('is read page by page', async () => {
    const whole = await queue('waiting');
    const page = await operator.ask('listDisputes', { size: '2' });
    const rest = await operator.ask('listDisputes', {
      size: '100',
      before: ensure(page.next ?? undefined, 'next page'),
    });
    expect([...page.disputes, ...rest.disputes].map(({ id }) => id)).toEqual(whole);
    expect(rest.next).toBeNull();
  });

  test('separates decided, settled and withdrawn disputes', async () => {
    const decided = await disputed();
    expect(errorOf(await award(decided, { to: 'buyer' }))).toBeUndefined();
    const settled = await disputed();
    await done(confirm, settled.seller, settled.order);
    const withdrawn = await disputed();
    await done(withdrawRights, withdrawn.buyer, withdrawn.order);
    const [waits, ended, others] = [
      await queue('waiting'),
      await queue('decided'),
      await queue('settled'),
    ];
    const places = [decided, settled, withdrawn].map(({ order: { id } }) =>
      [waits, ended, others].map((ids) => ids.includes(id)),
    );
    expect(places).toEqual([
      [false, true, false],
      [false, false, true],
      [false, false, true],
    ]);
  });

  test('can be filtered by user', async () => {
    const { buyer, order } = await disputed();
    const { disputes } = await operator.ask('listDisputes', { user_id: String(buyer.id) });
    expect(disputes).toMatchObject([
      { id: order.id, claimed_by: 'buyer', buyer: { account: buyer.email } },
    ]);
  });
});

describe('the record', () => {
  test('shows both sides, the agreed terms, the evidence, and the payment account', async () => {
    const { buyer, seller, order, merchant: own } = await disputed();
    const detail = await operator.ask('getDispute', { id: order.id });
    expect(detail).toMatchObject({
      state: 'rights_protection',
      quantity: '100',
      currency_code: 'USDT',
      amount: '700',
      fiat_code: 'CNY',
      price: '7',
      payment_window_ms: 900_000,
      confirm_window_ms: LIMITS.fiat_confirm_window_ms,
      payee: { real_name: 'Ann Example', account: '6222 0210 0111 2239' },
      claims: [{ by: 'buyer', reason: 'other', content: expect.stringContaining('agree') }],
      sides: {
        buyer: { account: buyer.email, shop: null, orders: 1, completed_orders: 0 },
        seller: { account: seller.email, shop: { name: own.shopName } },
      },
      award: null,
      is_chat_open: true,
    });
    expect(detail.voucher_ids).toHaveLength(1);
  });

  test('shows the earlier orders of each side', async () => {
    const given = await placedOrder(server);
    await done(cancel, given.buyer, given.order);
    const first = await disputedOrder(server, 'buyer', { taker: given.taker });
    expect(errorOf(await award(first, { to: 'seller', is_payment_false: '1' }))).toBeUndefined();
    const { order } = await disputedOrder(server, 'buyer', { taker: given.taker });
    const { sides } = await operator.ask('getDispute', { id: order.id });
    expect(sides.buyer).toMatchObject({
      cancellations_today: 1,
      false_payments: 1,
      orders: 3,
      completed_orders: 0,
      disputed_orders: 2,
      disabled_at: null,
    });
  });

  test('of an undisputed order cannot be read, nor its chat', async () => {
    const { order } = await paidOrder(server);
    const refusals = [
      errorOf(await operator.call('getDispute', { id: order.id })),
      errorOf(await operator.call('listDisputeMessages', { id: order.id })),
    ];
    expect(refusals).toEqual(['fiat_order_not_found', 'fiat_order_not_found']);
  });

  test('has pictures that operators read, each of which is logged', async () => {
    const { order } = await disputed();
    const { voucher_ids: vouchers } = await operator.ask('getDispute', { id: order.id });
    const voucher = ensure(vouchers[0], 'voucher');
    const { path } = OPERATOR_ENDPOINTS.readPicture;
    const response = await fetch(`${server.operatorOrigin}${path}?id=${voucher}`, {
      headers: { authorization: operator.token },
    });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const reads = await queryServer(
      server,
      'select reader, reader_id from picture_reads where picture_id = $1',
      [voucher],
    );
    expect(reads).toEqual([{ reader: 'operator', reader_id: operator.operatorId }]);
  });
});

describe('the chat', () => {
  test('is read with its pictures, page by page, and an operator writes to both sides', async () => {
    const { buyer, seller, order } = await disputed();
    await write(buyer, order, 'I paid at noon.');
    const picture = await ticketFor(server, 'chat');
    await write(seller, order, 'Nothing came.', { picture });
    await operator.ask('writeDisputeMessage', {
      id: order.id,
      content: 'Please show the statement of today.',
      reason,
    });
    const first = await operator.ask('listDisputeMessages', { id: order.id, size: '2' });
    expect(first.messages).toMatchObject([
      { from: 'operator', content: 'Please show the statement of today.', picture_id: null },
      { from: 'seller', content: 'Nothing came.', picture_id: expect.any(String) },
    ]);
    const before = ensure(first.next ?? undefined, 'next page');
    const { messages } = await operator.ask('listDisputeMessages', { id: order.id, before });
    expect(messages).toMatchObject([{ from: 'buyer', content: 'I paid at noon.' }]);
    for (const person of [buyer, seller]) {
      const seen = await person.ask('listFiatMessages', { id: order.id });
      expect(seen.messages[0]).toMatchObject({ from: 'operator' });
    }
  });

  test('stores a message of an operator once, however often it is sent', async () => {
    const { seller, order } = await disputed();
    const client_id = randomUUID();
    const fields = { id: order.id, client_id, content: 'Please show the statement.', reason };
    const sent = await Promise.all(
      [1, 2, 3].map(() => operator.call('writeDisputeMessage', fields)),
    );
    expect(sent.map(errorOf)).toEqual([undefined, undefined, undefined]);
    const changed = await operator.call('writeDisputeMessage', { ...fields, content: 'Other.' });
    expect(errorOf(changed)).toBe('idempotency_key_reused');
    expect((await seller.ask('listFiatMessages', { id: order.id })).messages).toHaveLength(1);
    const subject = { subject_kind: 'fiat_order', subject_id: order.id } as const;
    expect((await operator.ask('listAudit', subject)).entries).toHaveLength(1);
    const { client_id: _, ...unnamed } = fields;
    await operator.ask('writeDisputeMessage', unnamed);
    await operator.ask('writeDisputeMessage', unnamed);
    expect((await seller.ask('listFiatMessages', { id: order.id })).messages).toHaveLength(3);
  });

  test('is closed to operators after the verdict', async () => {
    const scene = await disputed();
    expect(errorOf(await award(scene, { to: 'buyer' }))).toBeUndefined();
    const { id } = scene.order;
    const answer = await operator.call('writeDisputeMessage', { id, content: 'Late.', reason });
    expect(errorOf(answer)).toBe('fiat_chat_closed');
  });
});

describe('the verdict', () => {
  test.each(['buyer', 'seller'] as const)(
    'for the %s gives the coins to that side, notifies both with the reason, and is final',
    async (to) => {
      const scene = await disputed();
      const { buyer, seller, order } = scene;
      const { disputes } = await operator.ask('countQueues', {});
      const decided = await award(scene, { to });
      expect(decided.data).toMatchObject({
        end: `awarded_to_${to}`,
        award: { operator_name: 'Demo operator', text, is_payment_false: false },
        is_chat_open: false,
      });
      expect(await buyer.fiatBalance()).toMatchObject({
        available: to === 'buyer' ? '1100' : '1000',
      });
      for (const person of [buyer, seller])
        expect(await orderOf(person, order.id)).toMatchObject({
          end: `awarded_to_${to}`,
          award_text: text,
        });
      expect((await operator.ask('countQueues', {})).disputes).toBe(disputes - 1);
      const other = to === 'buyer' ? 'seller' : 'buyer';
      expect(errorOf(await award(scene, { to: other }))).toBe('already_decided');
      const { entries } = await operator.ask('listAudit', {
        subject_kind: 'fiat_order',
        subject_id: order.id,
      });
      expect(entries).toHaveLength(1);
    },
  );

  test('is refused when the sides have settled before it', async () => {
    const scene = await disputed();
    await done(cancel, scene.buyer, scene.order);
    expect(errorOf(await award(scene, { to: 'buyer' }))).toBe('already_decided');
  });

  test('of two operators at once is one', async () => {
    const scene = await disputed();
    const answers = await Promise.all([
      award(scene, { to: 'buyer' }),
      award(scene, { to: 'seller' }),
    ]);
    const errors = answers.map((answer) => errorOf(answer));
    expect(errors.toSorted()).toEqual(['record_changed', undefined]);
  });

  test('for the buyer cannot call the payment false', async () => {
    const scene = await disputed();
    const answer = await award(scene, { to: 'buyer', is_payment_false: '1' });
    expect(answer).toMatchObject({ error: 'invalid_request', fields: ['is_payment_false'] });
  });
});

describe('ads', () => {
  test('are found by shop and by number, with their figures', async () => {
    const ad = await postAd(merchant, 'sell', { total: '300' });
    await postAd(merchant, 'buy');
    const byShop = await operator.ask('listFiatAds', { text: merchant.shopName.slice(1, 9) });
    expect(byShop.ads.length).toBeGreaterThan(1);
    const byNumber = await operator.ask('listFiatAds', { text: ad.id });
    const found = ensure(
      byNumber.ads.find(({ id }) => id === ad.id),
      'ad',
    );
    expect(found).toMatchObject({
      person: { account: merchant.email },
      shop: { name: merchant.shopName, is_open: true },
      side: 'sell',
      state: 'opening',
      fixed_price: '7',
      total: '300',
      remaining: '300',
      in_orders: '0',
    });
    const buying = await operator.ask('listFiatAds', { state: 'opening', user_id: '999999' });
    expect(buying.ads).toEqual([]);
  });

  test('are not found by wildcards', async () => {
    for (const sign of ['%', '_', '\\'])
      expect((await operator.ask('listFiatAds', { text: sign })).ads).toEqual([]);
  });

  test('are taken down with a reason for the merchant; open orders continue', async () => {
    const scene = await placedOrder(server);
    const words = 'The remark asks for cash.';
    const removed = await operator.ask('removeFiatAd', { id: scene.ad.id, text: words, reason });
    expect(removed).toMatchObject({ state: 'removed', removal: 'operator', removal_text: words });
    expect(await scene.merchant.ask('getOwnFiatAd', { id: scene.ad.id })).toMatchObject({
      state: 'removed',
      removal_text: words,
    });
    expect((await orderOf(scene.buyer, scene.order.id)).state).toBe('unpaid');
    const again = await operator.call('removeFiatAd', { id: scene.ad.id, text: words, reason });
    expect(errorOf(again)).toBe('not_changed');
  });
});

describe('the history of a record', () => {
  test('shows its state, its steps and its running delays, and has no account names', async () => {
    const { order, buyer } = await paidOrder(server);
    const course = await operator.ask('getLifecycle', { kind: 'fiat-order', id: order.id });
    expect(course).toMatchObject({
      state: 'confirming.inTime.paid',
      revision: 2,
      context: { buyerId: buyer.id, postponements: 0, applicant: null },
      faults: [],
      steps: [
        { revision: 1, event: 'lifecycle.started', by: null, state: 'unpaid' },
        { event: 'payment.declare', by: 'buyer', effects: ['notifySeller'] },
      ],
      timers: [{ delay: 'confirmWindow', state: 'confirming.inTime' }],
    });
    const left = ensure(course.timers[0], 'timer').due_at - course.read_at;
    expect(left).toBeLessThanOrEqual(LIMITS.fiat_confirm_window_ms);
    expect(left).toBeGreaterThan(LIMITS.fiat_confirm_window_ms - 60_000);
    expect(JSON.stringify(course)).not.toMatch(/6222 ?0210/);
  });

  test('shows which delay ran out', async () => {
    const { order } = await placedOrder(server);
    await server.controlAdvance(900_000);
    const course = await operator.ask('getLifecycle', { kind: 'fiat-order', id: order.id });
    expect(course).toMatchObject({ state: 'cancelled', timers: [] });
    expect(course.steps.at(-1)).toMatchObject({
      event: 'lifecycle.delayPassed',
      delay: 'paymentWindow',
      by: null,
    });
  });

  test('exists for every other kind', async () => {
    const person = await newTrader(server, { USDT: '1000' });
    const ticket = { type: 'other', title: 'A question', content: 'Where is my coin?' } as const;
    const { id: ticketId } = dataOf(await openTicket(server, person.token, ticket));
    const { id: marketId, priceAt } = await findMarket(server, 'ETH');
    const { id: orderId } = dataOf(
      await placeOrder(server, person, {
        currency_match_id: marketId,
        type: 'limit',
        side: 'buy',
        price: priceAt(0.95),
        quantity: '0.01',
      }),
    );
    expect(
      await operator.ask('getLifecycle', { kind: 'feedback-ticket', id: ticketId }),
    ).toMatchObject({ state: 'awaitingReply', faults: [] });
    expect(await operator.ask('getLifecycle', { kind: 'spot-order', id: orderId })).toMatchObject({
      state: 'paid.waiting',
      revision: 1,
      faults: [],
      steps: [{ event: 'lifecycle.started', by: null }],
    });
  });

  test('exists for ads too, and not for missing records', async () => {
    const ad = await postAd(merchant);
    const course = await operator.ask('getLifecycle', { kind: 'fiat-ad', id: ad.id });
    expect(course).toMatchObject({ state: 'alive.opening', faults: [] });
    const unknown = await operator.call('getLifecycle', { kind: 'deposit', id: '999999999' });
    expect(errorOf(unknown)).toBe('record_not_found');
  });
});
