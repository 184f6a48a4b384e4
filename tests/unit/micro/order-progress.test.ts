/** The ring and the lead of an open fast contract: by the times of the index, to the point at which a phase begins. */
import { afterEach, expect, test, vi } from 'vitest';
import { SECOND_MS } from '../../../contract/time.ts';
import { progressOf, silentProgressOf } from '../../../machines/app/micro/order-progress.ts';
import { pageOrder } from '../../support/micro/page-micro-order.ts';

const EXPIRY = Date.UTC(2026, 10, 27, 12);
const order = pageOrder({
  state: 'open',
  seconds: 30,
  open_price: '97000',
  opened_at: EXPIRY - 30 * SECOND_MS,
  expires_at: EXPIRY,
});
const shown = (leftMs: number) => progressOf(order, EXPIRY - leftMs, null);
const leadAt = (direction: 'up' | 'down', price: string) =>
  progressOf({ ...order, direction }, EXPIRY, { atMs: EXPIRY, price }).leadTicks;

afterEach(() => vi.useRealTimers());

test.each([
  // A point before the opening leaves no more than all, and one after the expiry no less than nothing.
  [40_000, 'running', 1, 30],
  [30_000, 'running', 1, 30],
  [29_750, 'running', 29.75 / 30, 30],
  [29_000, 'running', 29 / 30, 29],
  [3_250, 'running', 3.25 / 30, 4],
  // The point at exactly 3 s is the last one outside of the window.
  [3_000, 'running', 0.1, 3],
  [2_750, 'window', 2.75 / 30, 3],
  [250, 'window', 0.25 / 30, 1],
  [0, 'settling', 0, 0],
  [-250, 'settling', 0, 0],
])('%d ms before the expiry', (leftMs, phase, leftShare, leftSeconds) => {
  expect(shown(leftMs)).toEqual({ phase, leftShare, leftSeconds, leadTicks: null });
});

test.each([-3_600_000, 3_600_000])('a clock that is %d ms off changes nothing', (offMs) => {
  vi.useFakeTimers({ now: EXPIRY - 10 * SECOND_MS + offMs });
  expect(shown(10 * SECOND_MS)).toMatchObject({ leftSeconds: 10, leftShare: 1 / 3 });
});

test('without points it goes on by the clock, with an unknown lead, and the result is awaited at its end', () => {
  const at = (leftMs: number) => silentProgressOf(order, EXPIRY - leftMs);
  expect(at(10 * SECOND_MS)).toMatchObject({ phase: 'running', leftSeconds: 10, leadTicks: null });
  expect(at(SECOND_MS)).toMatchObject({ phase: 'window', leftSeconds: 1 });
  expect(at(0)).toMatchObject({ phase: 'awaited', leftSeconds: 0 });
});

test('without an opening price or a point, the whole duration is left', () => {
  const rest = { leftShare: 1, leftSeconds: 30, leadTicks: null };
  const last = { atMs: EXPIRY, price: '97001' };
  expect(progressOf(pageOrder({}), EXPIRY, last)).toEqual({ phase: 'opening', ...rest });
  expect(progressOf(order, null, null)).toEqual({ phase: 'waiting', ...rest });
});

test.each([
  ['97000.01', 1n],
  ['97000', 0n],
  ['96999.99', -1n],
  ['97010.5', 1_050n],
] as const)('at %s the lead has the sign of the direction', (price, up) => {
  expect([leadAt('up', price), leadAt('down', price)]).toEqual([up, -up]);
});
