/** Dates, times and axis labels in all languages and time zones. */
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '../../../contract/languages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import { formatCandleAxis, formatCandleTime } from '../../../src/format/candle-time.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatRelative,
} from '../../../src/format/date.ts';

const TIME = Date.UTC(2026, 10, 20, 21, 5, 33);

const expected: Record<Locale, readonly [date: string, axisDay: string, minuteAgo: string]> = {
  'zh-CN': ['2026年11月20日', '11/20', '1分钟前'],
  'zh-HK': ['2026年11月20日', '20/11', '1 分鐘前'],
  'en-US': ['Nov 20, 2026', '11/20', '1 minute ago'],
  'ja-JP': ['2026/11/20', '11/20', '1 分前'],
  'ko-KR': ['2026. 11. 20.', '11. 20.', '1분 전'],
  'th-TH': ['20 พ.ย. 2569', '20/11', '1 นาทีที่ผ่านมา'],
  'vi-VN': ['20 thg 11, 2026', '20/11', '1 phút trước'],
  'de-DE': ['20.11.2026', '20.11.', 'vor 1 Minute'],
  'fr-FR': ['20 nov. 2026', '20/11', 'il y a 1 minute'],
  'es-ES': ['20 nov 2026', '20/11', 'hace 1 minuto'],
};

describe.each(LOCALES)('times in %s', (locale) => {
  const [date, axisDay, minuteAgo] = expected[locale];

  test('a date, an axis label and a distance are formatted as the language requires', () => {
    expect(formatDate(locale, TIME, 'UTC')).toBe(date);
    expect(formatCandleAxis(locale, '1day', TIME, null)).toBe(axisDay);
    expect(formatRelative(locale, TIME - MINUTE_MS, TIME)).toBe(minuteAgo);
  });

  test('the clock has 24 hours and one width', () => {
    expect(formatClock(locale, TIME, 'UTC')).toBe('21:05:33');
    expect(formatClock(locale, TIME - 20 * HOUR_MS, 'UTC')).toBe('01:05:33');
  });
});

describe('time zones', () => {
  test('an intraday candle is shown in the given zone', () => {
    expect(formatCandleAxis('en-US', '1min', TIME, null, 'Asia/Tokyo')).toBe('06:05');
    expect(formatDateTime('en-US', TIME, 'Asia/Tokyo')).toMatch(/^Nov 21, 2026, 6:05\sAM$/u);
  });

  test('a day candle keeps its UTC date in any zone', () => {
    const midnight = Date.UTC(2026, 10, 20);
    expect(formatCandleAxis('en-US', '1day', midnight, null, 'America/New_York')).toBe('11/20');
    expect(formatCandleTime('en-US', '1day', midnight, 'America/New_York')).toBe('11/20/2026');
  });
});

describe('the axis of each period', () => {
  test('an intraday label is the date where the day changes', () => {
    const midnight = Date.UTC(2026, 10, 20);
    expect(formatCandleAxis('en-US', '60min', midnight, midnight - HOUR_MS, 'UTC')).toBe('11/20');
    expect(formatCandleAxis('en-US', '60min', midnight + HOUR_MS, midnight, 'UTC')).toBe('01:00');
  });

  test('a day label is the year where the year changes', () => {
    const newYear = Date.UTC(2027, 0, 1);
    expect(formatCandleAxis('en-US', '1week', newYear, newYear - 7 * DAY_MS)).toBe('2027');
  });

  test('a month is written with its year', () => {
    expect(formatCandleAxis('en-US', '1mon', TIME, null)).toBe('11/2026');
    expect(formatCandleTime('en-US', '1mon', TIME)).toBe('Nov 2026');
  });
});

describe('distances', () => {
  test.each([
    [0, 'now'],
    [-59_000, '59 seconds ago'],
    [-2 * HOUR_MS, '2 hours ago'],
    [-DAY_MS, 'yesterday'],
    [2 * DAY_MS, 'in 2 days'],
  ])('%i ms is %s', (distanceMs, words) => {
    expect(formatRelative('en-US', TIME + distanceMs, TIME)).toBe(words);
  });

  test('a week or more away is a date', () => {
    expect(formatRelative('en-US', TIME - 7 * DAY_MS, TIME)).toMatch(/2026$/);
  });
});
