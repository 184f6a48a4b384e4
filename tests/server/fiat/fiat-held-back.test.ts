/** Timers and verdicts that would release coins wait while the seller cannot act or the ledger is inconsistent. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { FIAT_ORDER } from '../../../server/areas/fiat/orders/order-lifecycle.ts';
import { replayAll } from '../../support/desk/replayed-records.ts';
import { eventually } from '../../support/eventually.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  applyRights,
  confirm,
  disputedOrder,
  done,
  orderOf,
  paidOrder,
  postpone,
  type Known,
  type OrderScene,
} from '../../support/fiat/fiat-orders.ts';
import { newMerchant, type FiatUser } from '../../support/fiat/fiat-users.ts';
import { errorOf, PASSWORD } from '../../support/users/accounts.ts';
import { listen, type Listener } from '../../support/fiat/fiat-sockets.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const { fiat_confirm_window_ms: CONFIRM_MS, fiat_postpone_window_ms: POSTPONE_MS } = LIMITS;
/** Milliseconds; twice as much is too short for the server to treat an open page as gone. */
const NEAR_MS = SECOND_MS;

let server: TestServer;
/** For orders whose seller is not disabled; the ad takes the planted fault. */
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
let operator: TestOperator;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  operator = await signInOperator(server);
  const merchant = await newMerchant(server);
  known = { merchant, ad: await postAd(merchant) };
});
afterAll(() => giveBack(server));
afterEach(async () => {
  expect(await server.verifyRecent()).toEqual([]);
  expect((await replayAll(server, FIAT_ORDER)).faults).toEqual([]);
});

/** The running delays of the order, with their ends. */
const timersOf = ({ order }: OrderScene) =>
  queryServer<{ readonly delay: string; readonly due: bigint }>(
    server,
    `select delay_name as delay, due_at_ms as due from lifecycle_timers
     where kind = 'fiat-order' and id = $1`,
    [order.id],
  );

async function signIn(person: FiatUser): Promise<void> {
  const answer = await server.call('signIn', { account: person.email, password: PASSWORD });
  if (answer.data === null) throw new Error(answer.error);
  person.token = answer.data.accessToken;
}

/** Opens pages shortly before the order's deadline, with the server's clock held. */
async function pagesNearTheEnd(
  { deadline_at: deadline }: FiatOrderDetail,
  people: readonly FiatUser[],
): Promise<readonly Listener[]> {
  await server.holdClock(ensure(deadline ?? undefined, 'end of the clock') - NEAR_MS);
  for (const person of people) await person.renew();
  return Promise.all(people.map(listen));
}

const toldOf = (page: Listener | undefined) =>
  page?.heard('fiat_order').map(({ record: order }) => [order.revision, order.deadline_at]);

/** Makes the ledger inconsistent until the returned function is called. */
async function plantFault(): Promise<() => Promise<void>> {
  const verified = async (units: number, log: RegExp) => {
    const from = server.logs.length;
    await queryServer(
      server,
      'update fiat_ads set total = total + $2, remaining = remaining + $2 where id = $1',
      [known.ad.id, units],
    );
    await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
    await server.waitForLog(log, from);
  };
  await verified(1, /the ledger is not consistent/);
  return () => verified(-1, /the ledger is consistent again/);
}

// Before any test moves the clock far, because sessions of operators end soon.
test('while the ledger is inconsistent no operator releases coins', async () => {
  const { buyer, seller, order } = await disputedOrder(server, 'buyer', known);
  const verdict = { id: order.id, to: 'buyer', text: 'It was paid.', reason: 'a test' } as const;
  const repair = await plantFault();
  expect(errorOf(await operator.call('awardDispute', verdict))).toBe('service_unavailable');
  expect(errorOf(await confirm(seller, order))).toBe('service_unavailable');
  expect(await orderOf(buyer, order.id)).toMatchObject({ state: 'rights_protection' });
  await repair();
  expect(errorOf(await operator.call('awardDispute', verdict))).toBeUndefined();
  expect(await orderOf(buyer, order.id)).toMatchObject({ end: 'awarded_to_buyer' });
});

test('while the ledger is inconsistent no timer releases coins, and both pages receive its new end', async () => {
  const { buyer, seller, order } = await paidOrder(server, 'sell', known);
  const repair = await plantFault();
  const pages = await pagesNearTheEnd(order, [buyer, seller]);
  const heldAt = await server.controlAdvance(2 * NEAR_MS);
  const held = await orderOf(buyer, order.id);
  expect(held).toMatchObject({ state: 'paid', revision: order.revision });
  expect(held.deadline_at).toBeGreaterThan(heldAt);
  expect(held.deadline_at).toBeLessThanOrEqual(heldAt + MINUTE_MS);
  for (const each of pages) {
    await eventually(() => expect(toldOf(each)).toEqual([[held.revision, held.deadline_at]]));
    each.leave();
  }
  await server.releaseClock();
  await repair();
  await server.controlAdvance(MINUTE_MS);
  expect(await orderOf(buyer, order.id)).toMatchObject({ end: 'auto_confirmed' });
});

test('the time of a disabled seller does not run out, the other side sees an extension, and once enabled it does', async () => {
  const scene = await paidOrder(server);
  const { buyer, seller, order } = scene;
  await server.changeUser(seller.email, 'disable');
  const [page] = await pagesNearTheEnd(order, [buyer]);
  const heldAt = await server.controlAdvance(2 * NEAR_MS);
  const held = await orderOf(buyer, order.id);
  expect(held).toMatchObject({ state: 'paid', revision: order.revision });
  expect(held.deadline_at).toBeGreaterThan(heldAt + CONFIRM_MS - MINUTE_MS);
  expect(held.deadline_at).toBeLessThanOrEqual(heldAt + CONFIRM_MS);
  expect(await timersOf(scene)).toEqual([
    { delay: 'confirmWindow', due: BigInt(held.deadline_at ?? 0) },
  ]);
  await eventually(() => expect(toldOf(page)).toEqual([[order.revision, held.deadline_at]]));
  page?.leave();
  await server.releaseClock();

  await server.changeUser(seller.email, 'enable');
  await signIn(seller);
  expect((await orderOf(seller, order.id)).deadline_at).toBe(held.deadline_at);
  await server.controlAdvance(CONFIRM_MS - HOUR_MS);
  expect((await orderOf(buyer, order.id)).state).toBe('paid');
  await server.controlAdvance(2 * HOUR_MS);
  expect(await orderOf(buyer, order.id)).toMatchObject({ end: 'auto_confirmed' });
});

test('the extension that a disabled seller asked for does not run out either; the buyer may ask for a verdict', async () => {
  const scene = await paidOrder(server);
  const { buyer, seller, order } = scene;
  await done(postpone, seller, order);
  await server.controlAdvance(CONFIRM_MS);
  const overtime = await orderOf(buyer, order.id);
  expect(overtime).toMatchObject({ state: 'postponed', is_overtime: true });
  await server.changeUser(seller.email, 'disable');
  for (const pause of [POSTPONE_MS, CONFIRM_MS, CONFIRM_MS]) {
    const heldAt = await server.controlAdvance(pause + HOUR_MS);
    const held = await orderOf(buyer, order.id);
    expect(held).toMatchObject({ state: 'postponed', revision: overtime.revision });
    expect(held.deadline_at).toBeGreaterThan(heldAt + CONFIRM_MS - MINUTE_MS);
  }
  expect(await done(applyRights, buyer, overtime)).toMatchObject({
    state: 'rights_protection',
    deadline_at: null,
  });
});
