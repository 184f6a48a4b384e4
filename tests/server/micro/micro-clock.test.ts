/** Clocks of a running server that jump while a fast contract is open: it ends by the points that the log has, and each end can be checked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { addShortProduct, ENDED, MicroUser } from '../../support/micro/micro-users.ts';
import { proveResult } from '../../support/micro/proven-result.ts';
import { SteppedIndex } from '../../support/micro/stepped-index.ts';
import { startPreparedServer } from '../../support/servers/prepared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';
import { balanceOf, FAST } from '../../support/users/balances.ts';

/** 97,250.00, and a price at which an order on a rise wins. */
const [PRICE, HIGHER] = [9_725_000, 9_725_100];
/** Points between the opening and the window. */
const BEFORE = 4;
const POINT_MS = 250;
/** Far longer than the log fills with gaps, and shorter than a session. */
const LONG_MS = 10 * MINUTE_MS;

let server: TestServer;
let product: string;
let index: SteppedIndex;
beforeAll(async () => {
  const env = { MARKET_MAKER: 'off', INDEX_LOG: 'on', TRUST_PROXY: 'loopback' };
  ({ server, prepared: product } = await startPreparedServer(
    env,
    (database) => addShortProduct(database),
    { isOwnProcess: true },
  ));
  index = await SteppedIndex.hold(server);
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

/** A user with 100 USDT, and an order of 7 on a rise that has just been accepted. */
async function placed(): Promise<{ user: MicroUser; id: string }> {
  const user = await MicroUser.open(server, '100');
  await index.pass(3, PRICE);
  await index.standAtPoint();
  return { user, id: (await user.place(product, 'up', '7')).id };
}

async function opened() {
  const { user, id } = await placed();
  await index.pass(1, PRICE);
  return { user, order: await user.reached(id, 'open') };
}

/** Waits for the end, and checks it with the file of the order; the money follows from the payout. */
async function ended(user: MicroUser, id: string) {
  const order = await user.reached(id, ...ENDED);
  // The minute of the end is signed with the point after it.
  await index.jump(MINUTE_MS);
  const { window } = await proveResult(server, order);
  const money = { won: '105.95', lost: '93', drawn: '100', voided: '100' }[
    order.state as (typeof ENDED)[number]
  ];
  expect(await balanceOf(server, user, 'USDT', FAST)).toEqual({ available: money, frozen: '0' });
  return { order, window };
}

test.each([
  ['five seconds', 5_000],
  ['exactly to the expiry', 4_000],
])('a clock that jumps over the whole window by %s voids the order', async (_, ms) => {
  const { user, order } = await opened();
  await index.say(HIGHER);
  await index.jump(ms);
  const { order: end, window } = await ended(user, order.id);
  expect(end).toMatchObject({ state: 'voided', payout: '7', point_count: 0, mean_price: null });
  // The last point is read, and its price must hold first.
  const last = ms === 4_000 ? 'confirming' : 'down';
  expect(window).toEqual([...Array<string>(11).fill('down'), last]);
});

test('a clock that jumps by minutes begins a segment, and voids the order', async () => {
  const { user, order } = await opened();
  await index.say(HIGHER);
  await index.jump(LONG_MS);
  const { order: end, window } = await ended(user, order.id);
  expect(end).toMatchObject({ state: 'voided', payout: '7', point_count: 0 });
  expect(window).toEqual([]);
});

test('a clock that jumps out of the window leaves the decision to the points before', async () => {
  const { user, order } = await opened();
  await index.pass(BEFORE, PRICE);
  await index.pass(5, HIGHER);
  await index.say(PRICE - 100);
  await index.jump(LONG_MS);
  const { order: end, window } = await ended(user, order.id);
  expect(end).toMatchObject({ state: 'won', payout: '12.95', point_count: 5 });
  expect(window).toEqual(Array<number>(5).fill(HIGHER));
});

test('a clock that jumps into the window leaves the decision to the points that hold again', async () => {
  const { user, order } = await opened();
  await index.say(PRICE - 100);
  await index.jump((BEFORE + 2) * POINT_MS);
  await index.pass(10, PRICE - 100);
  const { order: end, window } = await ended(user, order.id);
  expect(end).toMatchObject({ state: 'lost', payout: '0', point_count: 9 });
  const gaps = ['down', 'confirming', 'confirming'];
  expect(window).toEqual([...gaps, ...Array<number>(9).fill(PRICE - 100)]);
});

test.each([
  ['three seconds', 3_000],
  ['minutes', LONG_MS],
])('a clock that jumps by %s before the opening voids the order', async (_, ms) => {
  const { user, id } = await placed();
  await index.jump(ms);
  const { order: end } = await ended(user, id);
  expect(end).toMatchObject({ state: 'voided', open_price: null, payout: '7', point_count: null });
});

/** The server is killed, and starts with a clock that is late: the control interface had moved it ahead. */
async function setBack(user: MicroUser, order: MicroOrderInfo): Promise<void> {
  await server.kill();
  const from = server.logs.length;
  await server.restart();
  expect(await server.controlAdvance(0)).toBeLessThan(index.now - LONG_MS);
  await server.waitForLog(/the clock is behind the last point of the index log/, from);
  // Its time is not new, so that nothing opens, and nothing ends.
  const fields = { micro_product_id: product, direction: 'up', stake: '7' } as const;
  expect(errorOf(await user.call('placeMicroOrder', fields))).toBe('price_stale');
  expect(await user.order(order.id)).toEqual(order);
}

test('a clock that is set back settles nothing until its time is new, and then by the points of the window', async () => {
  const { user, order } = await opened();
  await setBack(user, order);
  index = await SteppedIndex.resume(server, index.now + POINT_MS);
  await index.pass(16, HIGHER);
  const { order: end, window } = await ended(user, order.id);
  expect(end).toMatchObject({ state: 'won', payout: '12.95', point_count: 12 });
  expect(end).toMatchObject({ receipt: order.receipt, expires_at: order.expires_at });
  expect(window).toEqual(Array<number>(12).fill(HIGHER));
});

test('a clock that is set back in the window, and then forward over the expiry, keeps the points before', async () => {
  const { user, order } = await opened();
  await index.pass(BEFORE + 2, HIGHER);
  await setBack(user, await user.order(order.id));
  const expiresAtMs = ensure(order.expires_at, 'an expiry');
  index = await SteppedIndex.resume(server, expiresAtMs + 1_000);
  await index.pass(3, PRICE - 100);
  const { order: end, window } = await ended(user, order.id);
  expect(end).toMatchObject({ state: 'won', payout: '12.95', point_count: 2 });
  expect(window).toEqual([HIGHER, HIGHER]);
});

test('a clock that is set back before the window, and then forward over it, voids the order', async () => {
  const { user, order } = await opened();
  await setBack(user, order);
  index = await SteppedIndex.resume(server, index.now + LONG_MS);
  const { order: end } = await ended(user, order.id);
  expect(end).toMatchObject({ state: 'voided', payout: '7', point_count: 0 });
});
