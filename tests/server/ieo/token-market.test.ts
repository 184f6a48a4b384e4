/** The market of a distributed token: an operator adds it, then opens it, and its users trade. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { signInColleague } from '../../support/operator/colleague.ts';
import { eventually } from '../../support/eventually.ts';
import { findOpenOffering, subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { newMarket } from '../../support/spot/new-market.ts';
import { placeOrder } from '../../support/spot/orders.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { balanceOf, SPOT } from '../../support/users/balances.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';

const TOKEN = 'LUM';

let server: TestServer;
let operator: TestOperator;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'loopback', MARKET_MAKER: 'off' } });
  operator = await signInOperator(server);
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const reason = 'as the test says';
/** The currencies of the offering. */
async function idsOf(token: string) {
  const { token_currency_id: base, pay_currency_id: pay } = await findOpenOffering(server, token);
  return { token: String(base), pay: String(pay) };
}
const shown = async () =>
  dataOf(await server.call('listCurrencyMatches', {}))
    .flatMap(({ matches }) => matches)
    .find(({ base_currency_code: code }) => code === TOKEN);

/** The user with a new session: the first one has ended. */
const signedInAgain = async (user: TestUser): Promise<TestUser> => {
  const { accessToken: token } = dataOf(await signIn(server, user.email));
  return { ...user, token };
};

test('terms that a market cannot have are refused', async () => {
  const { currencies } = await operator.ask('getMarketListing', {});
  const idOf = (code: string): string => {
    const found = currencies.find(({ currency_code: each }) => each === code);
    return String(ensure(found, code).currency_id);
  };
  const market = newMarket({ token: idOf('DOGE'), pay: idOf('BTC') });
  const refusal = async (change: Partial<typeof market>) =>
    errorOf(await operator.call('addMarket', { ...market, ...change, reason }));
  expect(await refusal({ opening_price: '0.50001' })).toBe('amount_scale_exceeded');
  expect(await refusal({ opening_price: '0' })).toBe('invalid_request');
  expect(await refusal({ price_scale: '9' })).toBe('invalid_request');
  expect(await refusal({ price_scale: '99' })).toBe('invalid_request');
  // Nine ticks on each side.
  expect(await refusal({ price_band_ppm: '1999' })).toBe('invalid_request');
  expect(await refusal({ quote_currency_id: market.base_currency_id })).toBe('invalid_request');
  // No market is quoted in it.
  expect(await refusal({ quote_currency_id: idOf('SOL') })).toBe('currency_not_found');
  // The other direction of a market, and the same one.
  const reverse = { base_currency_id: idOf('USDT'), quote_currency_id: idOf('BTC') };
  expect(await refusal(reverse)).toBe('market_exists');
  expect(await refusal({ base_currency_id: idOf('ETH') })).toBe('market_exists');
  expect(await shown()).toBeUndefined();
});

test('a token that no offering has distributed gets no market', async () => {
  const { currencies } = await operator.ask('getMarketListing', {});
  expect(currencies.map(({ currency_code: code }) => code)).not.toContain(TOKEN);
  const market = newMarket(await idsOf(TOKEN));
  expect(errorOf(await operator.call('addMarket', { ...market, reason }))).toBe(
    'currency_not_found',
  );
});

test('a token is distributed, its market appears paused, and users trade around its opening price', async () => {
  const offering = await findOpenOffering(server, TOKEN);
  const [subscriber, other] = [
    await newTrader(server, { USDT: '1000' }),
    await newTrader(server, { USDT: '1000' }),
  ];
  dataOf(await subscribeOffering(server, subscriber, { quantity: '200' }));
  await server.controlAdvance(offering.closes_at - Date.now() + 1_000);
  // Sessions of users have ended by then, and a new start is back at real time.
  await eventually(async () => {
    const all = dataOf(await server.call('listOfferings', {}));
    expect(all.find(({ id }) => id === offering.id)?.progress).toBe('distributed');
  });
  const late = await signInColleague(server);
  const market = newMarket({
    token: String(offering.token_currency_id),
    pay: String(offering.pay_currency_id),
  });
  const { revision } = await late.ask('getMarketListing', {});
  const add = () => late.call('addMarket', { ...market, reason, revision: String(revision) });
  const answers = await Promise.all([add(), add()]);
  const refused = answers.filter(({ data }) => data === null);
  expect(refused.map((answer) => errorOf(answer))).toEqual(['record_changed']);
  const { id } = ensure(await shown(), 'the new pair');
  expect(await shown()).toMatchObject({ status: 'halted', reference_price: '0.5' });
  // A stale list does not even add a pair that is not there.
  const { quotes } = await late.ask('getMarketListing', {});
  const eth = ensure(
    quotes.find(({ currency_code: code }) => code === 'ETH'),
    'pairs in ETH',
  );
  const inEth = { ...market, quote_currency_id: String(eth.currency_id), reason };
  expect(errorOf(await late.call('addMarket', { ...inEth, revision: String(revision) }))).toBe(
    'record_changed',
  );
  expect(errorOf(await late.call('addMarket', { ...market, reason }))).toBe('market_exists');

  await server.restart();
  const [seller, buyer] = [await signedInAgain(subscriber), await signedInAgain(other)];
  await eventually(async () =>
    expect((await balanceOf(server, seller, TOKEN, SPOT)).available).toBe('200'),
  );
  expect(await shown()).toMatchObject({ id, status: 'halted', reference_price: '0.5' });
  const order = { currency_match_id: String(id), type: 'limit', quantity: '100' } as const;
  const sell = { ...order, side: 'sell', price: '0.45' } as const;
  expect(errorOf(await placeOrder(server, seller, sell))).toBe('market_halted');
  await operator.ask('setMarketStatus', { id: String(id), status: 'trading', reason });
  expect(errorOf(await placeOrder(server, seller, { ...sell, price: '0.7' }))).toBe(
    'price_outside_band',
  );
  dataOf(await placeOrder(server, seller, sell));
  dataOf(await placeOrder(server, buyer, { ...order, side: 'buy', price: '0.45' }));
  await eventually(async () =>
    expect((await balanceOf(server, buyer, TOKEN, SPOT)).available).toBe('99.8'),
  );
  // The band follows the last trade.
  await eventually(async () => expect((await shown())?.reference_price).toBe('0.45'));
  await server.restart();
  expect(await shown()).toMatchObject({ status: 'trading', reference_price: '0.45' });
});
