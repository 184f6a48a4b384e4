/** Pending orders of users who may open nothing: canceled at once, tried again after a failure, and found at a start. */
import { expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { LeverAccountState } from '../../../server/areas/lever/lever-exchange.types.ts';
import { PendingStops } from '../../../server/areas/lever/pending-stops.ts';
import type { PendingStopParts } from '../../../server/areas/lever/pending-stops.ts';
import { unofferedIn } from '../../../server/areas/lever/open-lever-exchange.ts';
import type { LeverSnapshot } from '../../../server/areas/lever/lever-store.types.ts';
import { IDLE } from '../../../server/kit/jobs/jobs.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { BTC_MARKET } from '../../support/lever/contract-exchange.ts';
import { STOPPED_OUT } from '../../qa/fixtures/contract-orders.ts';

const ANN = 7;
const order = (id: number, state: 'pending' | 'in_trading') => ({
  ...STOPPED_OUT.order,
  id,
  state,
});

/** A user with a position and two pending orders, and a writer that takes the commands that `takes` allows. */
function stopsWith(takes: () => boolean, changes: Partial<PendingStopParts> = {}) {
  const dismissed: number[] = [];
  const orders = [order(1, 'pending'), order(2, 'in_trading'), order(3, 'pending')];
  const stops = new PendingStops({
    commands: {
      dismiss: async ({ orderId }) => {
        if (!takes()) return refuse('service_unavailable');
        dismissed.push(orderId);
        return ok(order(orderId, 'pending'));
      },
    },
    view: { loadAccount: async () => ({ orders }) as unknown as LeverAccountState },
    settled: async () => undefined,
    findDisabledOwners: async () => [],
    unofferedOrders: [],
    clock: { now: () => 0 },
    log: { error: () => undefined },
    ...changes,
  });
  return { stops, orders, dismissed };
}

test('pending orders are canceled, and positions stay', async () => {
  const { stops, dismissed } = stopsWith(() => true);
  await stops.stop(ANN, 'user-disabled');
  expect(dismissed).toEqual([1, 3]);
  await stops.retry();
  expect(await stops.retry()).toBe(IDLE);
});

test('a refusal of an overloaded writer is tried again, without orders of later', async () => {
  let isFree = false;
  const { stops, orders, dismissed } = stopsWith(() => isFree);
  await stops.stop(ANN, 'user-disabled');
  expect(dismissed).toEqual([]);
  // The user was enabled again, and placed another order.
  orders.push(order(4, 'pending'));
  isFree = true;
  await stops.retry();
  expect(dismissed).toEqual([1, 3]);
  await stops.retry();
  expect(dismissed).toEqual([1, 3]);
});

test('a user whose account cannot be read is tried again', async () => {
  let isAway = true;
  const { stops, dismissed } = stopsWith(() => true, {
    view: {
      loadAccount: async () => {
        if (isAway) throw new Error('the database is away');
        return { orders: [order(9, 'pending')] } as unknown as LeverAccountState;
      },
    },
  });
  await stops.stop(ANN, 'user-owes');
  isAway = false;
  await stops.retry();
  expect(dismissed).toEqual([9]);
});

test('the first look finds the users who were disabled when the server stopped, also after a failure', async () => {
  let isAway = true;
  const { stops, dismissed } = stopsWith(() => true, {
    findDisabledOwners: async () => {
      if (isAway) throw new Error('the database is away');
      return [ANN];
    },
  });
  await expect(stops.retry()).rejects.toThrow('the database is away');
  isAway = false;
  await stops.retry();
  expect(dismissed).toEqual([1, 3]);
});

test('an order that was on its way when its owner was disabled is found within a minute', async () => {
  const [disabled, time] = [new Array<number>(), { now: 0 }];
  const { stops, dismissed } = stopsWith(() => true, {
    findDisabledOwners: async () => disabled,
    clock: { now: () => time.now },
  });
  await stops.retry();
  disabled.push(ANN);
  time.now = MINUTE_MS - 1;
  expect(await stops.retry()).toBe(IDLE);
  expect(dismissed).toEqual([]);
  time.now = MINUTE_MS;
  await stops.retry();
  expect(dismissed).toEqual([1, 3]);
});

test('orders that are on their way to the store are canceled too', async () => {
  const { stops, orders, dismissed } = stopsWith(() => true, {
    settled: async () => void orders.push(order(5, 'pending')),
  });
  await stops.stop(ANN, 'user-disabled');
  expect(dismissed).toEqual([1, 3, 5]);
});

test('a start that finds no owners fails, because the first marks would open their orders', async () => {
  const { stops } = stopsWith(() => true, {
    findDisabledOwners: () => Promise.reject(new Error('the database is away')),
  });
  await expect(stops.start(silentJobs())).rejects.toThrow('the database is away');
});

test('orders that are offered no more are canceled at the start, and again until the writer takes it', async () => {
  let isFree = false;
  const { stops, dismissed } = stopsWith(() => isFree, { unofferedOrders: [1, 3] });
  await stops.retry();
  expect(dismissed).toEqual([]);
  isFree = true;
  await stops.retry();
  expect(dismissed).toEqual([1, 3]);
});

test.each([
  ['open', []],
  ['esma', [1]],
  ['off', [1, 3]],
] as const)('the profile %s ends pending orders that no user could place now', (profile, ended) => {
  const openOrders = [
    { ...order(1, 'pending'), marketId: BTC_MARKET.id, multiple: 20 },
    { ...order(2, 'in_trading'), marketId: BTC_MARKET.id, multiple: 20 },
    { ...order(3, 'pending'), marketId: BTC_MARKET.id, multiple: 2 },
  ] as unknown as LeverSnapshot['openOrders'];
  expect(unofferedIn({ markets: [BTC_MARKET], openOrders }, profile)).toEqual(ended);
});
