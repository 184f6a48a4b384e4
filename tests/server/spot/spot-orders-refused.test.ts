/** Every refusal of the order calls over HTTP: none of them changes anything. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import { dataOf, errorOf, newAddress, signUp } from '../../support/users/accounts.ts';
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
  server = await startTestServer({ env: { SEED: 'none', MARKET_MAKER: 'off' } });
  market = await findMarket(server, 'BTC');
  ann = await newTrader(server, { USDT: '10000', BTC: '1' });
  bob = await newTrader(server, { USDT: '10000', BTC: '1' });
});
afterAll(() => server.stop());

/** A digest of all tables that a refusal must not change. */
async function digest(): Promise<unknown> {
  return queryServer(
    server,
    `select (select count(*) from spot_orders) as orders, (select count(*) from ledger_movements) as movements,
       (select md5(string_agg(account::text, ';' order by owner_id, account_type, currency_id))
        from ledger_accounts as account) as accounts`,
  );
}
let before: unknown;
beforeEach(async () => {
  before = await digest();
});
afterEach(async () => {
  expect(await digest()).toEqual(before);
});

const order = (changes: Partial<OrderFields> = {}) =>
  ({
    currency_match_id: market.id,
    side: 'buy',
    type: 'limit',
    price: market.priceAt(0.95),
    quantity: '0.01',
    ...changes,
  }) as OrderFields & { readonly currency_match_id: string };

const refusalOf = async (
  changes: Partial<OrderFields>,
  who = ann,
): Promise<ErrorName | undefined> => errorOf(await placeOrder(server, who, order(changes)));

test('an order is refused without real-name verification', async () => {
  const { accessToken: token } = await signUp(server, newAddress());
  const headers = { 'idempotency-key': newKey() };
  const answer = await server.call('placeOrder', order(), { token, headers });
  expect(errorOf(answer)).toBe('verification_required');
  const withoutKey = await server.call('placeOrder', order(), { token });
  expect(errorOf(withoutKey)).toBe('verification_required');
});

test.each(['', 'short', 'x'.repeat(65), 'with a space in it', 'one.with.dots.in.it'])(
  'an order needs a key, and %j is no valid key',
  async (key) => {
    const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
    const answer = await server.call('placeOrder', order(), { token: ann.token, headers });
    expect(errorOf(answer)).toBe('idempotency_key_required');
  },
);

test.each<[string, Partial<OrderFields>, ErrorName]>([
  ['a market that does not exist', { currency_match_id: '4711' }, 'market_not_found'],
  ['a price between ticks', { price: '97000.001' }, 'price_not_on_tick'],
  ['a quantity between steps', { quantity: '0.0100001' }, 'quantity_not_on_step'],
  ['a price beyond the maximum', { price: '9007199254740992' }, 'order_too_large'],
  ['a quantity beyond the maximum', { quantity: '99999999999999' }, 'order_too_large'],
  ['38 digits', { price: '9'.repeat(38) }, 'order_too_large'],
  ['less than the minimum order', { quantity: '0.000001' }, 'notional_too_small'],
  ['more than the balance', { quantity: '1' }, 'insufficient_balance'],
  ['more than the balance to sell', { side: 'sell', quantity: '1.1' }, 'insufficient_balance'],
])('%s', async (_, fields, error) => {
  expect(await refusalOf(fields)).toBe(error);
});

test('prices beyond the band, on both ends', async () => {
  for (const factor of [0.85, 1.15])
    expect(await refusalOf({ price: market.priceAt(factor) })).toBe('price_outside_band');
});

test.each<[string, Partial<OrderFields>]>([
  ['to buy by quantity', { side: 'buy', quantity: '0.01' }],
  ['to buy by amount', { side: 'buy', amount: '100' }],
  ['to sell', { side: 'sell', quantity: '0.01' }],
])('a market order %s on an empty side', async (_, { side = 'buy', ...size }) => {
  const fields = { currency_match_id: market.id, side, type: 'market', ...size } as const;
  expect(errorOf(await placeOrder(server, ann, fields))).toBe('no_best_price');
});

test.each<[string, Partial<OrderFields>, string]>([
  ['a limit order without a price', { price: undefined }, 'price'],
  ['a limit order without a quantity', { quantity: undefined }, 'quantity'],
  ['a limit order with an amount', { amount: '1' }, 'amount'],
  ['a market order with a price', { type: 'market' }, 'price'],
  [
    'a market buy with quantity and amount',
    { type: 'market', price: undefined, amount: '1' },
    'quantity',
  ],
  ['a side that does not exist', { side: 'hold' as 'buy' }, 'side'],
])('%s is an invalid request', async (_, changes, field) => {
  const fields = Object.fromEntries(
    Object.entries(order(changes)).filter(([, value]) => value !== undefined),
  ) as unknown as ReturnType<typeof order>;
  const answer = await placeOrder(server, ann, fields);
  expect(answer).toMatchObject({ error: 'invalid_request', fields: [field] });
});

describe('an order of another user, or none at all', () => {
  test.each(['cancelOrder', 'getOrder'] as const)('is not found by %s', async (call) => {
    const { id } = dataOf(await placeOrder(server, bob, order()));
    before = await digest();
    for (const unknown of [id, '4711', '9'.repeat(18)]) {
      const answer = await server.call(call, { id: unknown }, { token: ann.token });
      expect(errorOf(answer)).toBe('order_not_found');
    }
    await server.call('cancelOrder', { id }, { token: bob.token });
    before = await digest();
  });

  test('a market that does not exist is not found either', async () => {
    const answer = await server.call(
      'cancelAllOrders',
      { currency_match_id: '4711' },
      { token: ann.token },
    );
    expect(errorOf(answer)).toBe('market_not_found');
  });
});

test('an order that has ended is not open any more', async () => {
  const { id } = dataOf(await placeOrder(server, ann, order()));
  const cancel = () => server.call('cancelOrder', { id }, { token: ann.token });
  dataOf(await cancel());
  before = await digest();
  expect(errorOf(await cancel())).toBe('order_not_open');
});

test('a key that was used for another order is refused', async () => {
  const key = newKey();
  dataOf(await placeOrder(server, ann, order(), key));
  before = await digest();
  const other = await placeOrder(server, ann, order({ quantity: '0.02' }), key);
  expect(errorOf(other)).toBe('idempotency_key_reused');
});

test('one order beyond the limit of open orders is refused', async () => {
  const many = await newTrader(server, { USDT: '100000' });
  const small = order({ quantity: '0.0001' });
  const orders = Array.from({ length: LIMITS.spot_open_orders_max }, () =>
    placeOrder(server, many, small),
  );
  for (const answer of await Promise.all(orders)) dataOf(answer);
  before = await digest();
  expect(await refusalOf({ quantity: '0.0001' }, many)).toBe('too_many_open_orders');
});

test('a market that is closed, wholly or for new orders, refuses an order', async () => {
  const { id } = dataOf(await placeOrder(server, bob, order()));
  before = await digest();
  const close = async (status: MarketStatus) => {
    await server.setMarketStatus(market.id, status);
    const groups = dataOf(await server.call('listCurrencyMatches', {}));
    const shown = groups.flatMap(({ matches }) => matches).find((m) => String(m.id) === market.id);
    expect(shown?.status).toBe(status);
  };
  const cancel = () => server.call('cancelOrder', { id }, { token: bob.token });
  await close('halted');
  expect(await refusalOf({})).toBe('market_halted');
  expect(await refusalOf({ price: '97000.001' })).toBe('market_halted');
  expect(errorOf(await cancel())).toBe('market_halted');
  // The status also holds for the next server.
  await server.restart();
  expect(await refusalOf({})).toBe('market_halted');
  await close('cancel_only');
  expect(await refusalOf({})).toBe('market_cancel_only');
  expect(dataOf(await cancel()).state).toBe('cancelled');
  await close('trading');
  before = await digest();
});
