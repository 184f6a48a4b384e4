/** The rate of order commands per user, over HTTP, from any number of addresses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';

let server: TestServer;
let market: Awaited<ReturnType<typeof findMarket>>;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', ORDER_COMMANDS_PER_S: '1' };
  server = await startTestServer({ env });
  market = await findMarket(server, 'BTC');
});
afterAll(() => server.stop());

const place = (who: TestUser, lang = 'en-US') =>
  placeOrder(
    server,
    who,
    {
      currency_match_id: market.id,
      side: 'buy',
      type: 'limit',
      price: market.priceAt(0.95),
      quantity: '0.001',
    },
    newKey(),
    { ...newClientAddress(), lang },
  );
const cancelAll = (who: TestUser) =>
  server.call(
    'cancelAllOrders',
    { currency_match_id: market.id },
    { token: who.token, headers: newClientAddress() },
  );

test('too many orders of one user are refused with the time to wait, cancels and others are not', async () => {
  const [ann, bob] = [
    await newTrader(server, { USDT: '10000' }),
    await newTrader(server, { USDT: '10000' }),
  ];
  // No command is gained by waiting.
  await server.holdClock(Date.now() + 1_000);
  for (let orders = 0; orders < 8; orders += 1) dataOf(await place(ann));
  const refused = { error: 'rate_limited', code: 1006, retry_after_s: 1 };
  expect(await place(ann)).toMatchObject({
    ...refused,
    msg: 'Too many attempts. Wait a moment and try again.',
  });
  expect(await place(ann, 'zh-CN')).toMatchObject({
    ...refused,
    msg: '操作过于频繁，请稍后再试。',
  });
  dataOf(await place(bob));
  const open = dataOf(await server.call('listOpenOrders', {}, { token: ann.token }));
  expect(open).toHaveLength(8);

  const { id = '' } = open[0] ?? {};
  dataOf(await server.call('cancelOrder', { id }, { token: ann.token }));
  expect(dataOf(await cancelAll(ann))).toHaveLength(7);
  expect(await cancelAll(ann)).toMatchObject(refused);
  expect(await server.call('cancelOrder', { id }, { token: ann.token })).toMatchObject(refused);

  await server.controlAdvance(3_000);
  dataOf(await place(ann));
  await server.releaseClock();
});
