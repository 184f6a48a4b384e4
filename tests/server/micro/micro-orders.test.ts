/** Fast contracts of a running server: receipts, settlement by the index log, a kill, refusals, limits, and the ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';
import { signedText } from '../../../contract/figures/index-chain.ts';
import type { MicroResultInfo } from '../../../contract/micro/fairness.ts';
import type { ResponseOf } from '../../../contract/routes.ts';
import { signedHeadOf } from '../../../contract/micro/index/signed-minute.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { MINUTE_MS, minuteOf } from '../../../contract/time.ts';
import { indexCryptoOf } from '../../../server/areas/micro/micro.area.ts';
import { UserState } from '../../../streams/user-state.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { eventually } from '../../support/eventually.ts';
import { newKey } from '../../support/idempotency-key.ts';
import {
  addShortProduct,
  ENDED,
  fixedOf,
  MicroUser,
  setIndex,
} from '../../support/micro/micro-users.ts';
import { naiveDays } from '../../support/micro/naive-fairness.ts';
import { PLANTED } from '../../support/micro/planted-results.ts';
import { queryServer, withServerDatabase } from '../../support/databases/server-database.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf, FAST } from '../../support/users/balances.ts';
import { Client } from '../edge/socket-harness.ts';

/** Orders take 4 s, and a slow machine needs several times that. */
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
let product: string;
let firstMinute: number;
beforeAll(async () => {
  ({ server, prepared: product } = await startPreparedServer(
    env,
    (database) => addShortProduct(database),
    { isOwnProcess: true },
  ));
  await setIndex(server, '97000');
  firstMinute = minuteOf(await server.controlAdvance(0));
  ann = await MicroUser.open(server, '1000');
});
afterAll(() => server.stop());

async function publishedKey() {
  const answer = await fetch(`${server.origin}/index-key.json`);
  const { public_key: key } = (await answer.json()) as { public_key: string };
  return indexCryptoOf(key);
}

/** The prices of the last three seconds before the expiry, as the log shows them to all readers. */
async function pricedPoints(expiresAtMs: number) {
  const about = { instrument: 'BTC/USDT', from: String(expiresAtMs - 2_750), seconds: '3' };
  const points = dataOf(await server.call('listIndexTicks', about));
  return points.filter(({ time, price }) => time <= expiresAtMs && price !== null);
}

const balance = (user: MicroUser) => balanceOf(server, user, 'USDT', FAST);
const order = (stake: string) => ({ micro_product_id: product, direction: 'up' as const, stake });
const refusal = async (
  user: MicroUser,
  fields: Parameters<typeof user.call<'placeMicroOrder'>>[1],
) => errorOf(await user.call('placeMicroOrder', fields));

test(
  'an order gets a signed receipt, opens at a later point, and ends by the mean of the last three seconds',
  PATIENT,
  async () => {
    const placed = await ann.placeOpen(product, 'up', '10');
    expect(placed).toMatchObject({ stake: '10', profit_ppm: 850_000, payout: null });
    const { token, text, signature } = placed.receipt;
    const receipt = ensure(readReceipt(text), 'a receipt');
    expect(receipt).toMatchObject({ token, direction: 'up', seconds: 4, profitPpm: 850_000 });
    expect((await publishedKey()).isSigned(text, signature)).toBe(true);
    expect(await balance(ann)).toEqual({ available: '990', frozen: '10' });
    const open = await ann.reached(placed.id, 'open');
    expect(open.open_price).toBe('97000');
    expect(ensure(open.opened_at, 'the opening')).toBeGreaterThan(placed.accepted_at);
    expect(receipt.logAtMs).toBeLessThan(ensure(open.opened_at, 'the opening'));
    await setIndex(server, '97010');
    const won = await ann.reached(placed.id, ...ENDED);
    // A slow machine may miss points, which are gaps of the log.
    const count = (await pricedPoints(ensure(won.expires_at, 'the expiry'))).length;
    expect(won).toMatchObject({ state: 'won', payout: '18.5', point_count: count });
    expect(await balance(ann)).toEqual({ available: '1008.5', frozen: '0' });
    const { orders, next } = await ann.ask('listMicroHistory', {});
    expect(orders[0]).toEqual(won);
    expect(next).toBeNull();
    const file = dataOf(await server.call('getMicroSettlement', { receipt: token }));
    expect(file).toMatchObject({
      receipt: { text, signature },
      result: { outcome: 'won', open_ticks: 9_700_000, count, payout: '18.5' },
    });
    const other = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const unknown = await server.call('getMicroSettlement', { receipt: other });
    expect(errorOf(unknown)).toBe('settlement_not_found');
    expect((await server.verifyLedger()).faults).toEqual([]);
  },
);

test('one key is one order, also after a kill, and both end by the log', PATIENT, async () => {
  const bob = await MicroUser.open(server, '100');
  let key = '';
  const open = await bob.placeOpen(product, 'down', '5', () => (key = newKey()));
  const opening = await bob.place(product, 'up', '7');
  await server.kill();
  await server.restart();
  expect((await bob.place(product, 'down', '5', key)).id).toBe(open.id);
  const other = { ...order('6'), direction: 'down' as const };
  expect(errorOf(await bob.call('placeMicroOrder', other, key))).toBe('idempotency_key_reused');
  await bob.reached(open.id, ...ENDED);
  await bob.reached(opening.id, ...ENDED);
  const { orders } = await bob.ask('listMicroHistory', {});
  const results = orders.reduce(
    (sum, { stake, payout }) => sum + Number(payout) - Number(stake),
    0,
  );
  expect(Number((await balance(bob)).available)).toBeCloseTo(100 + results, 6);
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('orders need all conditions, and no field of a sender decides price or time', async () => {
  const poor = await MicroUser.open(server, '5');
  const careless = await MicroUser.open(server, '5', false);
  await setIndex(server, '97000');
  expect(await refusal(ann, order('0.999999999999999999'))).toBe('stake_out_of_bounds');
  expect(await refusal(ann, order('1000.000000000000000001'))).toBe('stake_out_of_bounds');
  expect(await refusal(ann, { ...order('1'), micro_product_id: '99999' })).toBe(
    'micro_product_not_found',
  );
  expect(await refusal(ann, { ...order('1'), profit_ppm: '850001' })).toBe('micro_terms_changed');
  expect(await refusal(ann, { ...order('1'), loss_ppm: '999999' })).toBe('micro_terms_changed');
  // Prices of the calls before may be too old on a busy machine.
  await setIndex(server, '97000');
  expect(await refusal(poor, order('6'))).toBe('insufficient_balance');
  expect(await refusal(careless, order('1'))).toBe('risk_acknowledgement_required');
  for (const field of ['price', 'open_price', 'seconds', 'accepted_at', 'outcome', 'time'])
    expect(await refusal(ann, { ...order('1'), [field]: '1' })).toBe('invalid_request');
  const unknown = await ann.call('getMicroOrder', { id: '999999' });
  expect(errorOf(unknown)).toBe('micro_order_not_found');
});

test('limits of a user count at once, and higher ones later', async () => {
  const carl = await MicroUser.open(server, '100');
  const limited = await carl.ask('setMicroLimits', { daily_loss_limit: '10' });
  expect(limited).toMatchObject({ daily_loss_limit: '10', next: null, loss_of_day: '0' });
  expect(await refusal(carl, order('10.5'))).toBe('daily_loss_limit_reached');
  expect((await carl.place(product, 'up', '10')).state).toBe('opening');
  expect(await refusal(carl, order('1'))).toBe('daily_loss_limit_reached');
  const raised = await carl.ask('setMicroLimits', { daily_loss_limit: '' });
  expect(raised).toMatchObject({ daily_loss_limit: '10', next: { daily_loss_limit: null } });
  const resting = await carl.ask('setMicroLimits', { daily_loss_limit: '5', break_hours: '1' });
  expect(resting).toMatchObject({ daily_loss_limit: '5', next: null });
  expect(await refusal(carl, order('1'))).toBe('daily_loss_limit_reached');
  const dora = await MicroUser.open(server, '100');
  await dora.ask('setMicroLimits', { break_hours: '1' });
  expect(await refusal(dora, order('1'))).toBe('trading_break');
  await dora.ask('setMicroLimits', { break_hours: '2' });
  const rested = await dora.ask('getMicroLimits', {});
  expect(ensure(rested.break_until, 'a break')).toBeGreaterThan(await server.controlAdvance(0));
});

test('a user places at most five orders in ten seconds', async () => {
  const eve = await MicroUser.open(server, '100');
  for (let placed = 0; placed < 5; placed += 1) await eve.place(product, 'up', '1');
  const sixth = await eve.call('placeMicroOrder', order('1'));
  expect(errorOf(sixth)).toBe('rate_limited');
});

test(
  'a socket has the open orders, and hears of each change and of the balance',
  PATIENT,
  async () => {
    const fay = await MicroUser.open(server, '100');
    const first = await fay.place(product, 'up', '2');
    const client = new Client(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`, {});
    await client.waitFor(({ type }) => type === 'hello');
    client.send({ type: 'auth', token: fay.token });
    await client.waitFor(({ type }) => type === 'auth');
    client.send({ type: 'sub', params: 'USER' });
    const state = new UserState();
    let read = 0;
    const follow = () => {
      for (const message of client.of('USER').slice(read)) {
        if (message.kind === 'snapshot') state.replace(message);
        else state.apply(message.event);
        read += 1;
      }
      return state;
    };
    await eventually(() => expect([...follow().microOrders.keys()]).toEqual([first.id]));
    await eventually(() => expect(follow().microOrders.get(first.id)?.state).toBe('open'));
    await fay.reached(first.id, ...ENDED);
    await eventually(() => expect(follow().microOrders.size).toBe(0));
    const [held] = [...state.microBalances.values()];
    expect(held?.available).toBe((await balance(fay)).available);
    client.webSocket.close();
  },
);

test('an order without an opening price within two seconds is void', PATIENT, async () => {
  await setIndex(server, '97000');
  const gus = await MicroUser.open(server, '100');
  // Apart by more than 300 ppm, so that the index goes on and no point opens an order.
  const apart = { pair: 'BTC/USDT', price: '97100', source: 'simulated-1' };
  await server.control('POST', '/prices/set', apart);
  const placed = await gus.place(product, 'up', '3');
  const ended = await gus.reached(placed.id, ...ENDED);
  expect(ended).toMatchObject({
    state: 'voided',
    open_price: null,
    payout: '3',
    point_count: null,
  });
  await server.control('POST', '/prices/remove', { pair: 'BTC/USDT' });
  await eventually(async () => expect(await refusal(gus, order('1'))).toBe('price_stale'));
  await setIndex(server, '97000');
});

test(
  'an index log that is switched off goes on until the running orders have ended',
  PATIENT,
  async () => {
    await setIndex(server, '97000');
    const hal = await MicroUser.open(server, '100');
    const open = await hal.placeOpen(product, 'up', '5');
    const opening = await hal.place(product, 'down', '7');
    await server.kill();
    env.INDEX_LOG = 'off';
    await server.restart();
    expect(await refusal(hal, order('1'))).toBe('product_unavailable');
    const ended = [await hal.reached(open.id, ...ENDED), await hal.reached(opening.id, ...ENDED)];
    const returned = ended.reduce((sum, { payout }) => sum + Number(payout), 0);
    expect(Number((await balance(hal)).available)).toBeCloseTo(88 + returned, 6);
    expect((await balance(hal)).frozen).toBe('0');
    const file = dataOf(await server.call('getMicroSettlement', { receipt: open.receipt.token }));
    expect(file.result).toMatchObject({ outcome: ended[0]?.state, payout: ended[0]?.payout });
    expect((await server.verifyLedger()).faults).toEqual([]);
    env.INDEX_LOG = 'on';
    await server.restart();
    await setIndex(server, '97000');
  },
);

test(
  'with MICRO_TRADING=off no order is taken, and open ones run to their end',
  PATIENT,
  async () => {
    const jim = await MicroUser.open(server, '100');
    const open = await jim.placeOpen(product, 'down', '5');
    await server.kill();
    env.MICRO_TRADING = 'off';
    await server.restart();
    expect(await refusal(jim, order('1'))).toBe('product_unavailable');
    const ended = await jim.reached(open.id, ...ENDED);
    expect(fixedOf(ended)).toEqual(fixedOf(open));
    expect(await balance(jim)).toEqual({
      available: String(95 + Number(ended.payout)),
      frozen: '0',
    });
  },
);

/** All published orders, page by page, of the minutes since the first one. */
async function publishedOrders(untilMs: number): Promise<readonly MicroResultInfo[]> {
  const found: MicroResultInfo[] = [];
  for (let minute = firstMinute; minute < untilMs; minute += MINUTE_MS)
    for (let after: string | null = null; ;) {
      const fields = { minute: String(minute), ...(after !== null && { after }) };
      const page: ResponseOf<'listMicroResults'> = dataOf(
        await server.call('listMicroResults', fields, { headers: newClientAddress() }),
      );
      found.push(...page.orders);
      after = page.next;
      if (after === null) break;
    }
  return found;
}

test('public figures and signed counts are those of the published orders', PATIENT, async () => {
  // The server takes no orders now, and counts those of the tests before.
  const { orders: own } = await ann.ask('listMicroHistory', {});
  const { id, accepted_at: placedMs } = ensure(own[0], 'an order');
  await server.controlAdvance(4 * MINUTE_MS);
  const about = { instrument: 'BTC/USDT', from: String(firstMinute), days: '2' };
  const report = await eventually(
    async () => {
      const headers = newClientAddress();
      const now = dataOf(await server.call('getMicroFairness', about, { headers }));
      expect(now.counted_until).toBeGreaterThan(placedMs);
      return now;
    },
    { timeout: 60_000, interval: 250 },
  );
  const orders = await publishedOrders(report.counted_until);
  expect(orders.length).toBeGreaterThan(5);
  expect(orders.map((one) => one.id)).toContain(id);
  expect(naiveDays(orders)).toEqual(report.days);
  const crypto = await publishedKey();
  const named = Map.groupBy(orders, ({ log_at: logAt }) => minuteOf(logAt));
  for (const [minute, group] of named) {
    const ofWay = (way: 'up' | 'down') => group.filter(({ direction }) => direction === way).length;
    // A minute is signed with the point after it, which may come later than the count.
    const heads = await eventually(async () => {
      const fields = { instrument: 'BTC/USDT', minute: String(minute) };
      const headers = newClientAddress();
      const signed = dataOf(await server.call('listIndexMinutes', fields, { headers }));
      const sumOf = (way: 'up' | 'down') =>
        signed.reduce((sum, { orders: counts }) => sum + (counts?.[way] ?? 0), 0);
      expect([sumOf('up'), sumOf('down')]).toEqual([ofWay('up'), ofWay('down')]);
      return signed.map(signedHeadOf);
    });
    expect(heads.every((head) => crypto.isSigned(signedText(head), head.signature))).toBe(true);
  }
});

test('public figures and the time until which they count are of one moment', PATIENT, async () => {
  const about = { instrument: 'BTC/USDT', from: String(firstMinute), days: '2' };
  const ask = async () =>
    dataOf(await server.call('getMicroFairness', about, { headers: newClientAddress() }));
  const before = await ask();
  await withServerDatabase(server, async (client) => {
    await client.query('begin; lock table micro_counts in access exclusive mode');
    const asked = ask();
    await eventually(async () => {
      await client.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await client.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%micro_counts%'",
      );
      expect(rowCount).toBeGreaterThan(0);
    });
    // A minute is counted between the two reads of the call.
    await client.query(`update micro_counts set until_ms = until_ms + ${MINUTE_MS}; commit`);
    expect(await asked).toEqual(before);
    expect((await ask()).counted_until).toBe(before.counted_until + MINUTE_MS);
    await client.query(`update micro_counts set until_ms = until_ms - ${MINUTE_MS}`);
  });
});

test('the verifier of the ledger names each result that was changed by hand', PATIENT, async () => {
  await expect(queryServer(server, ensure(PLANTED[0], 'a change')[1])).rejects.toThrow(
    /keeps its terms/,
  );
  expect((await server.verifyLedger()).faults).toEqual([]);
  await queryServer(
    server,
    `alter table micro_orders disable trigger user; alter table micro_windows disable trigger user;
     alter table micro_points disable trigger user; alter table index_minutes disable trigger user`,
  );
  for (const [fault, change, undo] of PLANTED) {
    await queryServer(server, change);
    expect((await server.verifyLedger()).faults.join('\n'), change).toContain(fault);
    await queryServer(server, undo);
  }
  // The switched-off protection of the tables is a fault, too.
  const { faults } = await server.verifyLedger();
  expect(faults.filter((fault) => !fault.startsWith('log_unprotected'))).toEqual([]);
});
