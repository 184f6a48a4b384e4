/** A stored market that is not in the catalog: its orders can be closed, and other markets are not affected. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../support/users/accounts.ts';
import { findMarket, placeOrder, type OrderFields } from '../../support/spot/orders.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { queryServer } from '../../support/server-database.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const UNLISTED = '4711';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none', MARKET_MAKER: 'off' } });
  await queryServer(
    server,
    `insert into spot_markets (id, base_currency_id, quote_currency_id, price_scale, quantity_scale,
       min_notional, price_band_ppm, maker_fee_ppm, taker_fee_ppm, status)
     select $1, base_currency_id, quote_currency_id, price_scale, quantity_scale,
       min_notional, price_band_ppm, maker_fee_ppm, taker_fee_ppm, 'trading'
     from spot_markets where id = 1`,
    [Number(UNLISTED)],
  );
  await server.restart();
});
afterAll(() => server.stop());

test('trades of it are booked, and readers of the other markets still get theirs', async () => {
  const market = await findMarket(server, 'BTC');
  const price = market.priceAt(1);
  const ann = await newTrader(server, { USDT: '1000000' });
  const bob = await newTrader(server, { BTC: '10' });
  const order = (
    id: string,
    side: 'buy' | 'sell',
  ): OrderFields & { currency_match_id: string } => ({
    currency_match_id: id,
    side,
    type: 'limit',
    price,
    quantity: '0.01',
  });
  for (const id of [UNLISTED, market.id]) {
    dataOf(await placeOrder(server, bob, order(id, 'sell')));
    const bought = dataOf(await placeOrder(server, ann, order(id, 'buy')));
    expect(bought).toMatchObject({ state: 'executed', average_price: price });
  }

  const listed = dataOf(await server.call('listDeals', { currency_match_id: market.id }));
  expect(listed).toMatchObject([{ price, quantity: '0.01' }]);
  expect(server.logs.filter((line) => line.includes('a listener of spot trading failed'))).toEqual(
    [],
  );
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
});
