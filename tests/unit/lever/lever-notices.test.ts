/** Notices to owners of contract accounts outside of the app, from the changes of one commit. */
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { endAnnouncement, LeverNotices } from '../../../server/areas/lever/lever-notices.ts';
import type { LeverBatch } from '../../../server/areas/lever/lever.area.ts';
import { wordNotice } from '../../../server/kit/notify/notices.ts';
import { STOPPED_OUT } from '../../qa/fixtures/contract-orders.ts';
import { usdt } from '../../support/lever/lever-scene.ts';

const { order } = STOPPED_OUT;
const warning = (ownerId: number, equity: string, level: 'attention' | 'danger' = 'attention') =>
  ({ ownerId, level, equity: usdt(equity), margin: usdt('100') }) as const;
const mail = (userId: number, notice: object) => ({
  topic: 'user_notice',
  payload: { userId, notice },
});
const push = (userId: number, about: string, orderId: number | null = null) => ({
  topic: 'contract_push',
  payload: { userId, about, orderId },
});

function setUp() {
  const notices = new LeverNotices();
  return (batch: Partial<LeverBatch>) =>
    notices.of({ atMs: 5, orders: [], warnings: [], ...batch });
}

test('a warning is a push and a mail that names the ratio, rounded down', () => {
  const told = setUp()({ warnings: [warning(7, '99.999'), warning(8, '70', 'danger')] });
  expect(told).toEqual([
    push(7, 'margin_low'),
    mail(7, { kind: 'marginLow', percent: '99.99' }),
    push(8, 'near_stop_out'),
    mail(8, { kind: 'marginLow', percent: '70' }),
  ]);
});

test('a return to calm is no notice', () => {
  expect(setUp()({ warnings: [{ ...warning(7, '120'), level: 'calm' }] })).toEqual([]);
});

test('a stop-out is one notice for all positions of the owner, and replaces the warning', () => {
  const orders = [order, { ...order, id: 8 }, { ...order, id: 9, ownerId: 20 }];
  expect(setUp()({ orders, warnings: [warning(order.ownerId, '60')] })).toEqual([
    push(order.ownerId, 'stopped_out'),
    mail(order.ownerId, { kind: 'stoppedOut' }),
    push(20, 'stopped_out', 9),
    mail(20, { kind: 'stoppedOut' }),
  ]);
});

test('an owner gets three notices of stop-outs in an hour, and more in the next one', () => {
  const tell = setUp();
  const times: number[] = [];
  const stopOut = (atMs: number, ownerId = order.ownerId) => {
    if (tell({ atMs, orders: [{ ...order, ownerId }] }).length > 0) times.push(atMs / MINUTE_MS);
  };
  for (let minute = 0; minute < 5; minute += 1) stopOut(minute * MINUTE_MS);
  stopOut(59 * MINUTE_MS, 20);
  stopOut(HOUR_MS);
  expect(times).toEqual([0, 1, 2, 59, 60]);
});

test('an owner gets ten notices of another kind in an hour, and other owners get theirs', () => {
  const tell = setUp();
  const count = (batch: Partial<LeverBatch>) =>
    Array.from({ length: 12 }, () => tell(batch)).filter((drafts) => drafts.length > 0).length;
  expect(count({ orders: [{ ...order, closeReason: 'stop_loss' }] })).toBe(10);
  expect(count({ orders: [{ ...order, closeReason: 'take_profit' }] })).toBe(10);
  expect(count({ warnings: [warning(7, '99')] })).toBe(10);
  expect(count({ warnings: [warning(8, '99')] })).toBe(10);
  expect(count({ atMs: HOUR_MS, warnings: [warning(7, '99')] })).toBe(10);
});

test.each(['take_profit', 'stop_loss', 'wound_down'] as const)('%s is a push', (closeReason) => {
  const orders = [{ ...order, closeReason }];
  expect(setUp()({ orders })).toEqual([push(order.ownerId, closeReason, order.id)]);
});

test('a position that is closed to secure all payouts is a push and a mail', () => {
  expect(setUp()({ orders: [{ ...order, closeReason: 'deleveraged' }] })).toEqual([
    push(order.ownerId, 'deleveraged', order.id),
    mail(order.ownerId, { kind: 'deleveraged' }),
  ]);
});

test('a pending order that ends by itself is a push', () => {
  const lapsed = { ...order, state: 'cancelled', closeReason: null } as const;
  const told = (cancelReason: typeof order.cancelReason) =>
    setUp()({ orders: [{ ...lapsed, cancelReason }] });
  expect(told('price_moving')).toEqual([push(order.ownerId, 'lapsed', order.id)]);
  expect([told('owner'), told('account_stopped_out')]).toEqual([[], []]);
});

test('an act of the owner is no notice', () => {
  const opened = { ...order, state: 'in_trading', closeReason: null } as const;
  expect(setUp()({ orders: [{ ...order, closeReason: 'owner' }, opened] })).toEqual([]);
});

test('the announced end of a market names it and its time', () => {
  const drafts = endAnnouncement('BTC/USDT', Date.UTC(2026, 10, 27, 22, 5));
  const notice = {
    kind: 'contractEnds',
    contract: 'BTC/USDT',
    time: '2026-11-27 22:05 UTC',
  } as const;
  expect(drafts).toEqual([push(0, 'ends_soon'), mail(0, notice)]);
  expect(wordNotice(notice, 'en-US').body).toContain(
    'The contract BTC/USDT ends on 2026-11-27 22:05 UTC.',
  );
});

test('notices of a mass stop-out are due two seconds later, so that its commits come first', () => {
  const alone = (count: number) => new LeverNotices().dueAtMs(count, 5_000);
  expect([1, 127, 128].map(alone)).toEqual([5_000, 5_000, 7_000]);
});

test('small commits of one second are a mass stop-out together', () => {
  const notices = new LeverNotices();
  expect(notices.dueAtMs(100, 5_000)).toBe(5_000);
  expect(notices.dueAtMs(27, 5_400)).toBe(5_400);
  expect(notices.dueAtMs(1, 5_999)).toBe(7_999);
  expect(notices.dueAtMs(100, 6_000)).toBe(6_000);
});

test('a commit of a mass stop-out stores one message for all of its notices', () => {
  const orders = Array.from({ length: 64 }, (_, index) => ({
    ...order,
    id: index,
    ownerId: index,
  }));
  const batch = { atMs: 5_000, orders, warnings: [] };
  const each = new LeverNotices().of(batch);
  expect(each).toHaveLength(128);
  expect(new LeverNotices().storedOf(batch)).toEqual({
    notices: [{ topic: 'pack', payload: { userId: 0, messages: each } }],
    dueAtMs: 7_000,
  });
  const fewer = { ...batch, orders: orders.slice(1) };
  expect(new LeverNotices().storedOf(fewer)).toEqual({ notices: each.slice(2), dueAtMs: 5_000 });
});
