/** Token subscriptions over HTTP: payments on hold, raises, the end with its published lists, refusals and refunds. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allocationFaults, entryOf } from '../../../contract/figures/allocation-check.ts';
import type { Offering } from '../../../contract/ieo/ieo.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { findOpenOffering, subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { readAllocation } from '../../support/ieo/read-allocation.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { balanceOf as balanceIn, FINANCIAL, SPOT } from '../../support/users/balances.ts';
import { newUser, type TestUser } from '../../support/users/test-user.ts';

let server: TestServer;
let offering: Offering;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  offering = await findOpenOffering(server);
});
afterAll(async () => {
  expect((await server.verifyLedger()).faults).toEqual([]);
  await server.stop();
});

const userWith = (amount: string): Promise<TestUser> =>
  newUser(server, { coins: { USDT: amount } });
const ask = (user: TestUser, quantity: string, key = newKey()) =>
  subscribeOffering(server, user, { quantity, offering }, key);

test('a payment is on hold, and a raise adds to it', async () => {
  const user = await userWith('1000');
  const key = newKey();
  const first = dataOf(await ask(user, '400', key));
  // 400 tokens at half a USDT.
  expect(first).toMatchObject({ state: 'committed', quantity: '400', paid: '200', refund: null });
  expect(dataOf(await ask(user, '400', key)).id).toBe(first.id);
  expect(errorOf(await ask(user, '500', key))).toBe('idempotency_key_reused');
  const { subscribers } = await detail();
  const raised = dataOf(await ask(user, '1000'));
  expect(raised).toMatchObject({ id: first.id, quantity: '1000', paid: '500' });
  expect(await detail()).toMatchObject({ subscribers });
  expect(await balanceOf(user, FINANCIAL)).toEqual({ available: '0', frozen: '500' });
  expect(await balanceOf(user, SPOT)).toEqual({ available: '500', frozen: '0' });
});

test('refusals change nothing', async () => {
  const user = await userWith('30');
  expect(errorOf(await ask(user, '100'))).toBe('insufficient_balance');
  expect(errorOf(await ask(user, '150'))).toBe('quantity_out_of_bounds');
  expect(errorOf(await ask(user, '50100'))).toBe('offering_limit_reached');
  expect(errorOf(await ask(user, '0.0000000000000000001'))).toBe('invalid_request');
  const [coming, past, unknown] = ['1', '3', '999'].map((id) => ({
    quantity: '100',
    offering: { id },
  }));
  for (const [wanted, error] of [
    [coming, 'offering_not_open'],
    [past, 'offering_not_open'],
    [unknown, 'offering_not_found'],
  ] as const)
    expect(errorOf(await subscribeOffering(server, user, wanted ?? { quantity: '1' }))).toBe(error);
  expect(await balanceOf(user, SPOT)).toEqual({ available: '30', frozen: '0' });
  // A refused payment is no subscription; a second try begins again.
  await server.grant(user.email, 'USDT', '100');
  const taken = dataOf(await ask(user, '100'));
  // The same total again takes nothing more.
  expect(dataOf(await ask(user, '100'))).toEqual(taken);
  expect(dataOf(await mine(user)).subscriptions).toEqual([taken]);
});

test('1,000 requests at once pay for the largest of each user once, within the limit of a user', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => userWith('100000')));
  const quantities = ['10000', '30000', '50000', '50100', '20000'];
  const answers = await Promise.all(
    users.flatMap((user) =>
      Array.from({ length: 20 }, () => quantities.map((quantity) => ask(user, quantity))).flat(),
    ),
  );
  const errors = answers.map((answer) => errorOf(answer));
  expect(errors.filter((error) => error === 'offering_limit_reached')).toHaveLength(200);
  // The others have their total already, or a larger one.
  expect(new Set(errors)).toEqual(
    new Set([undefined, 'offering_limit_reached', 'quantity_out_of_bounds']),
  );
  for (const user of users) {
    const [own] = dataOf(await mine(user)).subscriptions;
    expect(own).toMatchObject({ quantity: '50000', paid: '25000' });
  }
  const payments = await queryServer(
    server,
    "select 1 from ieo_payments where phase = 'held' and steps_after = 500",
  );
  expect(payments).toHaveLength(users.length);
});

test('a user finds no subscription of another user', async () => {
  const [user, other] = [await userWith('100'), await userWith('100')];
  const { id } = dataOf(await ask(user, '100'));
  const asOther = { token: other.token };
  expect(errorOf(await server.call('getIeoSubscription', { id }, asOther))).toBe(
    'subscription_not_found',
  );
  expect(dataOf(await server.call('listIeoSubscriptions', {}, asOther)).subscriptions).toEqual([]);
});

test('at the end every token is allocated by the published lists, and every unit is back', async () => {
  const [large, small] = [await userWith('25000'), await userWith('100')];
  const before = dataOf(await ask(large, '50000'));
  dataOf(await ask(small, '100'));
  const { demand } = await detail();
  expect(demand.reduce((sum, { subscriptions }) => sum + subscriptions, 0)).toBe(15);

  await server.holdClock(offering.closes_at - 1);
  dataOf(await ask(await again(small), '200'));
  await server.holdClock(offering.closes_at);
  expect(errorOf(await ask(await again(small), '300'))).toBe('offering_not_open');
  const ended = await eventually(async () => {
    const found = await detail();
    expect(found.progress).toBe('distributed');
    return found;
  });
  const published = await readAllocation(server, offering.id, 4);
  expect(published.rows).toHaveLength(15);
  expect(ended.proof?.inputs_at).toBeLessThanOrEqual(ended.proof?.outputs_at ?? 0);
  expect(allocationFaults(sha256, published)).toEqual([]);

  const [own] = dataOf(await mine(await again(large))).subscriptions;
  expect(own).toMatchObject({
    state: 'settled',
    allocated: '10000',
    cost: '5000',
    refund: '20000',
  });
  expect(own?.entry).toBe(entryOf(sha256, before.salt, before.id));
  expect(published.rows.map(({ entry }) => entry)).toContain(own?.entry);
  await eventually(async () => {
    expect(await balanceOf(large, SPOT)).toEqual({ available: '20000', frozen: '0' });
    expect(await balanceOf(large, SPOT, 'LUM')).toEqual({ available: '10000', frozen: '0' });
    expect(await balanceOf(small, SPOT, 'LUM')).toEqual({ available: '200', frozen: '0' });
  });
  expect(await balanceOf(large, FINANCIAL)).toEqual({ available: '0', frozen: '0' });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const detail = async () =>
  dataOf(await server.call('getOffering', { offering_id: offering.id }, {}));
const mine = (user: TestUser) => server.call('listIeoSubscriptions', {}, { token: user.token });

/** A moved clock has ended the session of the user. */
const again = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: dataOf(await signIn(server, user.email)).accessToken,
});
const balanceOf = async (user: TestUser, type: number, code = 'USDT') =>
  balanceIn(server, await again(user), code, type);
