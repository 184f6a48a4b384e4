/** Withdrawals over HTTP: the gate, the operator, the chain, and failures on the way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { dataOf, errorOf, messagesTo } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { balanceOf } from '../../support/users/balances.ts';
import {
  coinOf,
  inPhase,
  newWithdrawer,
  withdraw,
  withdrawalOf,
} from '../../support/wallet/wallet-users.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { expectNothingMissing } from '../../support/wallet/reserves.ts';

let server: TestServer;
let chain: ChainControl;

beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  chain = new ChainControl(server);
  await chain.stopMining();
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  await expectNothingMissing(server);
});
afterAll(() => server.stop());

async function consistent(): Promise<void> {
  expect((await server.verifyLedger()).faults).toEqual([]);
  await expectNothingMissing(server);
}
const decide = (command: string, id: string, more: object = {}) =>
  server.control('POST', `/withdrawal/${command}`, {
    withdrawal_id: Number(id),
    operator_id: 7,
    ...more,
  });

describe('the path of a withdrawal', () => {
  test('a small one goes through automatically: frozen, signed, sent, counted, booked', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    const { withdrawal_fee: fee } = await coinOf(server, ann.token, 'USDT');
    const created = dataOf(await withdraw(server, ann, { amount: '40' }));
    expect(created).toMatchObject({ state: 'approved', amount: '40', fee });
    expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '60', frozen: '40' });
    await inPhase(server, ann, created.id, 'confirming');
    await consistent();

    await chain.mine();
    expect(await withdrawalOf(server, ann, created.id)).toMatchObject({ confirmations: 1 });
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations - 1);
    expect(await withdrawalOf(server, ann, created.id)).toMatchObject({
      state: 'success',
      phase: 'success',
      confirmations: CHAIN_LIMITS.withdrawal_confirmations,
    });
    expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '60', frozen: '0' });
    expect(await chain.paymentsTo(ann.address)).toMatchObject([{ amount: created.arrival_amount }]);
    const mails = await messagesTo(server, ann.email, 4);
    expect(mails[0]?.body).toContain('40 USDT');
    await consistent();
  });

  test('a large one waits for an operator, who approves it', async () => {
    const ann = await newWithdrawer(server, { USDT: '5000' });
    const { id, state } = dataOf(await withdraw(server, ann, { amount: '2000' }));
    expect(state).toBe('pending_review');
    expect(await decide('approve', id)).toEqual({});
    await inPhase(server, ann, id, 'confirming');
    expect(await decide('approve', id)).toEqual({ error: 'already_decided' });
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
    expect(await withdrawalOf(server, ann, id)).toMatchObject({ state: 'success' });
    await consistent();
  });

  test('a rejected one is returned, with the reason', async () => {
    const ann = await newWithdrawer(server, { USDT: '5000' });
    const { id } = dataOf(await withdraw(server, ann, { amount: '2000' }));
    const why = { reason: 'identity_check', reason_text: 'Please call us.' };
    expect(await decide('reject', id, why)).toEqual({});
    expect(await withdrawalOf(server, ann, id)).toMatchObject({
      ...why,
      state: 'rejected',
      phase: 'rejected',
    });
    expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '5000', frozen: '0' });
    await consistent();
  });

  test('its owner cancels it while it waits, and no longer', async () => {
    const ann = await newWithdrawer(server, { USDT: '5000' });
    const { id } = dataOf(await withdraw(server, ann, { amount: '2000' }));
    const cancel = (token: string) => server.call('cancelWithdrawal', { id }, { token });
    const bob = await newWithdrawer(server, {});
    expect(errorOf(await cancel(bob.token))).toBe('withdrawal_not_found');
    expect(dataOf(await cancel(ann.token))).toMatchObject({
      phase: 'cancelled',
      state: 'rejected',
    });
    expect(errorOf(await cancel(ann.token))).toBe('withdrawal_not_pending');
    expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '5000', frozen: '0' });
    await consistent();
  });
});

describe('sending', () => {
  test('a time-out whose transaction arrived ends in success, paid once', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    await chain.failBroadcasts('timeout_accepted');
    const { id } = dataOf(await withdraw(server, ann, { amount: '40' }));
    await inPhase(server, ann, id, 'confirming');
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
    await inPhase(server, ann, id, 'success');
    expect(await chain.paymentsTo(ann.address)).toHaveLength(1);
    await consistent();
  });

  test('two answers are one payment', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    await chain.failBroadcasts('twice');
    const { id } = dataOf(await withdraw(server, ann, { amount: '40' }));
    await inPhase(server, ann, id, 'confirming');
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
    await inPhase(server, ann, id, 'success');
    expect(await chain.paymentsTo(ann.address)).toHaveLength(1);
  });

  test('one that the network refuses waits for an operator, who has the same bytes sent again', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    await chain.failBroadcasts('rejected');
    const { id } = dataOf(await withdraw(server, ann, { amount: '40' }));
    const { transaction_hash: hash } = await inPhase(server, ann, id, 'manual_review');
    await chain.mine(3);
    expect(await chain.paymentsTo(ann.address)).toEqual([]);

    expect(await decide('rebroadcast', id)).toEqual({});
    const sent = await inPhase(server, ann, id, 'confirming');
    expect(sent.transaction_hash).toBe(hash);
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
    await inPhase(server, ann, id, 'success');
    await consistent();
  });

  test('one that was lost is not resent, and returned once it can never be paid', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    await chain.failBroadcasts('timeout_lost');
    const { id } = dataOf(await withdraw(server, ann, { amount: '40' }));
    await inPhase(server, ann, id, 'broadcasting');
    await chain.mine(2);
    expect(await withdrawalOf(server, ann, id)).toMatchObject({ phase: 'broadcasting' });
    await server.controlAdvance(LIMITS.withdrawal_broadcast_timeout_ms);
    await inPhase(server, ann, id, 'manual_review');
    await chain.mine(2);
    expect(await chain.paymentsTo(ann.address)).toEqual([]);

    const unsent = () => decide('declare-unsent', id, { reason_text: null });
    expect(await unsent()).toEqual({ error: 'still_payable' });
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations - 1);
    expect(await unsent()).toEqual({ error: 'still_payable' });
    await chain.mine(1);
    expect(await unsent()).toEqual({});
    expect(await withdrawalOf(server, ann, id)).toMatchObject({
      phase: 'rejected',
      reason: 'not_sent',
    });
    expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '100', frozen: '0' });
    await consistent();
  });

  test('a reorganization that drops it has the same bytes sent again', async () => {
    const ann = await newWithdrawer(server, { USDT: '100' });
    const { id } = dataOf(await withdraw(server, ann, { amount: '40' }));
    const { transaction_hash: hash } = await inPhase(server, ann, id, 'confirming');
    await chain.mine(3);
    expect(await withdrawalOf(server, ann, id)).toMatchObject({ confirmations: 3 });
    await chain.reorganise(3, [hash ?? '']);
    // Blocks mined before the rebroadcast do not have it.
    await expect.poll(() => chain.paymentsTo(ann.address)).toHaveLength(1);
    await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
    const done = await inPhase(server, ann, id, 'success');
    expect(done.transaction_hash).toBe(hash);
    expect(await chain.paymentsTo(ann.address)).toHaveLength(1);
    await consistent();
  });
});

test('the same key again is the same withdrawal, and another use of it is refused', async () => {
  const ann = await newWithdrawer(server, { USDT: '100' });
  const key = newKey();
  const first = dataOf(await withdraw(server, ann, { amount: '40' }, key));
  expect(dataOf(await withdraw(server, ann, { amount: '40' }, key)).id).toBe(first.id);
  expect(errorOf(await withdraw(server, ann, { amount: '41' }, key))).toBe(
    'idempotency_key_reused',
  );
  expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '60', frozen: '40' });
  const tooMuch = newKey();
  expect(errorOf(await withdraw(server, ann, { amount: '61' }, tooMuch))).toBe(
    'insufficient_balance',
  );
  expect(errorOf(await withdraw(server, ann, { amount: '61' }, tooMuch))).toBe(
    'insufficient_balance',
  );
});

test('1,000 withdrawals at once of a balance for ten: ten', async () => {
  const ann = await newWithdrawer(server, { USDT: '109' });
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => withdraw(server, ann, { amount: '10.9' })),
  );
  const refused = answers.map(errorOf).filter((error) => error !== undefined);

  expect(answers.length - refused.length).toBe(10);
  // More than twenty at once are refused before they begin.
  expect(refused).toContain('service_unavailable');
  for (const error of refused)
    expect(['insufficient_balance', 'service_unavailable']).toContain(error);
  expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '0', frozen: '109' });
  await consistent();
});

test('a request whose record is damaged does not keep the server from starting, stays unchanged, and is shown to operators', async () => {
  const ann = await newWithdrawer(server, { USDT: '100' });
  const { id } = dataOf(await withdraw(server, ann, { amount: '40' }));
  await queryServer(
    server,
    `insert into withdrawals (user_id, currency_id, chain, address, amount, fee, value, phase,
       confirmations, idempotency_key, terms, request_id, revision, created_at_ms, updated_at_ms)
     select user_id, currency_id, chain, address, amount, fee, value, 'requested',
       0, 'planted', terms, request_id, 1, created_at_ms, updated_at_ms
     from withdrawals where id = $1`,
    [id],
  );
  await server.kill();
  await server.restart();
  await server.waitForLog(/a requested withdrawal is damaged/);
  const planted = await queryServer<{ phase: string }>(
    server,
    `select phase from withdrawals where idempotency_key = 'planted'`,
  );
  expect(planted).toEqual([{ phase: 'requested' }]);
  const operator = await signInOperator(server);
  expect((await operator.ask('countQueues', {})).damaged_withdrawals).toBe(1);
  const { withdrawals } = await operator.ask('listDamagedWithdrawals', {});
  expect(withdrawals).toMatchObject([
    { amount: '40', currency_code: 'USDT', phase: 'requested', person: { account: ann.email } },
  ]);
  expect(withdrawals[0]?.id).not.toBe(id);
  await queryServer(
    server,
    `update withdrawals set phase = 'refused' where idempotency_key = 'planted'`,
  );
  expect((await operator.ask('listDamagedWithdrawals', {})).withdrawals).toEqual([]);
});
