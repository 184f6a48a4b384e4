/** The formatters of this folder, bound to the language of the page. */
import { use } from 'react';
import { ensure } from '../../contract/assert.ts';
import type { Locale } from '../../contract/languages.ts';
import type { KlinePeriod } from '../../contract/market/market.ts';
import type { EpochMs } from '../../contract/time.ts';
import { LocaleContext } from '../i18n/locale-context.ts';
import { formatCandleAxis, formatCandleTime } from './candle-time.ts';
import { formatClock, formatDate, formatDateTime, formatRelative } from './date.ts';
import { formatEither } from './list.ts';
import {
  formatAmount,
  formatChange,
  formatFineRate,
  formatNarrow,
  formatPrice,
  formatRate,
} from './number.ts';

/** Millionths in a hundredth of a percent. */
const PPM_OF_BP = 100;

export interface Format {
  readonly locale: Locale;
  /** A price or a quantity of a market with all its decimals, so that columns align. */
  price(text: string, scale: number): string;
  /** A quantity for a column with room for six digits. */
  narrow(text: string, scale: number): string;
  /** An amount with at most eight decimals, rounded down. */
  amount(text: string): string;
  /** Millionths as a percentage. */
  rate(ppm: number): string;
  /** Billionths as a percentage, with all decimals. */
  fineRate(ppb: number): string;
  /** Hundredths of a percent as a percentage: `186.16%`. */
  ratio(bp: bigint | number): string;
  change(percent: string): string;
  date(time: EpochMs): string;
  /** The date of a UTC day. */
  utcDate(time: EpochMs): string;
  dateTime(time: EpochMs): string;
  clock(time: EpochMs): string;
  relative(time: EpochMs, now: EpochMs): string;
  candleAxis(period: KlinePeriod, time: EpochMs, previous: EpochMs | null): string;
  candleTime(period: KlinePeriod, time: EpochMs): string;
  /** An alternative: `a, b, or c`. */
  either(parts: readonly string[]): string;
}

/** All formatters of one language. */
export function bindFormat(locale: Locale): Format {
  return {
    locale,
    price: (text, scale) => formatPrice(locale, text, scale),
    narrow: (text, scale) => formatNarrow(locale, text, scale),
    amount: (text) => formatAmount(locale, text),
    rate: (ppm) => formatRate(locale, ppm),
    fineRate: (ppb) => formatFineRate(locale, ppb),
    ratio: (bp) => formatRate(locale, Number(bp) * PPM_OF_BP),
    change: (percent) => formatChange(locale, percent),
    date: (time) => formatDate(locale, time),
    utcDate: (time) => formatDate(locale, time, 'UTC'),
    dateTime: (time) => formatDateTime(locale, time),
    clock: (time) => formatClock(locale, time),
    relative: (time, now) => formatRelative(locale, time, now),
    candleAxis: (period, time, previous) => formatCandleAxis(locale, period, time, previous),
    candleTime: (period, time) => formatCandleTime(locale, period, time),
    either: (parts) => formatEither(locale, parts),
  };
}

const formats = new Map<Locale, Format>();

/** Returns the formatters of the current language; the same object until the language changes. */
export function useFormat(): Format {
  const locale = ensure(use(LocaleContext), 'the provider of LocaleContext');
  const format = formats.get(locale) ?? bindFormat(locale);
  formats.set(locale, format);
  return format;
}
