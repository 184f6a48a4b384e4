/** The chat of a fiat order and its pictures: delivered to both sides and shown to no other user. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { ticketFor } from '../../support/desk/documents.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  cancel,
  confirm,
  declare,
  disputedOrder,
  done,
  markAbnormal,
  orderOf,
  paidOrder,
  placedOrder,
  takeAd,
  write,
  type Known,
} from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, saveMethod } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { listen } from '../../support/fiat/fiat-sockets.ts';
import {
  callOperator,
  signInOperator,
  type TestOperator,
} from '../../support/operator/operators.ts';
import { readPicture } from '../../support/pictures.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
let operator: TestOperator;
/** An ad large enough for every test. */
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  operator = await signInOperator(server);
  const merchant = await newMerchant(server, '100000');
  known = { merchant, ad: await postAd(merchant, 'sell', { total: '50000' }) };
});
afterAll(() => giveBack(server));
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

// Before any test moves the clock, because sessions of operators end soon.
describe('pictures', () => {
  const bytesOf = async (id: string, token: string) =>
    (await readPicture(server, id, token)).headers.get('content-type');
  const IMAGE = 'image/jpeg';

  test('of payment and chat are seen by the two sides alone, and each view is logged', async () => {
    const { buyer, seller, order } = await paidOrder(server, 'sell', known);
    const picture = await ticketFor(server, 'chat');
    const { picture_id: chatId } = dataOf(await write(seller, order, '', { picture }));
    const ids = [...order.voucher_ids, ensure(chatId, 'picture of the message')];
    const stranger = await newFiatUser(server);
    for (const id of ids) {
      expect(await bytesOf(id, buyer.token)).toBe(IMAGE);
      expect(await bytesOf(id, seller.token)).toBe(IMAGE);
      expect(await bytesOf(id, stranger.token)).not.toBe(IMAGE);
      const asked = await callOperator(server, 'readPicture', { id }, { token: operator.token });
      expect(errorOf(asked)).toBe('picture_not_found');
    }
    const looks = await queryServer(
      server,
      `select reader, reader_id as "readerId" from picture_reads
       where picture_id = any($1::uuid[]) order by id`,
      [ids],
    );
    expect(looks).toEqual([
      { reader: 'owner', readerId: buyer.id },
      { reader: 'party', readerId: seller.id },
      { reader: 'party', readerId: buyer.id },
      { reader: 'owner', readerId: seller.id },
    ]);
  });

  test('are seen by an operator once a side has opened an appeal, even after its end', async () => {
    const { buyer, seller, order } = await disputedOrder(server, 'buyer', known);
    const [id] = order.voucher_ids;
    const look = async () =>
      (
        await fetch(`${server.operatorOrigin}/api/operator/picture/read?id=${id}`, {
          headers: { authorization: operator.token },
        })
      ).headers.get('content-type');
    expect(await look()).toBe(IMAGE);
    await done(confirm, seller, await orderOf(buyer, order.id));
    expect(await look()).toBe(IMAGE);
  });

  test('of a payment code are seen by the buyer of an order that is paid to it, and by no other user', async () => {
    const merchant = await newMerchant(server);
    const method = await saveMethod(merchant, 'alipay', {
      qr_pic: await ticketFor(server, 'collection'),
    });
    const id = ensure(method.qr_picture_id ?? undefined, 'picture of the code');
    const buyer = await newFiatUser(server);
    expect(await bytesOf(id, buyer.token)).not.toBe(IMAGE);
    const terms = { payment_kinds: 'alipay', collection_method_ids: method.id } as const;
    const ad = await postAd(merchant, 'sell', terms);
    const order = dataOf(await takeAd(buyer, ad, { payment_kind: 'alipay' }));
    expect(order.payee.qr_picture_id).toBe(id);
    expect(await bytesOf(id, buyer.token)).toBe(IMAGE);
    expect(await bytesOf(id, (await newFiatUser(server)).token)).not.toBe(IMAGE);
    // A buyer who has paid no longer needs it once the order has ended.
    await done(confirm, merchant, await done(declare, buyer, order));
    expect(await bytesOf(id, buyer.token)).not.toBe(IMAGE);
    expect(await bytesOf(id, merchant.token)).toBe(IMAGE);
  });
});

describe('a message', () => {
  test('reaches the other side’s page, counts as unread until it is read, and is kept', async () => {
    const { buyer, seller, order } = await placedOrder(server, 'sell', known);
    const page = await listen(seller);
    const sent = dataOf(await write(buyer, order, '<b>paid</b> \u202E!'));
    expect(sent).toMatchObject({ from: 'buyer', content: '<b>paid</b> \u202E!', picture_id: null });
    await eventually(() => {
      expect(page.heard('fiat_message').at(-1)).toEqual({
        kind: 'fiat_message',
        record: { order_id: order.id, message: sent },
      });
      expect(page.heard('fiat_order').at(-1)?.record).toMatchObject({ id: order.id, unread: 1 });
    });
    expect((await orderOf(buyer, order.id)).unread).toBe(0);

    await seller.ask('readFiatMessages', { id: order.id, message_id: sent.id });
    expect((await orderOf(seller, order.id)).unread).toBe(0);
    await write(seller, order, 'I see');
    expect((await orderOf(buyer, order.id)).unread).toBe(1);
    const { messages } = await buyer.ask('listFiatMessages', { id: order.id });
    expect(messages.map(({ from, content }) => [from, content])).toEqual([
      ['seller', 'I see'],
      ['buyer', '<b>paid</b> \u202E!'],
    ]);
    page.leave();
  });

  test('written later does not count as read beforehand', async () => {
    const { buyer, seller, order } = await placedOrder(server, 'sell', known);
    await write(buyer, order, 'first');
    const farOff = '999999999999999999';
    await seller.ask('readFiatMessages', { id: order.id, message_id: farOff });
    const second = dataOf(await write(buyer, order, 'second'));
    await write(buyer, order, 'third');
    expect((await orderOf(seller, order.id)).unread).toBe(2);
    await seller.ask('readFiatMessages', { id: order.id, message_id: second.id });
    expect((await orderOf(seller, order.id)).unread).toBe(1);
  });

  test('sent twice under one key is one message, even at the same moment', async () => {
    const { buyer, order } = await placedOrder(server, 'sell', known);
    const client_id = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => write(buyer, order, 'once', { client_id })),
    );
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    const { messages } = await buyer.ask('listFiatMessages', { id: order.id });
    expect(messages).toHaveLength(1);
  });

  test('with another text under a used key is refused, even at the same moment', async () => {
    const { buyer, order } = await placedOrder(server, 'sell', known);
    const client_id = randomUUID();
    const words = ['one', 'two', 'three'];
    const answers = await Promise.all(
      words.map((content) => write(buyer, order, content, { client_id })),
    );
    expect(answers.map(errorOf).toSorted()).toEqual([
      'idempotency_key_reused',
      'idempotency_key_reused',
      undefined,
    ]);
    const { messages } = await buyer.ask('listFiatMessages', { id: order.id });
    expect(messages.map(({ content }) => content)).toEqual([
      words[answers.findIndex((answer) => errorOf(answer) === undefined)],
    ]);
  });

  test('under a used key is refused when its picture was added or removed', async () => {
    const { buyer, order } = await placedOrder(server, 'sell', known);
    const [plain, shown] = [{ client_id: randomUUID() }, { client_id: randomUUID() }];
    const picture = await ticketFor(server, 'chat');
    await write(buyer, order, 'the receipt', plain);
    const sent = dataOf(await write(buyer, order, 'the receipt', { ...shown, picture }));
    const other = await ticketFor(server, 'chat');
    expect([
      errorOf(await write(buyer, order, 'the receipt', { ...plain, picture: other })),
      errorOf(await write(buyer, order, 'the receipt', shown)),
    ]).toEqual(['idempotency_key_reused', 'idempotency_key_reused']);
    // A page that retries has uploaded its picture again.
    const again = await write(buyer, order, 'the receipt', { ...shown, picture: other });
    expect(dataOf(again)).toEqual(sent);
    const { messages } = await buyer.ask('listFiatMessages', { id: order.id });
    expect(messages.map(({ picture_id }) => picture_id)).toEqual([sent.picture_id, null]);
  });

  test('is read page by page, newest first', async () => {
    const { buyer, order } = await placedOrder(server, 'sell', known);
    for (const text of ['1', '2', '3']) await write(buyer, order, text);
    const first = await buyer.ask('listFiatMessages', { id: order.id, size: '2' });
    expect(first.messages.map(({ content }) => content)).toEqual(['3', '2']);
    const before = ensure(first.next ?? undefined, 'a second page');
    const second = await buyer.ask('listFiatMessages', { id: order.id, size: '2', before });
    expect([second.messages.map(({ content }) => content), second.next]).toEqual([['1'], null]);
  });

  test('beyond the limit of a minute has to wait', async () => {
    const { buyer, order } = await placedOrder(server, 'sell', known);
    const answers = await Promise.all(
      Array.from({ length: LIMITS.fiat_messages_per_minute_max }, () => write(buyer, order, 'x')),
    );
    expect(answers.map(errorOf).filter(Boolean)).toEqual([]);
    expect(errorOf(await write(buyer, order, 'x'))).toBe('rate_limited');
    await server.controlAdvance(MINUTE_MS);
    expect(errorOf(await write(buyer, order, 'x'))).toBeUndefined();
  });

  test('can be written for a while after the end, and not later', async () => {
    const { buyer, seller, order } = await placedOrder(server, 'sell', known);
    await done(cancel, buyer, order);
    expect(errorOf(await write(seller, order, 'why?'))).toBeUndefined();
    await server.controlAdvance(LIMITS.fiat_chat_open_after_end_ms / 2);
    for (const person of [buyer, seller]) await person.renew();
    expect(errorOf(await write(seller, order, 'why?'))).toBeUndefined();
    await server.controlAdvance(LIMITS.fiat_chat_open_after_end_ms / 2);
    expect(errorOf(await write(seller, order, 'why?'))).toBe('fiat_chat_closed');
    expect((await buyer.ask('listFiatMessages', { id: order.id })).messages).toHaveLength(2);
  });

  test('of the side that marks the order abnormal gives the reason', async () => {
    const { buyer, seller, order } = await paidOrder(server, 'sell', known);
    await done(markAbnormal, seller, order);
    const { messages } = await buyer.ask('listFiatMessages', { id: order.id });
    expect(messages).toMatchObject([{ from: 'seller', content: 'The name is another one.' }]);
  });

  test('of a stranger, or to an order that does not exist, is refused with the same error', async () => {
    const { order } = await placedOrder(server, 'sell', known);
    const stranger = await newFiatUser(server);
    for (const id of [order.id, '999999', '999999999999999999']) {
      expect(errorOf(await write(stranger, { id }, 'hello'))).toBe('fiat_order_not_found');
      const read = await stranger.call('readFiatMessages', { id, message_id: '1' });
      expect(errorOf(read)).toBe('fiat_order_not_found');
    }
  });
});

test('both pages receive every step, each from its own side', async () => {
  const { buyer, seller, order } = await placedOrder(server, 'sell', known);
  const [ofBuyer, ofSeller] = [await listen(buyer), await listen(seller)];
  const paid = await done(declare, buyer, order);
  await done(confirm, seller, paid);
  for (const [page, role] of [
    [ofBuyer, 'buyer'],
    [ofSeller, 'seller'],
  ] as const) {
    await eventually(() => {
      const told = page.heard('fiat_order').map((event) => event.record);
      expect(told.map(({ state, revision }) => [state, revision])).toEqual([
        ['paid', 2],
        ['completed', 3],
      ]);
      expect(new Set(told.map((each) => each.role))).toEqual(new Set([role]));
    });
    page.leave();
  }
});
