/** An exchange that gave fast contracts up: its users see their past orders, all readers can check them, and money only leaves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS, minuteOf } from '../../../contract/time.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { newClientAddress } from '../../support/client-address.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { addShortProduct, MicroUser, setIndex } from '../../support/micro/micro-users.ts';
import { proveResult } from '../../support/micro/proven-result.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
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
beforeAll(async () => {
  server = await startTestServer({ env });
  const product = await addShortProduct(server);
  await server.restart();
  await setIndex(server, '97000');
  ann = await MicroUser.open(server, '100');
  await server.grant(ann.email, 'USDT', '50');
  dataOf(await transfer(server, ann, { from: SPOT, to: FAST, amount: '10' }, firstTransfer));
  const { id } = await ann.placeOpen(product, 'up', '10');
  ended = await ann.reached(id, 'won', 'lost', 'drawn', 'voided');
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

/** The owner sees the order, a stranger does not, and all readers have its result. */
async function expectPast(): Promise<void> {
  expect((await ann.ask('listMicroHistory', {})).orders).toContainEqual(ended);
  expect(await ann.order(ended.id)).toEqual(ended);
  expect(await ann.ask('listMicroOrders', {})).toEqual([]);
  const stranger = await newUser(server);
  const asked = { token: stranger.token, headers: newClientAddress() };
  const foreign = await server.call('getMicroOrder', { id: ended.id }, asked);
  expect(errorOf(foreign)).toBe('micro_order_not_found');
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
