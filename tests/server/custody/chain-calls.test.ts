/** Coins, addresses and the faucet over HTTP; commands of the control interface. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { dataOf, errorOf, PASSWORD } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { CHAIN, depositsOf } from '../../support/wallet/wallet-users.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

const [USDT, ETH] = ['1', '3'];

let server: TestServer;
let chain: ChainControl;
beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  chain = new ChainControl(server);
  await chain.stopMining();
});
afterAll(() => server.stop());

const claim = ({ token }: TestUser, currencyId = USDT, key = newKey()) =>
  server.call(
    'claimFaucet',
    { currency_id: currencyId, chain: CHAIN },
    { token, headers: { 'idempotency-key': key } },
  );
const addressOf = ({ token }: TestUser, currencyId = USDT, on = CHAIN) =>
  server.call('getDepositAddress', { currency_id: currencyId, chain: on }, { token });
const head = async () =>
  ((await server.control('GET', '/chain/head')) as { number: number }).number;

test('every coin lists its requirements, in text of its currency', async () => {
  const { token } = await newTrader(server);

  const coins = dataOf(await server.call('listWalletCoins', {}, { token }));

  expect(coins[0]).toEqual({
    currency_id: 1,
    currency_code: 'USDT',
    currency_name: 'Tether',
    logo: '/logos/usdt.svg',
    chain: CHAIN,
    chain_name: 'Development chain',
    decimals: 6,
    can_deposit: true,
    can_withdraw: true,
    min_deposit: '1',
    min_withdrawal: '10',
    withdrawal_fee: '1',
    credit_confirmations: CHAIN_LIMITS.deposit_credit_confirmations,
    unlock_confirmations: CHAIN_LIMITS.deposit_unlock_confirmations,
    has_faucet: true,
  });
});

describe('a deposit address', () => {
  test('is the same for a hundred calls at once, and different for other users', async () => {
    const [ann, bob] = [await newTrader(server), await newTrader(server)];

    const answers = await Promise.all(Array.from({ length: 100 }, () => addressOf(ann)));

    const addresses = new Set(answers.map((answer) => dataOf(answer).address));
    expect(addresses.size).toBe(1);
    expect(addresses).not.toContain(dataOf(await addressOf(bob)).address);
    expect(addresses).not.toContain(dataOf(await addressOf(ann, ETH)).address);
  });

  test.each([
    ['an unknown currency', '999', CHAIN, 'currency_not_found'],
    ['an unknown chain', USDT, 'nowhere', 'chain_not_found'],
  ])('is refused for %s', async (_name, currencyId, on, error) => {
    expect(errorOf(await addressOf(await newTrader(server), currencyId, on))).toBe(error);
  });
});

describe('the faucet', () => {
  test('pays once for a key; the money arrives as any deposit does', async () => {
    const ann = await newTrader(server);
    const key = newKey();

    const answers = [await claim(ann, USDT, key), await claim(ann, USDT, key)];
    await chain.mine();

    const [sent, again] = answers.map(dataOf);
    expect(sent).toEqual({ amount: '1000', transaction_hash: expect.stringMatching(/^0x/) });
    expect(again).toEqual(sent);
    expect(await depositsOf(server, ann)).toMatchObject([
      { amount: '1000', transaction_hash: sent?.transaction_hash },
    ]);
    expect(await balanceOf(server, ann, 'USDT')).toMatchObject({ available: '1000' });
  });

  test('refuses the key of another claim, and a call without one', async () => {
    const ann = await newTrader(server);
    const key = newKey();
    await claim(ann, USDT, key);
    const body = { currency_id: USDT, chain: CHAIN };
    const without = await server.call('claimFaucet', body, { token: ann.token });

    expect(errorOf(await claim(ann, ETH, key))).toBe('idempotency_key_reused');
    expect(errorOf(without)).toBe('idempotency_key_required');
  });

  test('returns nothing for the key of another user', async () => {
    const [ann, bob] = [await newTrader(server), await newTrader(server)];
    const key = newKey();

    const hashes = [await claim(ann, USDT, key), await claim(bob, USDT, key)].map(
      (answer) => dataOf(answer).transaction_hash,
    );

    expect(new Set(hashes).size).toBe(2);
  });

  test('has an hourly limit', async () => {
    const ann = await newTrader(server);
    // The clock is held, so that no time passes between the first claim and the refused one.
    await server.holdClock((await server.controlAdvance(0)) + MINUTE_MS);
    onTestFinished(() => server.releaseClock());
    for (let i = 0; i < LIMITS.faucet_claims_per_hour_max; i++) dataOf(await claim(ann));

    const refused = await claim(ann);
    expect(errorOf(refused)).toBe('rate_limited');
    expect(refused).toMatchObject({ retry_after_s: HOUR_MS / SECOND_MS });
  });
});

describe('the control interface', () => {
  test('mines and reorganizes, and has notified all listeners when it answers', async () => {
    const ann = await newTrader(server);
    const before = await head();
    const hash = await chain.deposit(ann.token, 'ETH', '2');
    await chain.mine(2);
    const credited = await depositsOf(server, ann);
    await chain.reorganise(2, [hash]);

    expect(credited).toMatchObject([{ phase: 'credited', confirmations: 2 }]);
    expect(await depositsOf(server, ann)).toMatchObject([{ phase: 'reversed' }]);
    expect(await head()).toBe(before + 3);
  });

  test.each([
    ['/chain/mine', { blocks: 0 }],
    ['/chain/reorg', { depth: 0 }],
    ['/chain/pay', { address: 'nowhere', currency_code: 'USDT', amount: '1' }],
    ['/chain/pause', {}],
    ['/chain/fail-broadcast', { mode: 'gently', count: 1 }],
  ])('refuses %s with invalid values', async (route, body) => {
    await expect(server.control('POST', route, body)).rejects.toThrow('answered 400');
  });
});

test('the chain, its pending transactions and the addresses survive a killed server', async () => {
  const ann = await newTrader(server);
  const address = dataOf(await addressOf(ann)).address;
  await chain.deposit(ann.token, 'USDT', '50');
  const before = await head();
  await server.kill();
  await server.restart();
  await chain.stopMining();
  const token = dataOf(
    await server.call('signIn', { account: ann.email, password: PASSWORD }),
  ).accessToken;
  const again = { ...ann, token };
  await chain.mine();

  expect(dataOf(await addressOf(again)).address).toBe(address);
  expect(await head()).toBeGreaterThan(before);
  expect(await depositsOf(server, again)).toMatchObject([{ amount: '50' }]);
});
