/** Notices about contract accounts: one for each warning and each stop-out, stored in the order of the commits. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { LeverNotices } from '../../../server/areas/lever/lever-notices.ts';
import type { LeverBatch } from '../../../server/areas/lever/lever.area.ts';
import { STOPPED_OUT } from '../../qa/fixtures/contract-orders.ts';
import { usdt } from '../../support/lever/lever-scene.ts';

const NOTHING: LeverBatch = { atMs: 5, orders: [], accounts: [], balances: [], warnings: [] };
const warning = (ownerId: number, equity: string) =>
  ({ ownerId, level: 'attention', equity: usdt(equity), margin: usdt('100') }) as const;

function setUp() {
  const stored: unknown[] = [];
  const logged: string[] = [];
  let failures = 0;
  let listener: (batch: LeverBatch) => void = () => {};
  const notices = new LeverNotices({
    view: {
      subscribe: (added) => {
        listener = added;
        return () => (listener = () => {});
      },
    },
    store: async (owners) => {
      if (failures-- > 0) throw new Error('the database is away');
      stored.push(...owners.map(({ ownerId, notice, atMs }) => [ownerId, notice, atMs]));
    },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
  const commit = async (batch: Partial<LeverBatch>) => {
    listener({ ...NOTHING, ...batch });
    await notices.settled();
  };
  return { stored, logged, commit, notices, fail: (times: number) => (failures = times) };
}

test('a warning names the ratio, rounded down', async () => {
  const { stored, commit } = setUp();
  await commit({ warnings: [warning(7, '99.999'), warning(8, '70')] });
  expect(stored).toEqual([
    [7, { kind: 'marginLow', percent: '99.99' }, 5],
    [8, { kind: 'marginLow', percent: '70' }, 5],
  ]);
});

test('a stop-out is one notice for all positions of the owner, and replaces the warning', async () => {
  const { stored, commit } = setUp();
  const { order } = STOPPED_OUT;
  const orders = [order, { ...order, id: 8 }, { ...order, id: 9, ownerId: 20 }];
  await commit({ orders: [...orders], warnings: [warning(order.ownerId, '60')] });
  expect(stored).toEqual([
    [order.ownerId, { kind: 'stoppedOut' }, 5],
    [20, { kind: 'stoppedOut' }, 5],
  ]);
});

test('an owner gets three notices of stop-outs in an hour, and more in the next one', async () => {
  const { stored, commit } = setUp();
  const { order } = STOPPED_OUT;
  const stopOut = (atMs: number, ownerId = order.ownerId) =>
    commit({ atMs, orders: [{ ...order, ownerId }] });
  for (let minute = 0; minute < 5; minute += 1) await stopOut(minute * MINUTE_MS);
  await stopOut(59 * MINUTE_MS, 20);
  await stopOut(HOUR_MS);
  const times = stored.map((each) => (each as [number, unknown, number])[2] / MINUTE_MS);
  expect(times).toEqual([0, 1, 2, 59, 60]);
});

test('other ends of positions are no notice', async () => {
  const { stored, commit } = setUp();
  await commit({ orders: [{ ...STOPPED_OUT.order, closeReason: 'owner' }] });
  expect(stored).toEqual([]);
});

test('notices that could not be stored are stored with the next commit, in order', async () => {
  const { stored, logged, commit, fail } = setUp();
  fail(1);
  await commit({ warnings: [warning(7, '99')] });
  expect(stored).toEqual([]);
  expect(logged).toHaveLength(1);
  await commit({ warnings: [warning(8, '98')] });
  expect(stored.map((each) => (each as [number])[0])).toEqual([7, 8]);
});

test('none follows the end of the server', async () => {
  const { stored, commit, notices } = setUp();
  await notices.stop();
  await commit({ warnings: [warning(7, '99')] });
  expect(stored).toEqual([]);
});
