/** An exchange that gave fast contracts up: its users see their past orders, all readers can check them, and money only leaves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { MINUTE_MS, minuteOf } from '../../../contract/time.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { addShortProduct, MicroUser, setIndex } from '../../support/micro/micro-users.ts';
import { proveResult } from '../../support/micro/proven-result.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { balanceOf, CONTRACT, FAST, SPOT } from '../../support/users/balances.ts';
import { newUser } from '../../support/users/test-user.ts';
import { transfer } from '../../support/users/transfers.ts';

const KEPT = /the index log is kept for running fast contracts/;
const PATIENT = { timeout: 120_000 };

/** Read again at each start. */
const env = {
  MARKET_MAKER: 'off',
  INDEX_LOG: 'on',
  MICRO_TRADING: 'on',
  TRUST_PROXY: 'loopback',
};
let server: TestServer;
let ann: MicroUser;
let ended: MicroOrderInfo;
const firstTransfer = newKey();
/** The key of an order whose answer was lost. */
const lostKey = newKey();
let lost: MicroOrderInfo;
beforeAll(async () => {
  const started = await startPreparedServer(env, (database) => addShortProduct(database), {
    isOwnProcess: true,
  });
  server = started.server;
  const product = started.prepared;
  await setIndex(server, '97000');
  ann = await MicroUser.open(server, '100');
  await server.grant(ann.email, 'USDT', '50');
  dataOf(await transfer(server, ann, { from: SPOT, to: FAST, amount: '10' }, firstTransfer));
  lost = await ann.place(product, 'down', '1', lostKey);
  const { id } = await ann.placeOpen(product, 'up', '10');
  ended = await ann.reached(id, 'won', 'lost', 'drawn', 'voided');
  await ann.reached(lost.id, 'won', 'lost', 'drawn', 'voided');
  // The minute of the end is not signed yet.
  await server.kill();
  Object.assign(env, { INDEX_LOG: 'off', MICRO_TRADING: 'off' });
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const keyOf = async (): Promise<unknown> => (await fetch(`${server.origin}/index-key.json`)).json();

/** The owner sees the order and the outcome of a lost answer, a stranger does not, and all readers have its result. */
async function expectPast(): Promise<void> {
  expect((await ann.ask('listMicroHistory', {})).orders).toContainEqual(ended);
  expect(await ann.order(ended.id)).toEqual(ended);
  expect(await ann.ask('listMicroOrders', {})).toEqual([]);
  expect(await ann.outcome(lostKey)).toEqual({
    state: 'executed',
    record_id: lost.id,
    error: null,
  });
  const stranger = await newUser(server);
  const asked = { token: stranger.token, headers: newClientAddress() };
  const foreign = await server.call('getMicroOrder', { id: ended.id }, asked);
  expect(errorOf(foreign)).toBe('micro_order_not_found');
  const path = ENDPOINTS.placeMicroOrder.path;
  const question = { path, idempotency_key: lostKey };
  expect(dataOf(await server.call('getCommandOutcome', question, asked)).state).toBe('pending');
  expect((await ann.outcome(newKey())).state).toBe('pending');
  const headers = newClientAddress();
  const minute = String(minuteOf(ended.accepted_at));
  const { orders } = dataOf(await server.call('listMicroResults', { minute }, { headers }));
  expect(orders.map(({ id }) => id)).toContain(ended.id);
}

test('the log goes on until the minute of the last result is signed', PATIENT, async () => {
  const from = server.logs.length;
  await server.restart();
  await server.waitForLog(KEPT, from);
  await server.controlAdvance(MINUTE_MS);
  await proveResult(server, ended);
  await expectPast();
});

test(
  'after the next starts past orders are there, and their files can be checked',
  PATIENT,
  async () => {
    const key = await keyOf();
    for (let start = 0; start < 2; start += 1) {
      const from = server.logs.length;
      await server.restart();
      expect(server.logs.slice(from).filter((line) => KEPT.test(line))).toEqual([]);
      await expectPast();
      await proveResult(server, ended);
      expect(await keyOf()).toEqual(key);
    }
    const headers = newClientAddress();
    const about = { instrument: 'BTC/USDT', minute: String(ended.accepted_at) };
    const minutes = dataOf(await server.call('listIndexMinutes', about, { headers }));
    expect(minutes[0]?.lines?.length).toBeGreaterThan(0);
    const days = { instrument: 'BTC/USDT', from: String(ended.accepted_at), days: '2' };
    expect(errorOf(await server.call('getMicroFairness', days, { headers }))).toBeUndefined();
  },
);

test('no order is taken, and money leaves the account, and does not enter it', async () => {
  expect(dataOf(await server.call('listMicroProducts', {}))).toEqual([]);
  const order = { micro_product_id: '1', direction: 'up', stake: '1' } as const;
  expect(errorOf(await ann.call('placeMicroOrder', order))).toBe('product_unavailable');
  const { available } = await balanceOf(server, ann, 'USDT', FAST);
  dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '5' }));
  for (const from of [SPOT, CONTRACT]) {
    const refused = await transfer(server, ann, { from, to: FAST, amount: '1' });
    expect(errorOf(refused)).toBe('product_unavailable');
  }
  // The answer to an earlier transfer may have been lost.
  const again = await transfer(server, ann, { from: SPOT, to: FAST, amount: '10' }, firstTransfer);
  expect(dataOf(again)).toMatchObject({ amount: '10' });
  expect((await balanceOf(server, ann, 'USDT', FAST)).available).toBe(available);
  dataOf(await transfer(server, ann, { from: FAST, to: SPOT, amount: available }));
  expect(await balanceOf(server, ann, 'USDT', FAST)).toEqual({ available: '0', frozen: '0' });
});

test('the outcome of an order is known while its key is valid', async () => {
  const validUntil = lost.accepted_at + LIMITS.idempotency_key_valid_ms;
  const outcomeAt = async (at: number) => {
    await server.holdClock(at);
    // The session of the order has ended since.
    const { accessToken: token } = dataOf(await signIn(server, ann.email));
    const question = { path: ENDPOINTS.placeMicroOrder.path, idempotency_key: lostKey };
    return dataOf(await server.call('getCommandOutcome', question, { token }));
  };
  expect(await outcomeAt(validUntil - 1)).toMatchObject({ state: 'executed', record_id: lost.id });
  expect(await outcomeAt(validUntil)).toMatchObject({ state: 'pending', record_id: null });
  await server.releaseClock();
});
