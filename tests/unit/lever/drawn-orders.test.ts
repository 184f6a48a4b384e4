/** Contract orders whose lines are on the chart. */
import { expect, test } from 'vitest';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { drawnOrders, toggledOrder } from '../../../machines/app/lever/drawn-orders.rules.ts';

/** Orders with these ids, newest first. */
const ordersOf = (...ids: readonly string[]) => ids.map((id) => ({ id }) as LeverOrderInfo);
const SIX = ordersOf('6', '5', '4', '3', '2', '1');
const drawn = (chosen: readonly string[] | null, orders = SIX) =>
  drawnOrders(orders, chosen)
    .map(({ id }) => id)
    .join(' ');

test('the newest four are drawn before a choice', () => {
  expect(drawn(null)).toBe('6 5 4 3');
});

test('a further order replaces the oldest, then the first choice', () => {
  const one = toggledOrder(SIX, null, '1');
  expect(drawn(one)).toBe('6 5 4 1');
  const two = toggledOrder(SIX, one, '2');
  expect(drawn(two)).toBe('6 5 2 1');
  expect(drawn(toggledOrder(SIX, two, '3'))).toBe('6 3 2 1');
});

test('an order is cleared, and another takes its place alone', () => {
  const cleared = toggledOrder(SIX, null, '5');
  expect(drawn(cleared)).toBe('6 4 3');
  expect(drawn(toggledOrder(SIX, cleared, '1'))).toBe('6 4 3 1');
});

test('all are drawn while they fit, also after a choice', () => {
  expect(drawn(['1'], ordersOf('3', '2', '1'))).toBe('3 2 1');
});

test('a chosen order that has ended leaves its place', () => {
  const left = ordersOf('6', '5', '4', '3', '2');
  expect(drawn(toggledOrder(left, ['1', '2', '3', '4'], '5'), left)).toBe('5 4 3 2');
});
