/** Steps on a fiat order about the moment at which its clock ends: the clock or the step is first, never both. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { HOUR_MS, SECOND_MS } from '../../contract/time.ts';
import {
  declare,
  done,
  orderOf,
  placedOrder,
  postAd,
  type OrderScene,
} from '../support/fiat/fiat-orders.ts';
import {
  newFiatPerson,
  newMerchant,
  startFiatServer,
  type FiatPerson,
} from '../support/fiat/fiat-people.ts';
import { differences, RIVALS, WRONG_PAYEES, type Rival } from '../support/fiat/fiat-rivals.ts';
import { queryServer } from '../support/server-database.ts';
import type { TestServer } from '../support/test-server.ts';
import { eventually } from '../support/eventually.ts';

let server: TestServer;
let newScene: (taker: FiatPerson) => Promise<OrderScene>;
beforeAll(async () => {
  server = await startFiatServer();
  const merchant = await newMerchant(server, '100000');
  const ad = await postAd(merchant, 'sell', { total: '50000' });
  newScene = (taker) => placedOrder(server, 'sell', { merchant, taker, ad });
});
afterAll(() => server.stop());
afterEach(async () => {
  expect((await server.verifyLedger()).faults).toEqual([]);
  expect(await queryServer(server, WRONG_PAYEES)).toEqual([]);
});

/** Milliseconds until the clock of the order ends, by the clock of the server. */
async function remainingMs({ buyer, order }: OrderScene): Promise<number> {
  const { now } = (await server.control('POST', '/clock/advance', { ms: 0 })) as { now: number };
  const { deadline_at: deadline } = await orderOf(buyer, order.id);
  return ensure(deadline ?? undefined, 'end of the clock') - now;
}

/** Nobody has to refresh a token in the middle of a race. */
async function moveNear(scene: OrderScene): Promise<void> {
  await server.controlAdvance(Math.max(0, (await remainingMs(scene)) - 5 * SECOND_MS));
  await Promise.all([scene.buyer.renew(), scene.seller.renew()]);
}

/** The clock of the test comes so much before or after the end; both are started together. */
const MOMENTS = [-1, 0, 1];

async function raceTheClock(
  scene: OrderScene,
  rival: Rival,
  { offsetMs, isClockFirst }: { readonly offsetMs: number; readonly isClockFirst: boolean },
): Promise<readonly string[]> {
  await moveNear(scene);
  const start = await rival(scene);
  const ms = (await remainingMs(scene)) + offsetMs;
  const advance = () => server.controlAdvance(ms);
  const [error] = isClockFirst
    ? await Promise.all([advance().then(() => undefined), start()]).then(([, told]) => [told])
    : await Promise.all([start(), advance()]);
  // A clock that was held up by the step looks again within a second.
  const ofBuyer = await eventually(async () => {
    const present = await orderOf(scene.buyer, scene.order.id);
    if (present.revision === scene.order.revision) throw new Error('neither has come yet');
    return present;
  });
  const isTimeUp = ofBuyer.end === 'payment_timeout' || ofBuyer.end === 'auto_confirmed';
  return [
    ...(isTimeUp === (error === 'fiat_order_changed') ? [] : [`${error} and ${ofBuyer.end}`]),
    ...(isTimeUp || error === undefined ? [] : [`refused with ${error}, and the clock too`]),
    ...differences(ofBuyer, await orderOf(scene.seller, scene.order.id)),
  ];
}

async function raceAll(
  rivals: Readonly<Record<string, Rival>>,
  ready: (scene: OrderScene) => Promise<OrderScene>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [name, rival] of Object.entries(rivals))
    for (const offsetMs of MOMENTS)
      for (const isClockFirst of [true, false]) {
        const scene = await ready(await newScene(await newFiatPerson(server)));
        const found = await raceTheClock(scene, rival, { offsetMs, isClockFirst });
        faults.push(...found.map((fault) => `${name} at ${offsetMs} ms: ${fault}`));
      }
  return faults;
}

const paid = async (scene: OrderScene): Promise<OrderScene> => ({
  ...scene,
  order: await done(declare, scene.buyer, scene.order),
});

test('the time to pay ends: a step or the clock is first', { timeout: 60_000 }, async () => {
  expect(await raceAll(RIVALS.unpaid, async (scene) => scene)).toEqual([]);
});

test('the time to confirm ends: a step or the clock is first', { timeout: 60_000 }, async () => {
  const { confirm, postpone, disputeByBuyer, abnormalBySeller } = RIVALS.paid;
  const ending = { confirm, postpone, disputeByBuyer };
  expect(await raceAll(ending, paid)).toEqual([]);
  // It ends nothing, so both may come, one after the other.
  const scene = await paid(await newScene(await newFiatPerson(server)));
  await moveNear(scene);
  const start = await abnormalBySeller(scene);
  await Promise.all([start(), server.controlAdvance(10 * SECOND_MS)]);
  await eventually(async () => {
    expect((await orderOf(scene.buyer, scene.order.id)).end).toBe('auto_confirmed');
  });
});

test('a step that is asked for once the time is up is refused, before it accepted', async () => {
  for (const [wait, isDone] of [
    [-30 * SECOND_MS, true],
    [0, false],
    [1, false],
  ] as const) {
    const scene = await newScene(await newFiatPerson(server));
    const start = await RIVALS.unpaid.pay(scene);
    await server.controlAdvance((await remainingMs(scene)) + wait);
    await scene.buyer.renew();
    expect(await start()).toBe(isDone ? undefined : 'fiat_order_changed');
    const { state } = await orderOf(scene.buyer, scene.order.id);
    expect(state).toBe(isDone ? 'paid' : 'cancelled');
  }
});

test('a clock that nobody has looked at yet has ended all the same', async () => {
  const scene = await newScene(await newFiatPerson(server));
  const start = await RIVALS.unpaid.pay(scene);
  await queryServer(
    server,
    `update lifecycle_timers set due_at_ms = due_at_ms + $2 where kind = 'fiat-order' and id = $1`,
    [Number(scene.order.id), HOUR_MS],
  );
  await server.controlAdvance(await remainingMs(scene));
  await scene.buyer.renew();
  expect(await start()).toBe('fiat_order_changed');
  expect(await orderOf(scene.buyer, scene.order.id)).toMatchObject({
    state: 'unpaid',
    revision: 1,
  });
  await server.controlAdvance(HOUR_MS);
  expect(await orderOf(scene.buyer, scene.order.id)).toMatchObject({ end: 'payment_timeout' });
});
