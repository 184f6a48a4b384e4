/** Thefts of fiat orders by SQL against the running server: no coins move early or for changed terms, and each is named. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { EMBEDDED_SERVER_ROLE } from '../../../server/kit/db/database.ts';
import { startVerified } from '../../support/crash/first-pass.ts';
import {
  confirm,
  done,
  orderOf,
  paidOrder,
  placedOrder,
  postpone,
  type OrderScene,
} from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, startFiatServer, type FiatUser } from '../../support/fiat/fiat-users.ts';
import { queryServer, withServerDatabase } from '../../support/databases/server-database.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';

let server: TestServer;
let thief: FiatUser;
beforeAll(async () => {
  server = await startVerified(startFiatServer);
  thief = await newFiatUser(server);
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
});

const BEFORE = { available: '1000', frozen: '0' };

/** Runs a statement as the role of the server, which an attacker has. */
const steal = (statement: string) =>
  withServerDatabase(server, async (client) => {
    await client.query(`set role ${EMBEDDED_SERVER_ROLE}`);
    await client.query(statement);
  });

const setTimer = ({ order }: OrderScene, dueAtMs: number | null) =>
  steal(`
    update lifecycle_timers set due_at_ms = ${dueAtMs} where kind = 'fiat-order' and id = ${order.id}`);

describe('a timer that was set forward', () => {
  test.each([
    ['confirmWindow', 'paid', paidOrder],
    ['paymentWindow', 'unpaid', placedOrder],
  ] as const)('does not end the %s', async (delay, state, ready) => {
    const scene = await ready(server);
    const { buyer, order } = scene;
    const from = server.logs.length;
    await setTimer(scene, 0);
    const refused = `${delay} of fiat-order ${order.id} is due at 0, but its log does not let it end`;
    await server.waitForLog(new RegExp(refused), from);
    expect(await orderOf(buyer, order.id)).toMatchObject({ state, revision: order.revision });
    expect(await buyer.fiatBalance()).toEqual(BEFORE);
    expect(await server.verifyRecent()).toEqual([
      expect.stringMatching(`^fiat_order_timer_early: order_id ${order.id}, delay ${delay}`),
    ]);
    await setTimer(scene, order.deadline_at);
  });
});

test('a postponement that was taken from the snapshot does not end the order after the first window', async () => {
  const scene = await paidOrder(server);
  const { buyer, seller, order } = scene;
  await done(postpone, seller, order);
  const setPostponed = (isPostponed: boolean) =>
    steal(`
      update lifecycles set snapshot = jsonb_set(snapshot, '{context,isPostponed}', '${isPostponed}')
      where kind = 'fiat-order' and id = ${order.id}`);
  await setPostponed(false);
  const from = server.logs.length;
  await server.controlAdvance(LIMITS.fiat_confirm_window_ms);
  await server.waitForLog(/the snapshot of fiat-order \d+ is not that of its log/, from);
  expect(await orderOf(buyer, order.id)).toMatchObject({ end: null });
  await setPostponed(true);
});

describe('an order whose row was changed', () => {
  /** The owner of the tables plants it, because the server's role may not update each of these columns. */
  const change = ({ order }: OrderScene, column: string, value: unknown) =>
    queryServer(server, `update fiat_orders set ${column} = $1 where id = $2`, [value, order.id]);

  test.each([
    ['buyer_id', null],
    ['amount', '1'],
    ['price', '1'],
    ['payee', '{"kind": "bank_card", "account": "of the thief"}'],
  ])('in %s gives its coins to no user', async (column, other) => {
    const scene = await paidOrder(server);
    const { buyer, seller, order } = scene;
    const [row] = await queryServer<Record<string, unknown>>(
      server,
      `select ${column}::text from fiat_orders where id = $1`,
      [order.id],
    );
    const from = server.logs.length;
    await change(scene, column, other ?? thief.id);
    expect(errorOf(await confirm(seller, order))).toBe('internal_error');
    await server.waitForLog(new RegExp(`fiat order ${order.id} differs from its log`), from);
    expect(await buyer.fiatBalance()).toEqual(BEFORE);
    expect(await server.verifyRecent()).toEqual([
      expect.stringMatching(`^fiat_order_differs_from_log: order_id ${order.id}`),
    ]);
    await change(scene, column, ensure(row, 'order')[column]);
    expect(await server.verifyRecent()).toEqual([]);
    expect(errorOf(await confirm(seller, order))).toBeUndefined();
    expect(await buyer.fiatBalance()).toEqual({ available: '1100', frozen: '0' });
  });
});
