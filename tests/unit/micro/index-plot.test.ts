/** The places of the chart of the index: the line and its gaps, opening prices, and the deciding 3 s, all by the times of points. */
import { expect, test } from 'vitest';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { ensure } from '../../../contract/assert.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { PLOT_SIZE, plotOf } from '../../../src/app/micro/index-plot.ts';
import { pageOrder } from '../../support/micro/page-micro-order.ts';

const AT = Date.UTC(2026, 10, 27, 12);
/** The seconds before and after `AT` that the chart shows with an order that expires then: 5 units a second. */
const [BEFORE, EXPIRY] = [120, 79];
const point = (second: number, price: string | null) => ({
  time: AT + second * SECOND_MS,
  price,
  gap: price === null ? ('apart' as const) : null,
  head: '0'.repeat(64),
});
const opened = (changes: Partial<MicroOrderInfo>) =>
  pageOrder({
    state: 'open',
    open_price: '97000',
    opened_at: AT - 20 * SECOND_MS,
    expires_at: AT + EXPIRY * SECOND_MS,
    ...changes,
  });
const POINTS = [point(-BEFORE, '96990'), point(-60, '97000'), point(0, '97010')];
const plot = (orders: readonly MicroOrderInfo[], points = POINTS) =>
  ensure(plotOf({ points, orders, atMs: AT, scale: 2 }), 'a plot');

test('the window is the 3 s before the expiry', () => {
  expect(plot([opened({})]).windows).toEqual([{ id: '1', from: 980, width: 15 }]);
  // The order that expires last makes the room; the others lie in front of it.
  const other = opened({ id: '2', expires_at: AT + 2 * SECOND_MS });
  expect(plot([opened({}), other]).windows[1]).toEqual({ id: '2', from: 595, width: 15 });
});

test.each([
  [-BEFORE + 1, 0, 5],
  [-BEFORE + 3, 0, 15],
  [-BEFORE + 4, 5, 15],
  [-BEFORE - 1, 0, 0],
])('a window that ends at %d s is cut off at the left edge', (second, from, width) => {
  const early = opened({ id: '2', expires_at: AT + second * SECOND_MS });
  expect(plot([opened({}), early]).windows[1]).toEqual({ id: '2', from, width });
});

test('at least 10 s are free after the last point', () => {
  const { end } = plot([opened({ expires_at: AT })]);
  expect(end.x).toBeCloseTo((BEFORE / (BEFORE + 10)) * PLOT_SIZE[0], 1);
});

test.each([
  ['97010.01', -0.01],
  ['97010', 0],
  ['97009.99', 0.01],
])('an opening at %s has a lead in both directions', (open, up) => {
  const [first, second] = plot([
    opened({ open_price: open }),
    opened({ id: '2', open_price: open, direction: 'down' }),
  ]).openings;
  expect(first?.lead).toBeCloseTo(up, 6);
  expect(second?.lead).toBeCloseTo(-up, 6);
  expect(Math.sign(first?.lead ?? 0)).toBe(Math.sign(up));
});

test('an opening line begins at its point and lies at its price', () => {
  const { openings, end } = plot([
    opened({}),
    opened({ id: '2', open_price: '97010', opened_at: AT - 200 * SECOND_MS }),
  ]);
  expect(openings).toMatchObject([
    { id: '1', from: 500, y: 150 },
    { id: '2', from: 0, y: end.y },
  ]);
});

test('an order without an opening price has neither line nor window', () => {
  expect(plot([pageOrder({})])).toMatchObject({ openings: [], windows: [] });
});

test('higher prices lie higher, with room above and below', () => {
  const { lines, end } = plot([opened({})]);
  // 20 of prices and 3 of room on each side: 300 units over 26.
  expect(lines).toEqual([{ from: AT - 120_000, text: '0,265.4 300,150 600,34.6' }]);
  expect(end).toEqual({ x: 600, y: 34.6 });
});

test('a gap interrupts the line, and the dot stays at the last price', () => {
  const { lines, end } = plot(
    [opened({})],
    [
      point(-BEFORE, '96990'),
      point(-90, null),
      point(-60, '97000'),
      point(-30, '97010'),
      point(0, null),
    ],
  );
  expect(lines).toEqual([
    { from: AT - 120_000, text: '0,265.4' },
    { from: AT - 60_000, text: '300,150 450,34.6' },
  ]);
  expect(end).toEqual({ x: 600, y: 34.6 });
});

test('points of more than two minutes ago are left out', () => {
  const { lines } = plot([opened({})], [point(-BEFORE - 1, '1'), ...POINTS]);
  expect(lines.map(({ text }) => text)).toEqual(['0,265.4 300,150 600,34.6']);
});

test('a line that stands still lies in the middle', () => {
  expect(plot([], [point(-BEFORE, '97000'), point(0, '97000')]).end.y).toBe(150);
});

test('without a price there is no plot', () => {
  expect(plotOf({ points: [point(0, null)], orders: [opened({})], atMs: AT, scale: 2 })).toBeNull();
});
