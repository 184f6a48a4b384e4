/** The trading hours of a market, and their numbers. All changes are at whole hours. */
import { HOUR_MS } from '../time.ts';
import type { EpochMs } from '../time.ts';

/** Hours are counted from the epoch; trading hours skip the closed ones. */
export interface TradingCalendar {
  isOpenHour(hour: number): boolean;
  /** Returns the number of the trading hour `hour`; for a closed hour, the number of the next open one. */
  tradingHour(hour: number): number;
}

/** Spot markets never close. */
export const ALWAYS_OPEN: TradingCalendar = {
  isOpenHour: () => true,
  tradingHour: (hour) => hour,
};

/** 1970-01-04 was a Sunday; trading weeks start on Sundays at 22:00 UTC. */
const FIRST_OPENING_HOUR = 3 * 24 + 22;
const WEEK_HOURS = 7 * 24;
/** Sunday 22:00 to Friday 22:00. */
const OPEN_HOURS_A_WEEK = 5 * 24;

/** Forex: closed from Friday 22:00 to Sunday 22:00 UTC. Closed hours have no trades and no candles. */
export const FOREX_WEEK: TradingCalendar = {
  isOpenHour: (hour) => hourOfWeek(hour) < OPEN_HOURS_A_WEEK,
  tradingHour: (hour) => {
    const week = Math.floor((hour - FIRST_OPENING_HOUR) / WEEK_HOURS);
    return week * OPEN_HOURS_A_WEEK + Math.min(hourOfWeek(hour), OPEN_HOURS_A_WEEK);
  },
};

/** When an instrument has prices: at all times, or in the hours of {@link FOREX_WEEK}. */
export type TradingHours = 'always' | 'forex';

/** Whether an instrument has prices at that time. */
export const isTrading = (hours: TradingHours, at: EpochMs): boolean =>
  hours === 'always' || FOREX_WEEK.isOpenHour(Math.floor(at / HOUR_MS));

/** Returns the start of the first forex trading hour from `now` on; `now` itself while forex trades. */
export function nextForexOpening(now: EpochMs): EpochMs {
  let hour = Math.floor(now / HOUR_MS);
  if (FOREX_WEEK.isOpenHour(hour)) return now;
  while (!FOREX_WEEK.isOpenHour(hour)) hour += 1;
  return hour * HOUR_MS;
}

function hourOfWeek(hour: number): number {
  const sinceFirst = (hour - FIRST_OPENING_HOUR) % WEEK_HOURS;
  return sinceFirst < 0 ? sinceFirst + WEEK_HOURS : sinceFirst;
}
