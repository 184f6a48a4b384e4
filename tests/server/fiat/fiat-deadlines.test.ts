/**
 * Steps on a fiat order in the last millisecond of its timer, at its end and one millisecond later: the step
 * or the timer wins, never both. Two steps race in the last millisecond. The server's clock is held during each race.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { HOUR_MS, type EpochMs } from '../../../contract/time.ts';
import { done, orderOf, postpone, type OrderScene } from '../../support/fiat/fiat-orders.ts';

import {
  differences,
  pairsOf,
  RIVALS,
  WRONG_PAYEES,
  type Rival,
} from '../../support/fiat/fiat-rivals.ts';
import {
  asPlaced,
  endScene,
  paid,
  RaceCast,
  type Ready,
} from '../../support/fiat-paths/race-scenes.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let cast: RaceCast;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  cast = new RaceCast(server);
});
afterAll(() => giveBack(server));
afterEach(async () => {
  await server.releaseClock();
  expect(await server.verifyRecent()).toEqual([]);
  expect(await queryServer(server, WRONG_PAYEES)).toEqual([]);
});

/** Milliseconds from the deadline that both sides see. */
const MOMENTS_MS = [-1, 0, 1];
/** Two steps race while one may win; after the deadline each step only races with the timer. */
const momentsOf = ([, ...rivals]: Pair): readonly number[] =>
  rivals.includes(timeout) ? MOMENTS_MS : [-1];
/** The deadline is the first millisecond in which no side may act. */
const isTimeUp = (offsetMs: number): boolean => offsetMs >= 0;

const deadlineOf = ({ deadline_at: deadline }: FiatOrderDetail): EpochMs =>
  ensure(deadline ?? undefined, 'end of the clock');

/** The timer as a rival: runs everything due. */
const timeout: Rival = async () => async () => {
  await server.controlAdvance(0);
  return undefined;
};

/** Two rivals for one order, in starting order. */
type Pair = ReturnType<typeof pairsOf>[number];

/** @returns the deviations from the expected result, one line each. */
async function raceAt(
  scene: OrderScene,
  [, first, second]: Pair,
  offsetMs: number,
): Promise<readonly string[]> {
  const { buyer, seller, order } = scene;
  await server.holdClock(deadlineOf(order) - 1);
  // The clock is held, so no time passes in preparation.
  await Promise.all([buyer.renew(), seller.renew()]);
  const starts = [await first(scene), await second(scene)] as const;
  await server.holdClock(deadlineOf(order) + offsetMs);
  const errors = await Promise.all(starts.map((start) => start()));
  const told = errors.filter((_, at) => [first, second][at] !== timeout);
  const present = await orderOf(buyer, order.id);

  const isEnded = present.end === 'payment_timeout' || present.end === 'auto_confirmed';
  const isUp = isTimeUp(offsetMs);
  const winners = told.filter((error) => error === undefined).length;
  const winnersDue = isUp ? 0 : Math.min(1, told.length);
  const revisionDue = order.revision + (isUp ? 1 : winnersDue);
  return [
    ...(winners === winnersDue ? [] : [`${winners} steps were taken, not ${winnersDue}`]),
    ...(isEnded === isUp ? [] : [`the end is ${present.end}`]),
    ...(present.revision === revisionDue ? [] : [`revision ${present.revision}`]),
    ...told
      .filter((error) => error !== undefined && error !== 'fiat_order_changed')
      .map((error) => `the loser was told ${error}`),
    ...differences(present, await orderOf(seller, order.id)),
  ];
}

async function raceAll(pairs: readonly Pair[], ready: Ready): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const pair of pairs)
    for (const offsetMs of momentsOf(pair)) {
      const scene = await ready(await cast.newScene());
      const found = await raceAt(scene, pair, offsetMs);
      faults.push(...found.map((fault) => `${pair[0]} at ${offsetMs} ms: ${fault}`));
      await server.releaseClock();
      // If no side acted, the timer ends the order now.
      await server.controlAdvance(1 - offsetMs);
      await endScene(scene);
    }
  return faults;
}

/** The extended time, which begins when the first window ends. */
const overtime: Ready = async (scene) => {
  const { seller, buyer, order } = await paid(scene);
  await done(postpone, seller, order);
  await server.holdClock(deadlineOf(order));
  await server.controlAdvance(0);
  await server.releaseClock();
  const late = await orderOf(buyer, order.id);
  expect(late).toMatchObject({ is_overtime: true, revision: order.revision + 2 });
  return { ...scene, order: late };
};

/** Milliseconds: 43 orders of twenty calls each take minutes on a busy machine. */
const RACES_MS = 600_000;
const { confirm, disputeByBuyer, disputeBySeller, ...noting } = RIVALS.paid;
const ending = { confirm, disputeByBuyer, disputeBySeller };

describe('one of every ordered pair at the deadline is first', () => {
  test('while there is time to pay', { timeout: RACES_MS }, async () => {
    const pairs = pairsOf({ ...RIVALS.unpaid, timeout });
    expect(await raceAll(pairs, asPlaced)).toEqual([]);
  });

  test('while there is time to confirm', { timeout: RACES_MS }, async () => {
    const pairs = pairsOf({ ...ending, postpone: noting.postpone, timeout });
    expect(await raceAll(pairs, paid)).toEqual([]);
  });

  test('while the extension by the seller runs', { timeout: RACES_MS }, async () => {
    const pairs = pairsOf({ ...ending, timeout });
    expect(await raceAll(pairs, overtime)).toEqual([]);
  });
});

test(
  'a report without a claim races with the timer, and does not stop it',
  { timeout: RACES_MS },
  async () => {
    const { abnormalByBuyer, abnormalBySeller } = noting;
    const pairs = pairsOf({ abnormalByBuyer, abnormalBySeller, timeout }).filter(([, ...pair]) =>
      pair.includes(timeout),
    );
    expect(await raceAll(pairs, paid)).toEqual([]);
  },
);

describe('a timer that no read has noticed yet', () => {
  let scene: OrderScene;
  beforeEach(async () => {
    scene = await cast.newScene();
    await queryServer(
      server,
      `update lifecycle_timers set due_at_ms = due_at_ms + $2 where kind = 'fiat-order' and id = $1`,
      [Number(scene.order.id), HOUR_MS],
    );
  });

  test.each(MOMENTS_MS)('has ended in any case, %d ms from its deadline or not', async (ms) => {
    const { buyer, order } = scene;
    await server.holdClock(deadlineOf(order) - 1);
    await buyer.renew();
    const pay = await RIVALS.unpaid.pay(scene);
    await server.holdClock(deadlineOf(order) + ms);

    expect(await pay()).toBe(isTimeUp(ms) ? 'fiat_order_changed' : undefined);

    expect(await orderOf(buyer, order.id)).toMatchObject(
      isTimeUp(ms) ? { state: 'unpaid', revision: 1 } : { state: 'paid', revision: 2 },
    );
    await server.controlAdvance(HOUR_MS);
    const { end } = await orderOf(buyer, order.id);
    expect(end).toBe(isTimeUp(ms) ? 'payment_timeout' : null);
  });
});
