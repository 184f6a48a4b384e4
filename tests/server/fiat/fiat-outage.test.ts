/**
 * Downtime extends the windows of fiat orders; a window that had ended before ends at the start. Push about orders
 * survives the end of the server.
 */
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { FIAT_ORDER } from '../../../server/areas/fiat/orders/order-lifecycle.ts';
import { replayAll } from '../../support/desk/replayed-records.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  disputedOrder,
  done,
  orderOf,
  paidOrder,
  placedOrder,
  postpone,
  type Known,
  type OrderScene,
} from '../../support/fiat/fiat-orders.ts';
import { newMerchant } from '../../support/fiat/fiat-users.ts';
import {
  downFor,
  startLastingServer,
  type LastingServer,
} from '../../support/fiat/lasting-database.ts';
import { letPass } from '../../support/fiat/passed-time.ts';
import { startPushService } from '../../support/people/push-service.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let lasting: LastingServer;
let server: TestServer;
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
beforeAll(async () => {
  lasting = await startLastingServer({ WEB_PUSH: 'loopback' });
  ({ server } = lasting);
  const merchant = await newMerchant(server);
  known = { merchant, ad: await postAd(merchant) };
});
afterAll(() => lasting.stop());
afterEach(async () => {
  expect((await server.verifyLedger()).faults).toEqual([]);
  expect((await replayAll(server, FIAT_ORDER)).faults).toEqual([]);
});

const deadlineOf = async ({ buyer, order }: OrderScene): Promise<number | null> =>
  (await orderOf(buyer, order.id)).deadline_at;

test('a stop and a start extend timers by no more than their duration', async () => {
  const scene = await placedOrder(server, 'sell', known);
  const earlier = ensure(await deadlineOf(scene), 'deadline');
  const from = Date.now();
  await server.restart();
  const took = Date.now() - from;
  const added = ensure(await deadlineOf(scene), 'deadline') - earlier;
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThanOrEqual(took + SECOND_MS);
});

test('an outage is added to every running timer, and to no other', async () => {
  const unpaid = await placedOrder(server, 'sell', known);
  const paid = await paidOrder(server, 'sell', known);
  const put = await paidOrder(server, 'sell', known);
  const postponed = { ...put, order: await done(postpone, put.seller, put.order) };
  const disputed = await disputedOrder(server, 'buyer', known);
  const before = new Map<OrderScene, number | null>();
  for (const scene of [unpaid, paid, postponed, disputed])
    before.set(scene, await deadlineOf(scene));

  await downFor(server, 3 * HOUR_MS);

  for (const scene of [unpaid, paid, postponed]) {
    const [earlier, later] = [before.get(scene), await deadlineOf(scene)];
    const added = ensure(later, 'deadline') - ensure(earlier, 'deadline');
    expect(added).toBeGreaterThanOrEqual(3 * HOUR_MS);
    // The restart itself adds its own time.
    expect(added).toBeLessThan(3 * HOUR_MS + MINUTE_MS);
  }
  expect(await deadlineOf(disputed)).toBeNull();
  expect(await orderOf(unpaid.buyer, unpaid.order.id)).toMatchObject({ state: 'unpaid' });
  // The timer ends at the shown deadline.
  await server.controlAdvance(3 * HOUR_MS + 15 * MINUTE_MS + MINUTE_MS);
  expect(await orderOf(unpaid.buyer, unpaid.order.id)).toMatchObject({ end: 'payment_timeout' });
});

test('a clock that a test has moved is no outage', async () => {
  const scene = await placedOrder(server, 'sell', known);
  const earlier = await deadlineOf(scene);
  await server.controlAdvance(10 * MINUTE_MS);
  // Waits until the moved clock is stored as the last sign of life.
  await eventually(async () => {
    const [beat] = await queryServer<{ at_ms: bigint }>(server, 'select at_ms from server_beats');
    expect(Number(beat?.at_ms)).toBeGreaterThan(Date.now() + 9 * MINUTE_MS);
  });
  await server.kill();
  await server.restart();
  expect(await deadlineOf(scene)).toBe(earlier);
});

test('a timer that ended before the outage fires at the start, once', async () => {
  const scene = await placedOrder(server, 'sell', known);
  await server.kill();
  await letPass(server, [scene.order.id], HOUR_MS + 15 * MINUTE_MS);
  await queryServer(server, 'update server_beats set at_ms = $1', [Date.now() - MINUTE_MS]);
  await server.restart();
  await eventually(async () => {
    expect((await orderOf(scene.buyer, scene.order.id)).end).toBe('payment_timeout');
  });
  await server.restart();
  const { events } = await orderOf(scene.buyer, scene.order.id);
  expect(events.map(({ event }) => event)).toEqual(['started', 'deadline.passed']);
});

test.each(['kill', 'stop'] as const)(
  'a push whose push service has not answered is sent again after a %s of the server',
  async (end) => {
    const service = await startPushService();
    onTestFinished(() => service.stop());
    const browser = service.newBrowser();
    browser.answer = null;
    await known.merchant.ask('subscribePush', browser.subscription);
    await placedOrder(server, 'sell', known);
    await browser.waitFor(/./);

    if (end === 'kill') await server.kill();
    else await server.terminate();
    browser.answer = 201;
    // Ends the claim of the first delivery.
    await queryServer(server, 'update outbox set due_at_ms = 0');
    await server.restart();

    await eventually(() => expect(browser.deliveries).toHaveLength(2));
    await eventually(async () => {
      expect(await queryServer(server, 'select topic from outbox')).toEqual([]);
    });
    expect(browser.deliveries[1]?.message).toEqual(browser.deliveries[0]?.message);
  },
);
