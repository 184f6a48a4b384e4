/** The calendar of a savings position on its page. */
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/time.ts';
import { dividendCalendar } from '../../../src/app/staking/dividend-calendar.ts';

const FIRST = Date.parse('2026-11-21T00:00Z');
const days = (paid: number, today: number) =>
  dividendCalendar(
    {
      first_day_at: FIRST,
      cycle_days: 4,
      daily_dividend: '0.5',
      // The server has the newest one first.
      dividends: Array.from({ length: paid }, (_, index) => ({
        day_at: FIRST + (paid - 1 - index) * DAY_MS,
        amount: String(paid - index),
        paid_at: FIRST + (paid + 7) * DAY_MS,
      })),
    },
    FIRST + today * DAY_MS,
  ).map(
    ({ dayAt, amount, isPaid, isToday }) =>
      `${(dayAt - FIRST) / DAY_MS} ${amount}${isPaid ? ' paid' : ''}${isToday ? ' today' : ''}`,
  );

test('has each day of the cycle with its own amount, however late it was paid', () => {
  expect(days(2, 2)).toEqual(['0 1 paid', '1 2 paid', '2 0.5 today', '3 0.5']);
});

test('has only days that come before the first one, and only paid days after the last one', () => {
  expect(days(0, -1)).toEqual(['0 0.5', '1 0.5', '2 0.5', '3 0.5']);
  expect(days(4, 4)).toEqual(['0 1 paid', '1 2 paid', '2 3 paid', '3 4 paid']);
});

test('an ended day that is not paid yet is neither today nor paid', () => {
  expect(days(1, 3)).toEqual(['0 1 paid', '1 0.5', '2 0.5', '3 0.5 today']);
});
