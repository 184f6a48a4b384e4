/**
 * The start of a candle, short for the time axis and in full. Candles of a day and longer start at
 * 00:00 UTC and have their UTC date, because west of Greenwich the local date would be the day
 * before.
 */
import type { Locale } from '../../contract/languages.ts';
import type { KlinePeriod } from '../../contract/market/market.ts';
import type { EpochMs } from '../../contract/time.ts';
import { dateFormat } from './date-formats.ts';

const UTC = { timeZone: 'UTC' };
const zone = (timeZone: string | undefined) => (timeZone === undefined ? {} : { timeZone });

const isIntraday = (period: KlinePeriod) => period.endsWith('min');

/**
 * Label of the time axis. Intraday: the time of day, or the date where the day changes after
 * `previous`, the label to its left. Days and weeks: day and month, or the year where it changes.
 */
export function formatCandleAxis(
  locale: Locale,
  period: KlinePeriod,
  time: EpochMs,
  previous: EpochMs | null,
  timeZone?: string,
): string {
  if (isIntraday(period)) {
    const date = dateFormat(locale, 'axisDate', {
      month: 'numeric',
      day: 'numeric',
      ...zone(timeZone),
    });
    if (previous !== null && date.format(previous) !== date.format(time)) return date.format(time);
    return dateFormat(locale, 'axisTime', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...zone(timeZone),
    }).format(time);
  }
  if (period === '1mon') {
    return dateFormat(locale, 'axisMonth', { year: 'numeric', month: 'numeric', ...UTC }).format(
      time,
    );
  }
  const year = dateFormat(locale, 'axisYear', { year: 'numeric', ...UTC });
  if (previous !== null && year.format(previous) !== year.format(time)) return year.format(time);
  return dateFormat(locale, 'axisDay', { month: 'numeric', day: 'numeric', ...UTC }).format(time);
}

/** Returns the start of a candle in full, for the crosshair and the table. */
export function formatCandleTime(
  locale: Locale,
  period: KlinePeriod,
  time: EpochMs,
  timeZone?: string,
): string {
  if (isIntraday(period)) {
    return dateFormat(locale, 'candleMinute', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...zone(timeZone),
    }).format(time);
  }
  if (period === '1mon') {
    return dateFormat(locale, 'candleMonth', { year: 'numeric', month: 'short', ...UTC }).format(
      time,
    );
  }
  return dateFormat(locale, 'candleDay', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    ...UTC,
  }).format(time);
}
