/** A stored market that is not in the catalog: its orders can be closed, and other markets are not affected. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { findMarket, placeOrder, type OrderFields } from '../../support/spot/orders.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

const UNLISTED = '4711';
const [BASE, QUOTE] = ['LINK', 'ETH'];

let server: TestServer;
/** A price of the market while it was in the catalog. */
let price: string;

/** Starts a server with a market of the catalog under another number. */
async function startUnlisted(env: Readonly<Record<string, string>>) {
  const started = await startTestServer({ env });
  const { id, priceAt } = await findMarket(started, BASE, QUOTE);
  // The market maker leaves its orders as they are.
  await started.setMarketStatus(id, 'halted');
  // The market of the catalog is not added again, because there is one of both currencies.
  for (const renumber of [
    "update spot_markets set id = $1, status = 'trading' where id = $2",
    'update spot_orders set market_id = $1 where market_id = $2',
  ])
    await queryServer(started, renumber, [Number(UNLISTED), Number(id)]);
  await started.restart();
  return { started, price: priceAt(1) };
}

beforeAll(async () => {
  ({ started: server, price } = await startUnlisted({ SEED: 'none', MARKET_MAKER: 'off' }));
});
afterAll(() => server.stop());

test('trades of it are booked, and readers of the other markets still get theirs', async () => {
  const market = await findMarket(server, 'ETH');
  const listed = { id: market.id, price: market.priceAt(1) };
  const ann = await newTrader(server, { USDT: '1000000', [QUOTE]: '10' });
  const bob = await newTrader(server, { [BASE]: '10', ETH: '10' });
  const order = (
    side: 'buy' | 'sell',
    at: { readonly id: string; readonly price: string },
  ): OrderFields & { currency_match_id: string } => ({
    currency_match_id: at.id,
    side,
    type: 'limit',
    price: at.price,
    quantity: '1',
  });
  for (const at of [{ id: UNLISTED, price }, listed]) {
    dataOf(await placeOrder(server, bob, order('sell', at)));
    const bought = dataOf(await placeOrder(server, ann, order('buy', at)));
    expect(bought).toMatchObject({ state: 'executed', average_price: at.price });
  }

  const deals = dataOf(await server.call('listDeals', { currency_match_id: market.id }));
  expect(deals).toMatchObject([{ price: listed.price, quantity: '1' }]);
  expect(server.logs.filter((line) => line.includes('a listener of spot trading failed'))).toEqual(
    [],
  );
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
});

test('the market maker quotes the other markets', async () => {
  const { started } = await startUnlisted({ MARKET_MAKER: 'on' });
  const { id } = await findMarket(started, 'ETH');
  const depthOf = async (marketId: string) =>
    dataOf(await started.call('getDepth', { currency_match_id: marketId, size: '5' }));
  await eventually(async () => expect((await depthOf(id)).bids).not.toEqual([]));
  // It withdraws its orders from the market that it does not quote.
  await eventually(async () =>
    expect(await depthOf(UNLISTED)).toMatchObject({ bids: [], asks: [] }),
  );
  await started.stop();
});
