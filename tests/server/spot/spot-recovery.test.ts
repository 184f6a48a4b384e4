/** The state that a restarted server finds: open orders, balances, keys and the numbering. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { findMarket, placeOrder, type OrderFields } from '../../support/spot/orders.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let market: Awaited<ReturnType<typeof findMarket>>;
let ann: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { SEED: 'none', MARKET_MAKER: 'off' },
  });
  market = await findMarket(server, 'ETH');
  ann = await newTrader(server, { USDT: '100000' });
  bob = await newTrader(server, { ETH: '100' });
});
afterAll(() => server.stop());

const fields = (side: 'buy' | 'sell', factor: number, quantity: string) =>
  ({
    currency_match_id: market.id,
    side,
    type: 'limit',
    price: market.priceAt(factor),
    quantity,
  }) satisfies OrderFields;

test.each(['signal', 'kill'] as const)(
  'after a %s all orders and balances are as before, and trading continues',
  async (how) => {
    const key = newKey();
    const bid = fields('buy', 0.97, '2');
    const first = dataOf(await placeOrder(server, ann, bid, key));
    dataOf(await placeOrder(server, bob, { ...bid, side: 'sell', quantity: '0.5' }));
    const ask = dataOf(await placeOrder(server, bob, fields('sell', 1.03, '3')));
    const state = async () => ({
      ann: await server.call('listOpenOrders', {}, { token: ann.token }),
      bob: await server.call('listOpenOrders', {}, { token: bob.token }),
      balances: [
        await balanceOf(server, ann, 'USDT'),
        await balanceOf(server, ann, 'ETH'),
        await balanceOf(server, bob, 'USDT'),
        await balanceOf(server, bob, 'ETH'),
      ],
      history: await server.call('listOrderHistory', {}, { token: ann.token }),
      levels: dataOf(await server.call('getDepth', { currency_match_id: market.id })).bids,
    });
    const before = await state();
    expect(dataOf(before.ann)).toMatchObject([{ id: first.id, executed_quantity: '0.5' }]);

    if (how === 'kill') await server.kill();
    await server.restart();

    expect(await state()).toEqual(before);
    // The same key still returns the same order, and a different order under it is rejected.
    expect(dataOf(await placeOrder(server, ann, bid, key))).toMatchObject({
      id: first.id,
      executed_quantity: '0.5',
    });
    const other = await placeOrder(server, ann, { ...bid, quantity: '1' }, key);
    expect(errorOf(other)).toBe('idempotency_key_reused');
    // Resting orders from before match now, and new orders get new numbers.
    const sale = dataOf(await placeOrder(server, bob, { ...bid, side: 'sell', quantity: '1.5' }));
    expect(sale).toMatchObject({ state: 'executed', executed_quantity: '1.5' });
    expect(Number(sale.id)).toBeGreaterThan(Number(ask.id));
    dataOf(await server.call('cancelOrder', { id: ask.id }, { token: bob.token }));
    expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  },
);
