/** The order calls over HTTP: the response of each if all is well. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { findMarket, placeOrder, type OrderFields } from '../../support/spot/orders.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let market: Awaited<ReturnType<typeof findMarket>>;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({
    env: {
      SEED: 'none',
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
    },
  });
  market = await findMarket(server, 'BTC');
  ann = await newTrader(server, { USDT: '1000000' });
  bob = await newTrader(server, { BTC: '10', USDT: '1000000' });
});
afterAll(() => server.stop());

const limit = (side: 'buy' | 'sell', price: string, quantity = '0.01'): OrderFields => ({
  side,
  type: 'limit',
  price,
  quantity,
});
const place = async (who: TestUser, fields: OrderFields) =>
  dataOf(await placeOrder(server, who, { currency_match_id: market.id, ...fields }));
const cancelAll = (who: TestUser) =>
  server.call('cancelAllOrders', { currency_match_id: market.id }, { token: who.token });
const detail = async (who: TestUser, id: string) =>
  dataOf(await server.call('getOrder', { id }, { token: who.token }));

describe('placing an order', () => {
  test('that rests returns it with its funds frozen', async () => {
    const price = market.priceAt(0.95);
    const before = await balanceOf(server, ann, 'USDT');
    const order = await place(ann, limit('buy', price));
    expect(order).toMatchObject({
      currency_match_id: Number(market.id),
      side: 'buy',
      type: 'limit',
      state: 'paid',
      end_reason: null,
      price,
      quantity: '0.01',
      amount: null,
      executed_quantity: '0',
      executed_amount: '0',
      average_price: null,
      fee: '0',
      fee_currency_code: 'BTC',
      maker_fee_ppm: 1_000,
      taker_fee_ppm: 1_000,
      revision: 1,
    });
    const after = await balanceOf(server, ann, 'USDT');
    const cost = Number(price) * 0.01;
    expect(Number(after.frozen) - Number(before.frozen)).toBeCloseTo(cost, 6);
    expect(Number(before.available) - Number(after.available)).toBeCloseTo(cost, 6);
    const depth = dataOf(await server.call('getDepth', { currency_match_id: market.id }));
    expect(depth.bids).toContainEqual([price, '0.01']);
    await cancelAll(ann);
  });

  test('that meets another trades at the resting price, and both pay their fee', async () => {
    const price = market.priceAt(1.01);
    const maker = await place(bob, limit('sell', price));
    const taker = await place(ann, limit('buy', market.priceAt(1.03)));
    expect(taker).toMatchObject({
      state: 'executed',
      executed_quantity: '0.01',
      average_price: price,
      fee: '0.00001',
      fee_currency_code: 'BTC',
    });
    const sold = await detail(bob, maker.id);
    expect(sold).toMatchObject({ state: 'executed', revision: 2, fee_currency_code: 'USDT' });
    expect(Number(sold.fee)).toBeCloseTo(Number(price) * 0.01 * 0.001, 9);
    expect(sold.fills).toMatchObject([{ role: 'maker', price, quantity: '0.01' }]);
    const bought = await detail(ann, taker.id);
    expect(bought.fills).toMatchObject([{ role: 'taker', price, fee: '0.00001' }]);
    expect(bought.fills[0]?.deal_id).toBe(sold.fills[0]?.deal_id);
    const deals = dataOf(await server.call('listDeals', { currency_match_id: market.id }));
    expect(deals[0]).toMatchObject({ price, quantity: '0.01', side: 'buy' });
  });

  test('at the market takes by quantity and by amount', async () => {
    const price = market.priceAt(1.01);
    await place(bob, limit('sell', price, '0.05'));
    const byQuantity = await place(ann, { side: 'buy', type: 'market', quantity: '0.02' });
    expect(byQuantity).toMatchObject({
      state: 'executed',
      price: null,
      quantity: '0.02',
      executed_quantity: '0.02',
      average_price: price,
    });
    const byAmount = await place(ann, { side: 'buy', type: 'market', amount: '500' });
    expect(byAmount).toMatchObject({ state: 'executed', quantity: null, amount: '500' });
    expect(Number(byAmount.executed_amount)).toBeLessThanOrEqual(500);
    expect(Number(byAmount.executed_amount)).toBeGreaterThan(499);
    await cancelAll(bob);
    await place(ann, limit('buy', market.priceAt(0.97), '0.005'));
    const sold = await place(bob, { side: 'sell', type: 'market', quantity: '0.01' });
    expect(sold).toMatchObject({
      state: 'cancelled',
      end_reason: 'no_liquidity',
      executed_quantity: '0.005',
    });
  });

  test('that would meet an own one expires', async () => {
    await place(bob, limit('sell', market.priceAt(1.01)));
    const own = await place(bob, limit('buy', market.priceAt(1.02)));
    expect(own).toMatchObject({ state: 'cancelled', end_reason: 'self_trade' });
    await cancelAll(bob);
  });

  test('with the same key a hundred times at once is one order', async () => {
    const key = newKey();
    const fields = { currency_match_id: market.id, ...limit('buy', market.priceAt(0.94)) };
    const address = newClientAddress();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => placeOrder(server, ann, fields, key, address)),
    );
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    const open = dataOf(await server.call('listOpenOrders', {}, { token: ann.token }));
    expect(open).toHaveLength(1);
    await cancelAll(ann);
    // The response is the first order, in its current state.
    expect(dataOf(await placeOrder(server, ann, fields, key))).toMatchObject({
      state: 'cancelled',
      end_reason: 'owner',
    });
  });

  test('a thousand times at once against a balance for ten: exactly ten', async () => {
    const price = market.priceAt(0.95);
    const poor = await newTrader(server, {
      USDT: String(Number((Number(price) * 0.1 * 1.000_001).toFixed(6))),
    });
    const fields = { currency_match_id: market.id, ...limit('buy', price) };
    const address = newClientAddress();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => placeOrder(server, poor, fields, newKey(), address)),
    );
    const refused = answers.map(errorOf).filter((error) => error !== undefined);
    expect(refused).toHaveLength(990);
    expect(new Set(refused)).toEqual(new Set(['insufficient_balance']));
    const token = poor.token;
    expect(dataOf(await server.call('listOpenOrders', {}, { token }))).toHaveLength(10);
    await cancelAll(poor);
    expect((await balanceOf(server, poor, 'USDT')).frozen).toBe('0');
  });
});

describe('cancelling', () => {
  test('an order releases its frozen funds', async () => {
    const before = await balanceOf(server, ann, 'USDT');
    const { id } = await place(ann, limit('buy', market.priceAt(0.95)));
    const cancelled = await server.call('cancelOrder', { id }, { token: ann.token });
    expect(dataOf(cancelled)).toMatchObject({ id, state: 'cancelled', end_reason: 'owner' });
    expect(await balanceOf(server, ann, 'USDT')).toEqual(before);
  });

  test('all of a market leaves those of other users and markets', async () => {
    const ether = await findMarket(server, 'ETH');
    const [first, second] = [
      await place(ann, limit('buy', market.priceAt(0.95))),
      await place(ann, limit('buy', market.priceAt(0.94))),
    ];
    const other = dataOf(
      await placeOrder(server, ann, {
        ...limit('buy', ether.priceAt(0.95), '0.1'),
        currency_match_id: ether.id,
      }),
    );
    const foreign = await place(bob, limit('buy', market.priceAt(0.95)));
    expect(dataOf(await cancelAll(ann))).toEqual([first.id, second.id]);
    expect(dataOf(await cancelAll(ann))).toEqual([]);
    const open = async ({ token }: TestUser) =>
      dataOf(await server.call('listOpenOrders', {}, { token })).map(({ id }) => id);
    expect(await open(ann)).toEqual([other.id]);
    expect(await open(bob)).toEqual([foreign.id]);
    await cancelAll(bob);
  });
});

describe('lists', () => {
  let trader: TestUser;
  let ids: string[];

  beforeAll(async () => {
    trader = await newTrader(server, { USDT: '100000', BTC: '1' });
    ids = [];
    for (const [side, factor] of [
      ['buy', 0.95],
      ['sell', 1.05],
      ['buy', 0.94],
      ['sell', 1.06],
      ['buy', 0.93],
    ] as const)
      ids.push((await place(trader, limit(side, market.priceAt(factor)))).id);
    await server.call('cancelOrder', { id: ids[1] ?? '' }, { token: trader.token });
  });

  const history = async (query: Record<string, string>) => {
    const page = await server.call('listOrderHistory', query, { token: trader.token });
    const { orders, next } = dataOf(page);
    return { ids: orders.map(({ id }) => id), next };
  };

  test('open orders come newest first, and by market', async () => {
    const open = async (query: Record<string, string>) =>
      dataOf(await server.call('listOpenOrders', query, { token: trader.token })).map(
        ({ id }) => id,
      );
    const expected = [ids[4], ids[3], ids[2], ids[0]];
    expect(await open({})).toEqual(expected);
    expect(await open({ currency_match_id: market.id })).toEqual(expected);
    expect(await open({ currency_match_id: '2' })).toEqual([]);
  });

  test('the history comes in pages, each once', async () => {
    const first = await history({ size: '2' });
    expect(first).toEqual({ ids: [ids[4], ids[3]], next: ids[3] });
    const second = await history({ size: '2', before: first.next ?? '' });
    expect(second).toEqual({ ids: [ids[2], ids[1]], next: ids[1] });
    const last = await history({ size: '2', before: second.next ?? '' });
    expect(last).toEqual({ ids: [ids[0]], next: null });
  });

  test('the history can be filtered by side, state and market, also together', async () => {
    expect((await history({ side: 'sell' })).ids).toEqual([ids[3], ids[1]]);
    expect((await history({ state: 'cancelled' })).ids).toEqual([ids[1]]);
    expect((await history({ state: 'paid', side: 'sell' })).ids).toEqual([ids[3]]);
    expect((await history({ currency_match_id: '2' })).ids).toEqual([]);
  });

  test('a user sees no orders of another', async () => {
    const stranger = await newTrader(server);
    const { token } = stranger;
    expect(dataOf(await server.call('listOpenOrders', {}, { token }))).toEqual([]);
    expect(dataOf(await server.call('listOrderHistory', {}, { token }))).toEqual({
      orders: [],
      next: null,
    });
  });
});

/** An id above those that this server assigns. */
const FIRST_COPY = 1_000_000;

/** Inserts copies of a row, with higher ids. */
const copyRow = (table: 'spot_orders' | 'spot_deals', id: number, count: number) =>
  queryServer(
    server,
    `insert into ${table} select copy.* from ${table} as known,
       generate_series($2::bigint, $2::bigint + $3::bigint - 1) as number,
       jsonb_populate_record(known, jsonb_build_object('id', number)) as copy
     where known.id = $1`,
    [id, FIRST_COPY, count],
  );

// The last test, because an order that contradicts its trades closes its market.
describe('a long list', () => {
  test('is filtered page by page when few orders match', async () => {
    const trader = await newTrader(server, { USDT: '100000', BTC: '1' });
    const { id } = await place(trader, limit('sell', market.priceAt(1.05)));
    await cancelAll(trader);
    await copyRow('spot_orders', Number(id), 7_000);
    await queryServer(server, "update spot_orders set side = 'buy' where id >= $1", [FIRST_COPY]);
    const sells = async (page: { readonly before?: string }) =>
      dataOf(
        await server.call('listOrderHistory', { side: 'sell', ...page }, { token: trader.token }),
      );

    const first = await sells({});
    expect(first.orders).toEqual([]);
    // The call has scanned five thousand rows.
    expect(first.next).toBe(String(FIRST_COPY + 2_000));
    const second = await sells({ before: String(first.next) });
    expect(second.orders.map((order) => order.id)).toEqual([id]);
    expect(second.next).toBeNull();
  });

  test('of trades of one order is cut, and the number of missing ones is given', async () => {
    const maker = await place(bob, limit('sell', market.priceAt(1.01)));
    await place(ann, limit('buy', market.priceAt(1.01)));
    const [deal] = (await detail(bob, maker.id)).fills;
    const most = LIMITS.order_fills_listed;
    await copyRow('spot_deals', Number(deal?.deal_id), most + 6);

    const { fills, fills_omitted: omitted } = await detail(bob, maker.id);
    const newest = Array.from({ length: most }, (_, at) => String(FIRST_COPY + 6 + at));
    expect(fills.map(({ deal_id: id }) => id)).toEqual(newest);
    expect(omitted).toBe(7);
  });
});
