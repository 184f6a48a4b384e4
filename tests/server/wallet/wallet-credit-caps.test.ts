/**
 * Deposits above a cap on unsettled credit are credited when they are final. A user whose credited deposit
 * is lost owes it: the loss is bounded by the cap, and is collected from all accounts.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { eventually } from '../../support/eventually.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf, CONTRACT, SPOT } from '../../support/users/balances.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { transfer } from '../../support/users/transfers.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { coinOf, depositsOf } from '../../support/wallet/wallet-users.ts';

const USER_MAX_USDT = 1_000;
const TOTAL_MAX_USDT = 2_000;

let server: TestServer;
let chain: ChainControl;
let market: Awaited<ReturnType<typeof findMarket>>;

beforeAll(async () => {
  server = await startTestServer({
    env: {
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
      UNSETTLED_CREDIT_USER_MAX_USDT: String(USER_MAX_USDT),
      UNSETTLED_CREDIT_TOTAL_MAX_USDT: String(TOTAL_MAX_USDT),
    },
  });
  chain = new ChainControl(server);
  await chain.stopMining();
  market = await findMarket(server, 'ETH');
});
afterAll(() => server.stop());
// The deposits of earlier tests are final.
beforeEach(() => chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations));

const consistent = async () => expect((await server.verifyLedger()).faults).toEqual([]);
const limit = (person: TestUser, side: 'buy' | 'sell', quantity: string, factor = 1) =>
  placeOrder(server, person, {
    currency_match_id: market.id,
    side,
    type: 'limit',
    price: market.priceAt(factor),
    quantity,
  });
const holds = (person: TestUser, code: string, available: string, frozen = '0') =>
  eventually(async () =>
    expect(await balanceOf(server, person, code)).toEqual({ available, frozen }),
  );
/** The losses of the exchange that no owner has paid yet, in whole coins. */
async function lossOf(code: string): Promise<number> {
  const [row] = await queryServer<{ loss: string }>(
    server,
    `select coalesce(sum(-available), 0) / 1e18 as loss from ledger_accounts
     join currencies on currencies.id = currency_id where account_type = 103 and code = $1`,
    [code],
  );
  return Number(row?.loss);
}

test('a deposit above the cap of its owner is shown, and credited when it is final', async () => {
  const ann = await newTrader(server);
  await chain.deposit(ann.token, 'USDT', '900');
  await chain.mine();
  await chain.deposit(ann.token, 'USDT', '200');
  await chain.mine();

  expect(await depositsOf(server, ann)).toMatchObject([
    { amount: '200', phase: 'confirming', confirmations: 1, credit_confirmations: 6 },
    { amount: '900', phase: 'credited', confirmations: 2, credit_confirmations: 1 },
  ]);
  await holds(ann, 'USDT', '900');
  // The first one is final before the second, and leaves room for it.
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations - 2);
  expect(await depositsOf(server, ann)).toMatchObject([
    { amount: '200', phase: 'credited', confirmations: 5 },
    { phase: 'settled' },
  ]);
  await holds(ann, 'USDT', '1100');

  const large = await newTrader(server);
  await chain.deposit(large.token, 'USDT', '1001');
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations - 1);
  expect(await depositsOf(server, large)).toMatchObject([{ phase: 'confirming' }]);
  await holds(large, 'USDT', '0');
  await chain.mine();
  expect(await depositsOf(server, large)).toMatchObject([{ phase: 'settled' }]);
  await holds(large, 'USDT', '1001');
  await consistent();
});

test('all users together have a cap', async () => {
  const people = [await newTrader(server), await newTrader(server), await newTrader(server)];
  for (const person of people) await chain.deposit(person.token, 'USDT', '1000');
  await chain.mine();

  const phases = await Promise.all(
    people.map(async (person) => (await depositsOf(server, person))[0]?.phase),
  );
  expect(phases).toEqual(['credited', 'credited', 'confirming']);
});

test('a thief who sells a deposit to an accomplice before its block goes takes at most the cap', async () => {
  const thief = await newTrader(server);
  const accomplice = await newTrader(server, { USDT: '100000' });
  const hashes: string[] = [];
  // Ten times 0.25 ETH, about 8,500 USDT.
  for (let count = 0; count < 10; count++)
    hashes.push(await chain.deposit(thief.token, 'ETH', '0.25'));
  await chain.mine();
  const { available } = await balanceOf(server, thief, 'ETH');
  const price = Number(market.priceAt(1));
  expect(Number(available)).toBeGreaterThan(0);
  expect(Number(available) * price).toBeLessThanOrEqual(USER_MAX_USDT);
  dataOf(await limit(accomplice, 'buy', available, 0.95));
  dataOf(await limit(thief, 'sell', available, 0.95));
  await holds(thief, 'ETH', '0');
  await chain.reorganise(1, hashes);

  await holds(thief, 'ETH', '0');
  const loss = await lossOf('ETH');
  expect(loss).toBe(Number(available));
  expect(loss * price).toBeLessThanOrEqual(USER_MAX_USDT);
  // The price of the coins stays, and moves nowhere.
  expect(errorOf(await limit(thief, 'buy', '0.01'))).toBe('shortfall_unpaid');
  expect(errorOf(await transfer(server, thief, { from: 1, to: 3, amount: '1' }))).toBe(
    'shortfall_unpaid',
  );
  // A further deposit is no credit either while the shortfall fills the cap.
  await chain.deposit(thief.token, 'ETH', '0.25');
  await chain.mine();
  expect((await depositsOf(server, thief))[0]).toMatchObject({ phase: 'confirming' });
  await consistent();
});

test('a shortfall is collected from all accounts of the currency', async () => {
  // The other money covers the deposit, so that its coins may go into contracts.
  const ann = await newTrader(server, { USDT: '5000' });
  const { currency_id: currencyId } = await coinOf(server, ann.token, 'ETH');
  const hash = await chain.deposit(ann.token, 'ETH', '0.2');
  await chain.mine();
  const move = { from: SPOT, to: CONTRACT, amount: '0.15', currencyId };
  dataOf(await transfer(server, ann, move));
  const before = await lossOf('ETH');
  await chain.reorganise(1, [hash]);

  await holds(ann, 'ETH', '0');
  expect(await balanceOf(server, ann, 'ETH', CONTRACT)).toEqual({ available: '0', frozen: '0' });
  expect(await lossOf('ETH')).toBe(before);
  // Nothing is owed any more.
  expect(errorOf(await transfer(server, ann, move))).toBe('insufficient_balance');
  await consistent();
});

test('a deposit that may be reversed does not go into contracts without other money', async () => {
  const ann = await newTrader(server);
  const { currency_id: currencyId } = await coinOf(server, ann.token, 'ETH');
  await chain.deposit(ann.token, 'ETH', '0.2');
  await chain.mine();
  const move = { from: SPOT, to: CONTRACT, amount: '0.15', currencyId };
  expect(errorOf(await transfer(server, ann, move))).toBe('balance_locked');

  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);
  dataOf(await transfer(server, ann, move));
});

test('money in contracts does not cover a deposit that may be reversed', async () => {
  const ann = await newTrader(server, { USDT: '1000' });
  const { currency_id: currencyId } = await coinOf(server, ann.token, 'ETH');
  const { currency_id: usdt } = await coinOf(server, ann.token, 'USDT');
  await chain.deposit(ann.token, 'ETH', '0.2');
  await chain.mine();
  const move = { from: SPOT, to: CONTRACT };
  dataOf(await transfer(server, ann, { ...move, amount: '900', currencyId: usdt }));

  const more = { ...move, amount: '0.2', currencyId };
  expect(errorOf(await transfer(server, ann, more))).toBe('balance_locked');
});

test('a shortfall outlasts a restart, and ends when it is paid', async () => {
  const ann = await newTrader(server, { USDT: '500' });
  const hash = await chain.deposit(ann.token, 'ETH', '0.2');
  await chain.mine();
  const buyer = await newTrader(server, { USDT: '100000' });
  dataOf(await limit(buyer, 'buy', '0.1'));
  dataOf(await limit(ann, 'sell', '0.1'));
  await chain.reorganise(1, [hash]);
  await holds(ann, 'ETH', '0');
  await server.restart();
  await chain.stopMining();
  expect(errorOf(await limit(ann, 'buy', '0.01'))).toBe('shortfall_unpaid');
  await chain.deposit(ann.token, 'ETH', '0.1');
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);

  await holds(ann, 'ETH', '0');
  dataOf(await limit(ann, 'buy', '0.01'));
  await consistent();
});
