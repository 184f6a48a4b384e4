/** kill -9 between and during steps of fiat orders: no step is half done, and the result is the same. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { FIAT_AD } from '../../../server/areas/fiat/ads/ad-lifecycle.ts';
import { FIAT_ORDER } from '../../../server/areas/fiat/orders/order-lifecycle.ts';
import { replayAll } from '../../support/desk/replayed-records.ts';
import {
  applyRights,
  cancel,
  confirm,
  declare,
  done,
  markAbnormal,
  orderOf,
  placedOrder,
  postAd,
  postpone,
  takeAd,
  withdrawRights,
  type Known,
  type OrderCall,
} from '../../support/fiat/fiat-orders.ts';
import { newFiatPerson, newMerchant, type FiatPerson } from '../../support/fiat/fiat-people.ts';
import { WRONG_PAYEES } from '../../support/fiat/fiat-rivals.ts';
import { startLastingServer, type LastingServer } from '../../support/fiat/lasting-database.ts';
import { dataOf } from '../../support/identity-people.ts';
import { newKey } from '../../support/spot-people.ts';
import { queryServer } from '../../support/server-database.ts';
import type { TestServer } from '../../support/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let lasting: LastingServer;
let server: TestServer;
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
beforeAll(async () => {
  lasting = await startLastingServer();
  ({ server } = lasting);
  const merchant = await newMerchant(server, '100000');
  known = { merchant, ad: await postAd(merchant, 'sell', { total: '50000' }) };
});
afterAll(() => lasting.stop());

/** Selects orders whose row contradicts their lifecycle, or whose messages are missing. */
const CONTRADICTIONS = `
  select orders.id::text from fiat_orders as orders
  left join lifecycles on lifecycles.kind = 'fiat-order' and lifecycles.id = orders.id
  where lifecycles.id is null or lifecycles.revision <> orders.revision
    or lifecycles.snapshot->'context'->>'end' is distinct from orders."end"
    or (orders.deadline_at_ms is null) <> not exists (
      select 1 from lifecycle_timers as timer where timer.kind = 'fiat-order' and timer.id = orders.id)
    or (select count(*) from lifecycle_events as event
        where event.kind = 'fiat-order' and event.id = orders.id) <> orders.revision`;

afterEach(async () => {
  expect((await server.verifyLedger()).faults).toEqual([]);
  for (const statement of [CONTRADICTIONS, WRONG_PAYEES])
    expect(await queryServer(server, statement)).toEqual([]);
  for (const spec of [FIAT_ORDER, FIAT_AD])
    expect((await replayAll(server, spec)).faults).toEqual([]);
});

async function killed(): Promise<void> {
  await server.kill();
  await server.restart();
}

/** The state that a crash must not change, without the deadline, which a crash extends. */
const lasts = (order: FiatOrderDetail) => ({ ...order, deadline_at: undefined });

test('killed after every step, an order goes the same way to the same end', async () => {
  const { buyer, seller, order } = await placedOrder(server, 'sell', known);
  const way: readonly (readonly [OrderCall, FiatPerson])[] = [
    [declare, buyer],
    [postpone, seller],
    [markAbnormal, buyer],
    [applyRights, seller],
    [withdrawRights, seller],
    [confirm, seller],
  ];
  let present = order;
  for (const [call, person] of way) {
    await killed();
    expect(lasts(await orderOf(buyer, order.id))).toEqual(lasts(present));
    await done(call, person, present);
    present = await orderOf(buyer, order.id);
  }
  await killed();
  expect(await orderOf(buyer, order.id)).toEqual(present);
  expect(present).toMatchObject({ state: 'completed', end: 'confirmed', revision: 7 });
  expect(await buyer.fiatBalance()).toEqual({ available: '1100', frozen: '0' });
});

test('killed while steps are under way, each is done or not, and what was answered stays', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const takers = await Promise.all(Array.from({ length: 8 }, () => newFiatPerson(server)));
    const answered = new Map<string, number>();
    let steps = 0;
    let dying: Promise<void> | undefined;
    const told = (order: FiatOrderDetail): FiatOrderDetail => {
      answered.set(order.id, order.revision);
      steps += 1;
      // After 3 rounds of 22 responses, so most of them are still outstanding, however slowly the process
      // dies.
      if (steps === 3 * round) dying = server.kill();
      return order;
    };
    const go = async (taker: FiatPerson, at: number): Promise<void> => {
      const placed = told(dataOf(await takeAd(taker, known.ad, {}, newKey())));
      if (at % 4 === 3) {
        told(await done(cancel, taker, placed));
        return;
      }
      const paid = told(await done(declare, taker, placed));
      told(await done(at % 2 === 0 ? confirm : applyRights, known.merchant, paid));
    };
    const ends = await Promise.allSettled(takers.map(go));
    expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
    await (dying ?? server.kill());
    await server.restart();
    for (const [id, revision] of answered) {
      const order = await orderOf(known.merchant, id);
      expect(order.revision).toBeGreaterThanOrEqual(revision);
    }
    for (const taker of takers) {
      const { orders } = await taker.ask('listFiatOrders', {});
      expect(orders.length).toBeLessThanOrEqual(1);
    }
  }
});

test('a clock that ended while the server was dead ends once', async () => {
  const unpaid = await placedOrder(server, 'sell', known);
  const paid = await placedOrder(server, 'sell', known);
  await done(declare, paid.buyer, paid.order);
  await server.kill();
  const ids = [Number(unpaid.order.id), Number(paid.order.id)];
  const due = Date.now() - HOUR_MS;
  await queryServer(
    server,
    `update lifecycle_timers set due_at_ms = $1 where kind = 'fiat-order' and id = any($2)`,
    [due, ids],
  );
  await queryServer(server, 'update fiat_orders set deadline_at_ms = $1 where id = any($2)', [
    due,
    ids,
  ]);
  await queryServer(server, 'update server_beats set at_ms = $1', [Date.now() - MINUTE_MS]);
  // Killed again while the start makes up for the crash.
  await server.restart();
  await killed();
  await eventually(async () => {
    expect((await orderOf(unpaid.buyer, unpaid.order.id)).end).toBe('payment_timeout');
    expect((await orderOf(paid.buyer, paid.order.id)).end).toBe('auto_confirmed');
  });
  for (const { buyer, order } of [unpaid, paid]) {
    const { events } = await orderOf(buyer, order.id);
    expect(events.filter(({ event }) => event === 'deadline.passed')).toHaveLength(1);
  }
  expect(await paid.buyer.fiatBalance()).toEqual({ available: '1100', frozen: '0' });
});
