/** The whole server on a real EVM node: deposits and withdrawals complete, although server or node end in between. */
import type { Address, Hash } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { Deposit, Withdrawal } from '../../../contract/wallet/wallet.ts';
import { EvmNetwork, GAS_BURNER } from '../../support/custody/evm-network.ts';
import { EVM_CHAIN_ID, startEvmNode } from '../../support/custody/evm-node.ts';
import type { EvmNode } from '../../support/custody/evm-node.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { amendPayPassword } from '../../support/users/pay-password.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { balanceOf } from '../../support/users/balances.ts';
import {
  asWithdrawer,
  coinOf as walletCoinOf,
  depositsOf,
  withdraw,
  withdrawalOf,
} from '../../support/wallet/wallet-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';
import { compareReserves, expectNothingMissing } from '../../support/wallet/reserves.ts';

const CHAIN = 'local';
const UNLOCK = CHAIN_LIMITS.deposit_unlock_confirmations;
const USDT_UNIT = 10n ** 6n;
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;

let node: EvmNode;
let network: EvmNetwork;
let token: Address;
let hotWallet: Address;
let server: TestServer;
let operator: TestOperator;
beforeAll(async () => {
  node = await startEvmNode();
  network = new EvmNetwork(node.url);
  token = await network.deployToken(10n ** 15n);
  server = await startTestServer({
    isOwnProcess: true,
    env: {
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
      EVM_RPC_URL: node.url,
      EVM_CHAIN: CHAIN,
      EVM_CHAIN_NAME: 'Local EVM',
      EVM_CHAIN_ID: String(EVM_CHAIN_ID),
      EVM_BLOCK_MS: '500',
      EVM_TOKENS: `USDT:${token}:6`,
    },
  });
  operator = await signInOperator(server);
  ({ hotWallet } = JSON.parse(await server.waitForLog(/"hotWallet"/)) as { hotWallet: Address });
  await network.setBalance(hotWallet, 100n * ETHER);
  await network.sendToken(token, 'transfer', hotWallet, 10_000n * USDT_UNIT);
  await network.mine();
});
// Deposits and withdrawals in the state in which a test leaves them.
afterEach(() => expectNothingMissing(server));
afterAll(async () => {
  await server.stop();
  await node.stop();
});

const newStranger = (): Address => privateKeyToAddress(generatePrivateKey());

const coinOf = ({ token: access }: TestUser, code: string) =>
  walletCoinOf(server, access, code, CHAIN);

/** Waits, because the server may not have reached the chain yet. */
async function depositAddress(person: TestUser, code: string): Promise<Address> {
  const { currency_id: id } = await coinOf(person, code);
  const query = { currency_id: String(id), chain: CHAIN };
  return eventually(
    async () => {
      const answer = await server.call('getDepositAddress', query, { token: person.token });
      return dataOf(answer).address as Address;
    },
    // A long interval, because the calls of one address are counted.
    { interval: 200 },
  );
}

const depositIn = (person: TestUser, phase: Deposit['phase'], confirmations: number) =>
  eventually(async () => {
    const [deposit] = await depositsOf(server, person);
    expect(deposit).toMatchObject({ phase, confirmations });
    return deposit;
  });

/** A user with a pay password, whose withdrawal address `to` is bound as if confirmed. */
async function newWithdrawer(amount: string, to: Address, code = 'USDT') {
  const trader = await newTrader(server, { [code]: amount });
  dataOf(await amendPayPassword(server, trader.token));
  return asWithdrawer(server, trader, code, { chain: CHAIN, address: to });
}

/** Mines blocks until the withdrawal has ended. */
const minedUntilPaid = (person: TestUser, id: string): Promise<Withdrawal> =>
  eventually(
    async () => {
      await network.mine();
      const withdrawal = await withdrawalOf(server, person, id);
      expect(withdrawal.phase).toBe('success');
      return withdrawal;
    },
    { timeout: 60_000, interval: 300 },
  );

/** Mines until the present state is so deep that it is compared, and waits until the server has read it. */
async function settledBlocks(): Promise<void> {
  await network.mine(CHAIN_LIMITS.withdrawal_confirmations);
  const head = await network.client.getBlockNumber();
  await eventually(async () => {
    const read = await queryServer(
      server,
      'select from chain_blocks where chain = $1 and number = $2',
      [CHAIN, head],
    );
    expect(read).toHaveLength(1);
  });
}

/** Takes coins of the hot wallet without the server, in a block that is so deep that it is compared. */
async function takeOneWei(): Promise<void> {
  const held = await network.client.getBalance({ address: hotWallet });
  await network.setBalance(hotWallet, held - 1n);
  await settledBlocks();
}

test('coins of the chain are listed next to those of the development chain', async () => {
  const person = await newTrader(server);

  expect(await coinOf(person, 'USDT')).toMatchObject({
    chain_name: 'Local EVM',
    decimals: 6,
    can_deposit: true,
    has_faucet: false,
  });
  await expect(coinOf(person, 'BTC')).rejects.toThrow('BTC on local');
});

test('a coin is credited at its first block and settled at its sixth', async () => {
  const person = await newTrader(server);
  const to = await depositAddress(person, 'ETH');
  const hash = await network.send({ to, value: 2n * ETHER });
  const waiting = await depositIn(person, 'seen', 0);
  await network.mine();

  const deposit = await depositIn(person, 'credited', 1);
  await network.mine(UNLOCK - 1);

  expect(deposit).toMatchObject({ transaction_hash: hash, amount: '2', address: to });
  expect(waiting).toMatchObject({ id: deposit?.id, transaction_hash: hash, amount: '2' });
  await depositIn(person, 'settled', UNLOCK);
  expect(await balanceOf(server, person, 'ETH')).toMatchObject({ available: '2' });
});

test('a token is credited in its own decimals', async () => {
  const person = await newTrader(server);
  const to = await depositAddress(person, 'USDT');
  await network.sendToken(token, 'transfer', to, 12_345_678n);
  await depositIn(person, 'seen', 0);
  await network.mine();

  expect(await depositIn(person, 'credited', 1)).toMatchObject({ amount: '12.345678' });
});

test('a deposit whose block is replaced without it is reversed', async () => {
  const person = await newTrader(server);
  const to = await depositAddress(person, 'USDT');
  const hash = await network.sendToken(token, 'transfer', to, 50n * USDT_UNIT);
  await network.mine();
  await depositIn(person, 'credited', 1);
  await network.reorganise(1, [hash]);

  await depositIn(person, 'reversed', 0);
  await eventually(async () =>
    expect(await balanceOf(server, person, 'USDT')).toMatchObject({ available: '0' }),
  );
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('the faucet pays nothing on a real chain', async () => {
  const person = await newTrader(server);
  const { currency_id: id } = await coinOf(person, 'USDT');
  const answer = await server.call(
    'claimFaucet',
    { currency_id: String(id), chain: CHAIN },
    { token: person.token, headers: { 'idempotency-key': newKey() } },
  );

  expect(errorOf(answer)).toBe('faucet_unavailable');
});

test('a withdrawal is paid from the hot wallet, once, and ends in success', async () => {
  const to = newStranger();
  const person = await newWithdrawer('100', to);
  const asked = dataOf(await withdraw(server, person, { amount: '60' }));
  const done = await minedUntilPaid(person, asked.id);
  await network.mine(2);

  const arrived = BigInt(Number(done.arrival_amount) * 1e6);
  expect(await network.tokenBalance(token, to)).toBe(arrived);
  expect(done.transaction_hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('a recipient that burns gas is refused before any amount is frozen', async () => {
  const burner = newStranger();
  await network.setCode(burner, GAS_BURNER);
  const person = await newWithdrawer('1', burner, 'ETH');

  // A caller without the password learns nothing from the node's answer.
  const guess = { amount: '0.1', pay_password: 'Wrong12345' };
  expect(errorOf(await withdraw(server, person, guess))).toBe('pay_password_incorrect');
  expect(errorOf(await withdraw(server, person, { amount: '0.1' }))).toBe('recipient_not_payable');
  expect(await balanceOf(server, person, 'ETH')).toEqual({ available: '1', frozen: '0' });
});

test('a withdrawal whose recipient started to revert does not block others', async () => {
  const [refusing, to] = [newStranger(), newStranger()];
  const stuck = await newWithdrawer('2', refusing, 'ETH');
  const person = await newWithdrawer('100', to);
  // Large enough to wait for an operator.
  const first = dataOf(await withdraw(server, stuck, { amount: '1' }));
  await network.setCode(refusing, GAS_BURNER);
  const pending = await operator.ask('getWithdrawal', { id: first.id });
  await operator.ask('approveWithdrawal', { id: first.id, reason: 'It looks right.' });
  const second = dataOf(await withdraw(server, person, { amount: '60' }));
  await minedUntilPaid(person, second.id);

  expect(await withdrawalOf(server, stuck, first.id)).toMatchObject({
    phase: 'approved',
    transaction_hash: null,
  });
  expect((await operator.ask('countQueues', {})).damaged_withdrawals).toBe(1);
  const listed = async () => (await operator.ask('listDamagedWithdrawals', {})).withdrawals;
  expect(await listed()).toMatchObject([{ id: first.id, phase: 'approved', amount: '1' }]);

  const verdict = {
    id: first.id,
    rejection: 'other',
    reason: 'Its recipient refuses it.',
  } as const;
  // The operator must have seen that it is approved.
  const stale = { ...verdict, revision: String(pending.revision) };
  expect(errorOf(await operator.call('rejectWithdrawal', stale))).toBe('record_changed');
  await operator.ask('rejectWithdrawal', verdict);
  expect(await listed()).toEqual([]);
  expect(await balanceOf(server, stuck, 'ETH')).toEqual({ available: '2', frozen: '0' });
});

test('a server killed while the node hangs pays once', async () => {
  const to = newStranger();
  const person = await newWithdrawer('100', to);
  node.freeze(true);
  const asked = dataOf(await withdraw(server, person, { amount: '60' }));
  await server.kill();
  node.freeze(false);
  await server.restart();
  const done = await minedUntilPaid(person, asked.id);
  await network.mine(UNLOCK);

  expect(await network.tokenBalance(token, to)).toBe(BigInt(Number(done.arrival_amount) * 1e6));
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('a withdrawal whose fee is too low for a block gets a higher one over a crash, and pays once', async () => {
  const to = newStranger();
  const person = await newWithdrawer('100', to);
  await network.setNextBaseFee(GWEI);
  await network.mine();
  const asked = dataOf(await withdraw(server, person, { amount: '60' }));
  const waiting = async () => (await network.waitingOf(hotWallet))[0];
  const first = await eventually(async () => {
    const { phase, transaction_hash: hash } = await withdrawalOf(server, person, asked.id);
    expect([phase, hash]).toEqual(['confirming', await waiting()]);
    return hash as Hash;
  });
  const { maxFeePerGas = 0n } = await network.client.getTransaction({ hash: first });
  await network.setNextBaseFee((maxFeePerGas * 3n) / 2n);
  await network.mine();
  await server.kill();
  await server.restart();
  await server.controlAdvance(CHAIN_LIMITS.withdrawal_fee_raise_after_ms);
  await network.mine();
  await eventually(async () => expect([undefined, first]).not.toContain(await waiting()));
  await server.kill();
  await server.restart();
  const done = await minedUntilPaid(person, asked.id);

  expect(done.transaction_hash).not.toBe(first);
  expect(await network.tokenBalance(token, to)).toBe(BigInt(Number(done.arrival_amount) * 1e6));
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('coins that leave the hot wallet by themselves close the withdrawals of the chain', async () => {
  const person = await newWithdrawer('100', newStranger());
  await settledBlocks();
  // A second comparison makes the coins of the wallet part of the reserve.
  for (let seen = 0; seen < 2; seen++) await compareReserves(server);
  await takeOneWei();
  await compareReserves(server);

  const halts = async () => (await operator.ask('listChainHalts', {})).halts;
  const [halt, ...others] = await halts();
  expect(halt).toMatchObject({ chain: CHAIN, cause: 'custody_short' });
  expect(halt?.detail).toMatch(/missing: 0\.0{17}1 ETH$/);
  expect(others).toEqual([]);
  expect(errorOf(await withdraw(server, person, { amount: '60' }))).toBe(
    'chain_withdrawals_closed',
  );

  await server.restart();
  await compareReserves(server);
  expect((await halts()).map(({ id }) => id)).toEqual([halt?.id]);
  const acknowledge = (id = '') =>
    operator.call('acknowledgeChainHalt', { id, revision: '0', reason });
  const reason = 'Moved by hand.';
  // A second theft while the halt lasts: the operator has not seen it yet.
  await takeOneWei();
  await compareReserves(server);
  const [grown, ...rest] = await halts();
  expect(grown?.detail).toMatch(/missing: 0\.0{17}2 ETH$/);
  expect(rest).toEqual([]);
  expect(errorOf(await acknowledge(halt?.id))).toBe('record_not_found');
  // A third theft after the last comparison: the acknowledgement does not accept it.
  await takeOneWei();
  dataOf(await acknowledge(grown?.id));
  await compareReserves(server);
  const [later] = await halts();
  expect(later?.detail).toMatch(/missing: 0\.0{17}1 ETH$/);
  dataOf(await acknowledge(later?.id));
  await compareReserves(server);
  expect(await halts()).toEqual([]);
  const asked = dataOf(await withdraw(server, person, { amount: '60' }));
  await minedUntilPaid(person, asked.id);
  await settledBlocks();
  await compareReserves(server);
  expect(await halts()).toEqual([]);
  await queryServer(server, "delete from chain_halts where cause = 'custody_short'");
});

test('coins that leave a deposit address are missing as well', async () => {
  const person = await newTrader(server);
  const to = await depositAddress(person, 'ETH');
  await network.send({ to, value: 2n * ETHER });
  await network.mine();
  await depositIn(person, 'credited', 1);
  await settledBlocks();
  await expectNothingMissing(server);
  await network.setBalance(to, ETHER);
  await settledBlocks();
  await compareReserves(server);

  const found = await queryServer<{ id: string }>(
    server,
    'select id::text, cause, detail from chain_halts',
  );
  expect(found).toMatchObject([
    { cause: 'custody_short', detail: expect.stringMatching(/missing: 1 ETH$/) as string },
  ]);
  const id = found[0]?.id ?? '';
  await operator.ask('acknowledgeChainHalt', { id, reason: 'Moved by hand.' });
  await queryServer(server, 'delete from chain_halts');
});
