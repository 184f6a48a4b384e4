/** The start and end of candle periods, in UTC: weeks on Monday, months by calendar. */
import { assertNever } from '../../../contract/assert.ts';
import type { KlinePeriod } from '../../../contract/market/market.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../../../contract/time.ts';

/** The first Monday of the epoch, 1970-01-05. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/** Returns the start of the period that contains `time`. */
export function periodStart(period: KlinePeriod, time: EpochMs): EpochMs {
  if (period === '1mon') return monthStart(time, 0);
  const origin = periodOriginMs(period);
  const length = periodLengthMs(period);
  return origin + Math.floor((time - origin) / length) * length;
}

/** Returns the start of the period after the one that starts at `start`. */
export function nextPeriodStart(period: KlinePeriod, start: EpochMs): EpochMs {
  return period === '1mon' ? monthStart(start, 1) : start + periodLengthMs(period);
}

/** Returns the start of the period before the one that starts at `start`. */
export function previousPeriodStart(period: KlinePeriod, start: EpochMs): EpochMs {
  return period === '1mon' ? monthStart(start, -1) : start - periodLengthMs(period);
}

function monthStart(time: EpochMs, monthsLater: number): EpochMs {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1);
}

/** A period of a fixed length, unlike months. */
type FixedPeriod = Exclude<KlinePeriod, '1mon'>;

/** Returns a start of a period from which all others are a multiple of its length away. */
export function periodOriginMs(period: FixedPeriod): EpochMs {
  return period === '1week' ? FIRST_MONDAY_MS : 0;
}

export function periodLengthMs(period: FixedPeriod): number {
  switch (period) {
    case '1min':
      return MINUTE_MS;
    case '5min':
      return 5 * MINUTE_MS;
    case '15min':
      return 15 * MINUTE_MS;
    case '30min':
      return 30 * MINUTE_MS;
    case '60min':
      return HOUR_MS;
    case '1day':
      return DAY_MS;
    case '1week':
      return WEEK_MS;
    default:
      return assertNever(period);
  }
}
