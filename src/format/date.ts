/** Dates and times in the format of a locale. Without `timeZone` the zone of the device is used. */
import type { Locale } from '../../contract/languages.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type EpochMs } from '../../contract/time.ts';
import { dateFormat, relativeFormat } from './date-formats.ts';

const zone = (timeZone: string | undefined) => (timeZone === undefined ? {} : { timeZone });

/** `Nov 20, 2026`. */
export function formatDate(locale: Locale, time: EpochMs, timeZone?: string): string {
  return dateFormat(locale, 'date', { dateStyle: 'medium', ...zone(timeZone) }).format(time);
}

/** `Nov 20, 2026, 9:05 PM`. */
export function formatDateTime(locale: Locale, time: EpochMs, timeZone?: string): string {
  return dateFormat(locale, 'dateTime', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...zone(timeZone),
  }).format(time);
}

/** `21:05:33`, always 24 hours: for columns, in which every line must have the same length. */
export function formatClock(locale: Locale, time: EpochMs, timeZone?: string): string {
  return dateFormat(locale, 'clock', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...zone(timeZone),
  }).format(time);
}

/** `5 minutes ago`, `yesterday`; the date from a week on. */
export function formatRelative(locale: Locale, time: EpochMs, now: EpochMs): string {
  const distanceMs = time - now;
  const sizeMs = Math.abs(distanceMs);
  const format = relativeFormat(locale);
  if (sizeMs < MINUTE_MS) return format.format(Math.trunc(distanceMs / SECOND_MS), 'second');
  if (sizeMs < HOUR_MS) return format.format(Math.trunc(distanceMs / MINUTE_MS), 'minute');
  if (sizeMs < DAY_MS) return format.format(Math.trunc(distanceMs / HOUR_MS), 'hour');
  if (sizeMs < 7 * DAY_MS) return format.format(Math.trunc(distanceMs / DAY_MS), 'day');
  return formatDate(locale, time);
}
