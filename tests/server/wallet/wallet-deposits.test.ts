/** Deposits over HTTP, with a chain that mines and reorganizes on demand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { DAY_MS } from '../../../contract/time.ts';
import { dataOf, errorOf, messagesTo, signIn } from '../../support/users/accounts.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { coinOf, depositsOf, newWithdrawer, withdraw } from '../../support/wallet/wallet-users.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { findProduct, subscribe } from '../../support/staking/staking-users.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { leaveDayEnd } from '../../support/away-from-midnight.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { expectNothingMissing } from '../../support/wallet/reserves.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
let chain: ChainControl;

beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  chain = new ChainControl(server);
  await chain.stopMining();
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  await expectNothingMissing(server);
});
afterAll(() => giveBack(server));

async function consistent(): Promise<void> {
  expect((await server.verifyLedger()).faults).toEqual([]);
  await expectNothingMissing(server);
}

test('a deposit is credited at its first block, and unlocked at its sixth', async () => {
  const ann = await newTrader(server);
  const hash = await chain.deposit(ann.token, 'ETH', '2');
  expect(await depositsOf(server, ann)).toMatchObject([
    { transaction_hash: hash, state: 'pending_review', phase: 'seen', confirmations: 0 },
  ]);
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '0', frozen: '0' });

  await chain.mine();
  expect(await depositsOf(server, ann)).toMatchObject([
    { transaction_hash: hash, amount: '2', state: 'approved', phase: 'credited', confirmations: 1 },
  ]);
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '2', frozen: '0' });
  const product = await findProduct(server, 'ETH');
  expect(errorOf(await subscribe(server, ann, { amount: '1', product }))).toBe('balance_locked');
  const [mail] = await messagesTo(server, ann.email, 2);
  expect(mail?.body).toContain('2 ETH');

  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations - 1);
  expect(await depositsOf(server, ann)).toMatchObject([
    { state: 'success', phase: 'settled', confirmations: 6 },
  ]);
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '2', frozen: '0' });
  await consistent();
});

test('a payment that is never mined is given up, and credited when a late block has it', async () => {
  const ann = await newTrader(server);
  const hash = await chain.deposit(ann.token, 'ETH', '2');
  await chain.forget(hash);
  await chain.giveUp();
  expect(await depositsOf(server, ann)).toMatchObject([
    { transaction_hash: hash, state: 'rejected', phase: 'reversed', confirmations: 0 },
  ]);
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '0', frozen: '0' });

  await chain.sendAgain(hash);
  await chain.mine();
  expect(await depositsOf(server, ann)).toMatchObject([
    { transaction_hash: hash, state: 'approved', phase: 'credited', confirmations: 1 },
  ]);
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '2', frozen: '0' });
  await consistent();
});

test('a deposit below the minimum is listed and never credited', async () => {
  const ann = await newTrader(server);
  const { min_deposit: minimum } = await coinOf(server, ann.token, 'ETH');
  await chain.deposit(ann.token, 'ETH', String(Number(minimum) / 10));
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);

  expect(await depositsOf(server, ann)).toMatchObject([
    { state: 'rejected', phase: 'below_minimum' },
  ]);
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '0', frozen: '0' });
});

test('of many deposits below the minimum a few are listed each day, and no later block changes them', async () => {
  await leaveDayEnd(server);
  const ann = await newTrader(server);
  const { min_deposit: minimum } = await coinOf(server, ann.token, 'ETH');
  const amount = String(Number(minimum) / 10);
  const most = CHAIN_LIMITS.small_deposits_per_day_max;
  for (let count = 0; count < most + 3; count++) await chain.deposit(ann.token, 'ETH', amount);
  await chain.mine();
  await chain.deposit(ann.token, 'ETH', '2');
  await chain.mine(2);

  const listed = await depositsOf(server, ann);
  expect(listed.map(({ phase }) => phase)).toEqual([
    'credited',
    ...Array.from({ length: most }, () => 'below_minimum'),
  ]);
  expect(listed.at(-1)).toMatchObject({ confirmations: 1 });
  const [counted] = await queryServer<{ count: number }>(
    server,
    `select count from small_deposits join users on users.id = user_id where email = $1`,
    [ann.email],
  );
  expect(counted?.count).toBe(most + 3);

  await server.controlAdvance(DAY_MS);
  const tomorrow = { token: dataOf(await signIn(server, ann.email)).accessToken };
  await chain.deposit(tomorrow.token, 'ETH', amount);
  await chain.mine();
  expect((await depositsOf(server, tomorrow)).length).toBe(most + 2);
});

test('a reorganization reverses a credited deposit; when it comes back it is credited again, once', async () => {
  const ann = await newTrader(server);
  const hash = await chain.deposit(ann.token, 'ETH', '2');
  await chain.mine(2);
  // Moved from its block to a later one in one reorganization.
  await server.control('POST', '/chain/reorg', { depth: 2, later: [hash] });
  expect(await depositsOf(server, ann)).toMatchObject([{ phase: 'credited', confirmations: 1 }]);
  await eventually(async () =>
    expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '2', frozen: '0' }),
  );
  await consistent();

  await chain.reorganise(1, [hash]);

  expect(await depositsOf(server, ann)).toMatchObject([{ phase: 'reversed', confirmations: 0 }]);
  await eventually(async () =>
    expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '0', frozen: '0' }),
  );
  await consistent();
});

test('the spent part of a reversed deposit becomes a debt: no withdrawal is possible until it is paid', async () => {
  const ann = await newWithdrawer(server, { USDT: '1000' });
  const first = await chain.deposit(ann.token, 'ETH', '3');
  await chain.mine();
  const buyer = await newTrader(server, { USDT: '100000' });
  const { id: marketId, priceAt } = await findMarket(server, 'ETH');
  const order = {
    currency_match_id: marketId,
    type: 'limit',
    price: priceAt(1),
    quantity: '2',
  } as const;
  dataOf(await placeOrder(server, buyer, { ...order, side: 'buy' }));
  dataOf(await placeOrder(server, ann, { ...order, side: 'sell' }));
  await chain.reorganise(1, [first]);
  await eventually(async () =>
    expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '0', frozen: '0' }),
  );
  await consistent();
  expect(errorOf(await withdraw(server, ann, { amount: '10' }))).toBe('balance_locked');
  expect(errorOf(await subscribe(server, ann, { amount: '100' }))).toBe('shortfall_unpaid');

  await chain.deposit(ann.token, 'ETH', '5');
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);
  // 3 were credited and reversed, 2 of them spent: of 5 new ones, 2 cover the shortfall.
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '3', frozen: '0' });
  expect(errorOf(await withdraw(server, ann, { amount: '10' }))).toBeUndefined();
  await consistent();
});

test('an open order that freezes what its owner owes is canceled, and its coins are collected', async () => {
  const ann = await newTrader(server);
  const hash = await chain.deposit(ann.token, 'ETH', '3');
  await chain.mine();
  const { id: marketId, priceAt } = await findMarket(server, 'ETH');
  const order = { currency_match_id: marketId, side: 'sell', type: 'limit' } as const;
  dataOf(await placeOrder(server, ann, { ...order, price: priceAt(1.05), quantity: '2' }));
  await chain.reorganise(1, [hash]);
  await chain.mine();

  await eventually(async () =>
    expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '0', frozen: '0' }),
  );
  const owed = await queryServer(server, 'select from deposits where shortfall > 0');
  expect(owed).toEqual([]);
  await consistent();
});

test('a block with deposits of two currencies goes while users trade', async () => {
  const { id: marketId, priceAt } = await findMarket(server, 'ETH', 'BTC');
  const traders = [
    await newTrader(server, { ETH: '40', BTC: '2' }),
    await newTrader(server, { ETH: '40', BTC: '2' }),
  ];
  const owners = [await newTrader(server), await newTrader(server), await newTrader(server)];
  const hashes: string[] = [];
  for (const { token } of owners)
    for (const [code, amount] of [
      ['ETH', '2'],
      ['BTC', '0.1'],
    ] as const)
      hashes.push(await chain.deposit(token, code, amount));
  await chain.mine();
  const trade = (count: number) =>
    placeOrder(server, ensure(traders[count % 2], 'trader'), {
      currency_match_id: marketId,
      side: count % 2 === 0 ? 'buy' : 'sell',
      type: 'limit',
      price: priceAt(1),
      quantity: '0.5',
    });
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, (_, count) => trade(count))),
    chain.reorganise(1, hashes),
  ]);

  expect(answers.map(errorOf)).toEqual(answers.map(() => undefined));
  await eventually(async () => {
    for (const owner of owners)
      for (const code of ['ETH', 'BTC'])
        expect(await balanceOf(server, owner, code)).toEqual({ available: '0', frozen: '0' });
  });
  await consistent();
});

test('a settled deposit that the chain loses is owed, and closes the withdrawals of the chain', async () => {
  const ann = await newTrader(server);
  const ben = await newWithdrawer(server, { USDT: '100' });
  const hash = await chain.deposit(ann.token, 'ETH', '2');
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);
  expect(await depositsOf(server, ann)).toMatchObject([{ phase: 'settled' }]);
  await chain.reorganise(CHAIN_LIMITS.deposit_unlock_confirmations, [hash]);

  await server.waitForLog(/the withdrawals of a chain are closed/);
  expect(await depositsOf(server, ann)).toMatchObject([{ phase: 'reversed' }]);
  expect(await balanceOf(server, ann, 'ETH')).toEqual({ available: '0', frozen: '0' });
  expect(errorOf(await withdraw(server, ben, { amount: '20' }))).toBe('chain_withdrawals_closed');
  const operator = await signInOperator(server);
  const { halts } = await operator.ask('listChainHalts', {});
  expect(halts).toMatchObject([{ cause: 'settled_deposit_lost' }]);
  const { id = '' } = halts[0] ?? {};
  const reason = 'the blocks were compared with another node';
  await operator.ask('acknowledgeChainHalt', { id, reason });

  expect(await operator.ask('listChainHalts', {})).toEqual({ halts: [] });
  const { entries } = await operator.ask('listAudit', { subject_kind: 'chain_halt' });
  expect(entries).toMatchObject([{ action: 'chain_halt.acknowledge', subject_id: id, reason }]);
  expect(errorOf(await withdraw(server, ben, { amount: '20' }))).toBeUndefined();
  await consistent();
});
