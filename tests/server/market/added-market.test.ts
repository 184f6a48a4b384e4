/** A trading pair that an operator adds appears and trades in the running server, for clients that are connected already. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { newMarket } from '../../support/spot/new-market.ts';
import { placeOrder } from '../../support/spot/orders.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { Client } from '../edge/socket-harness.ts';

const [BASE, QUOTE] = ['DOGE', 'ETH'];
const reason = 'as the test says';

let server: TestServer;
let operator: TestOperator;
let client: Client;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback', MARKET_MAKER: 'off' } });
  operator = await signInOperator(server);
  client = new Client(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
  await client.waitFor(({ type }) => type === 'hello');
  client.send({ type: 'sub', params: 'DAY_MARKET', batch: true });
  await client.waitFor(({ type }) => type === 'DAY_MARKET');
});
afterAll(async () => {
  client.webSocket.terminate();
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

/** The currencies of a pair, as an operator may choose them. */
async function idsOfPair(base = BASE, quote = QUOTE) {
  const { currencies } = await operator.ask('getMarketListing', {});
  const idOf = (code: string): string => {
    const found = currencies.find(({ currency_code: each }) => each === code);
    return String(ensure(found, code).currency_id);
  };
  return { token: idOf(base), pay: idOf(quote) };
}

const matches = async () =>
  dataOf(await server.call('listCurrencyMatches', {})).flatMap((group) => group.matches);
const findShown = async (base = BASE, quote = QUOTE) =>
  (await matches()).find(
    (each) => each.base_currency_code === base && each.quote_currency_code === quote,
  );

/** Stores a paused pair as another server does, without a word to this one. */
const storeElsewhere = (base: string, quote: string) =>
  queryServer(
    server,
    `insert into spot_markets
       select max(id) + 1, $1, $2, 2, 2, 0, 100000, 0, 0, 'halted', 1 from spot_markets`,
    [Number(base), Number(quote)],
  );

const channelsOf = (id: number) => [
  { type: 'sub', params: 'DEPTH', currency_match_id: id },
  { type: 'sub', params: 'DEAL', currency_match_id: id },
  { type: 'sub', params: 'KLINE', currency_match_id: id, period: '1min' },
];

test('it appears in the list, and a connected client follows its orders and trades without a start', async () => {
  const [seller, buyer] = [
    await newTrader(server, { [BASE]: '1000' }),
    await newTrader(server, { [QUOTE]: '1000' }),
  ];
  expect(await findShown()).toBeUndefined();
  const wanted = { ...newMarket(await idsOfPair()), reason };
  await operator.ask('addMarket', wanted);
  const { id, ...shown } = ensure(await findShown(), 'the new pair');
  expect(shown).toMatchObject({ status: 'halted', opened_at: null, reference_price: '0.5' });

  for (const message of channelsOf(id)) client.send(message);
  await client.waitFor(
    (message) =>
      message.type === 'DEPTH' && message.currency_match_id === id && message.kind === 'snapshot',
  );
  expect(client.messages.filter(({ type }) => type === 'error')).toEqual([]);
  const order = { currency_match_id: String(id), type: 'limit', quantity: '100' } as const;
  const sell = { ...order, side: 'sell', price: '0.45' } as const;
  expect(errorOf(await placeOrder(server, seller, sell))).toBe('market_halted');
  const opened = await operator.ask('setMarketStatus', {
    id: String(id),
    status: 'trading',
    reason,
  });
  expect(opened).toMatchObject({ id, status: 'trading' });
  expect(errorOf(await placeOrder(server, seller, { ...sell, price: '0.61' }))).toBe(
    'price_outside_band',
  );
  dataOf(await placeOrder(server, seller, sell));
  await client.waitFor(
    (message) =>
      message.type === 'DEPTH' &&
      message.kind === 'delta' &&
      message.asks.some(([at]) => at === '0.45'),
  );
  const bought = dataOf(
    await placeOrder(server, buyer, { ...order, side: 'buy', price: '0.45', quantity: '60' }),
  );
  expect(bought).toMatchObject({ state: 'executed', average_price: '0.45' });
  await client.waitFor(
    (message) =>
      message.type === 'DAY_MARKET' &&
      message.currency_match_id === id &&
      message.quotation.close === '0.45',
  );
  await client.waitFor(
    (message) => message.type === 'DEAL' && message.deals.some(({ price }) => price === '0.45'),
  );
  await client.waitFor((message) => message.type === 'KLINE' && message.candle.close === '0.45');
  const traded = ensure(await findShown(), 'the pair after its first trade');
  expect(traded).toMatchObject({ id, status: 'trading', reference_price: '0.45' });

  await server.restart();
  expect(await findShown()).toMatchObject({ id, status: 'trading', reference_price: '0.45' });
  const depth = dataOf(await server.call('getDepth', { currency_match_id: String(id), size: '5' }));
  expect(depth).toMatchObject({ bids: [], asks: [['0.45', '40']] });
});

test('there is one market of two currencies, in the database too', async () => {
  // The seed has this pair.
  const { token, pay } = await idsOfPair('ETH', 'BTC');
  const asked = { ...newMarket({ token, pay }), reason };
  const before = await matches();
  expect(errorOf(await operator.call('addMarket', asked))).toBe('market_exists');
  await expect(storeElsewhere(token, pay)).rejects.toThrow('spot_markets_pair');
  await expect(storeElsewhere(pay, token)).rejects.toThrow('spot_markets_pair');
  await expect(storeElsewhere(pay, pay)).rejects.toThrow('spot_markets_two_currencies');
  expect(await matches()).toHaveLength(before.length);
});

test('a pair that is only stored appears when an operator reads the list, or adds it once more', async () => {
  const first = await idsOfPair('DOGE', 'BTC');
  await storeElsewhere(first.token, first.pay);
  expect(await findShown('DOGE', 'BTC')).toBeUndefined();
  await operator.ask('getMarketListing', {});
  const { id } = ensure(await findShown('DOGE', 'BTC'), 'the pair after the list was read');
  const opened = await operator.ask('setMarketStatus', {
    id: String(id),
    status: 'trading',
    reason,
  });
  expect(opened).toMatchObject({ id, status: 'trading' });

  const second = await idsOfPair('ADA', 'BTC');
  const { revision } = await operator.ask('getMarketListing', {});
  await storeElsewhere(second.token, second.pay);
  expect(await findShown('ADA', 'BTC')).toBeUndefined();
  const again = { ...newMarket(second), reason, revision: String(revision) };
  expect(errorOf(await operator.call('addMarket', again))).toBe('market_exists');
  expect(await findShown('ADA', 'BTC')).toMatchObject({
    status: 'halted',
    reference_price: '0.01',
  });
});
