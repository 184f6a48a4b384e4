/** A simulated pair in calendar time: its trades (`deals`), and bars over any span of whole minutes. */
import { HOUR_MS, MINUTE_MS, type EpochMs } from '../../../../contract/time.ts';
import { joinBars, type Bar } from './bars.ts';
import { MINUTES_AN_HOUR } from './currency-path.ts';
import type { PairPath } from './pair-path.ts';
import type { TradingCalendar } from '../../../../contract/figures/trading-calendar.ts';

/** One simulated trade. */
export interface Tick {
  readonly time: EpochMs;
  /** Number of the trade since the epoch; rises with time. */
  readonly sequence: number;
  /** Price in ticks. */
  readonly price: number;
  /** Quantity in units of the smallest quantity. */
  readonly quantity: number;
  /** Price of the previous trade in the same minute; for the first, the minute's open. */
  readonly previousPrice: number;
}

export class PairTimeline {
  readonly #path: PairPath;
  readonly #calendar: TradingCalendar;

  constructor(path: PairPath, calendar: TradingCalendar) {
    this.#path = path;
    this.#calendar = calendar;
  }

  isOpenAt(time: EpochMs): boolean {
    return this.#calendar.isOpenHour(Math.floor(time / HOUR_MS));
  }

  /** Whether any hour between the two times is open; `from` and `until` are whole minutes. */
  isOpenWithin(from: EpochMs, until: EpochMs): boolean {
    for (let hour = Math.floor(from / HOUR_MS); hour * HOUR_MS < until; hour += 1) {
      if (this.#calendar.isOpenHour(hour)) return true;
    }
    return false;
  }

  /** Returns `time`, or the last closing before it when the market is closed. */
  lastOpenTime(time: EpochMs): EpochMs {
    if (this.isOpenAt(time)) return time;
    let hour = Math.floor(time / HOUR_MS);
    while (!this.#calendar.isOpenHour(hour - 1)) hour -= 1;
    return hour * HOUR_MS;
  }

  /** Returns the bar over whole minutes from `from` until `until`; null without a trade. */
  barBetween(from: EpochMs, until: EpochMs): Bar | null {
    let bar: Bar | null = null;
    let time = from;
    while (time < until) {
      const hour = Math.floor(time / HOUR_MS);
      const hourEnd = (hour + 1) * HOUR_MS;
      if (this.#calendar.isOpenHour(hour)) {
        const whole = time === hour * HOUR_MS && hourEnd <= until;
        const next = whole
          ? this.#path.hour(this.#calendar.tradingHour(hour))
          : this.#minutesBetween(hour, time, Math.min(until, hourEnd));
        bar = joinBars(bar, next);
      }
      time = hourEnd;
    }
    return bar;
  }

  /** Returns the price in ticks of the last trade before the minute of `time`. */
  priceAtMinute(time: EpochMs): number {
    const hour = Math.floor(time / HOUR_MS);
    const tradingHour = this.#calendar.tradingHour(hour);
    const minute = minuteOfHour(time);
    if (minute === 0 || !this.#calendar.isOpenHour(hour))
      return this.#path.ticksAtHour(tradingHour);
    return this.#path.minutes(tradingHour)[minute]?.open ?? this.#path.ticksAtHour(tradingHour);
  }

  /** Returns the price in ticks of the last trade in the minute of `time` up to it; null before the first. */
  priceInMinute(time: EpochMs): number | null {
    const start = minuteStart(time);
    const hour = Math.floor(start / HOUR_MS);
    if (!this.#calendar.isOpenHour(hour)) return null;
    const deals = this.#path.deals(this.#calendar.tradingHour(hour), minuteOfHour(start));
    return deals.prices[lastSlot(deals.offsets, time - start)] ?? null;
  }

  /** Returns the price in ticks of the last trade after `after` up to `until`; null without one. For spans of seconds. */
  lastPriceBetween(after: EpochMs, until: EpochMs): number | null {
    for (let start = minuteStart(until); start + MINUTE_MS > after; start -= MINUTE_MS) {
      const hour = Math.floor(start / HOUR_MS);
      if (!this.#calendar.isOpenHour(hour)) continue;
      const deals = this.#path.deals(this.#calendar.tradingHour(hour), minuteOfHour(start));
      const slot = lastSlot(deals.offsets, until - start);
      if (slot < 0) continue;
      return start + (deals.offsets[slot] ?? 0) > after ? (deals.prices[slot] ?? null) : null;
    }
    return null;
  }

  /** Returns the trades after `after` up to and including `until`, oldest first. For spans of seconds, not days. */
  ticksBetween(after: EpochMs, until: EpochMs): Tick[] {
    const ticks: Tick[] = [];
    for (let start = minuteStart(after); start <= until; start += MINUTE_MS) {
      this.#appendTicks(ticks, start, after, until);
    }
    return ticks;
  }

  /** Returns the last `count` trades up to and including `until`, newest first. */
  lastTicks(count: number, until: EpochMs): Tick[] {
    const newestFirst: Tick[] = [];
    let start = minuteStart(this.lastOpenTime(until));
    while (newestFirst.length < count) {
      const ticks: Tick[] = [];
      this.#appendTicks(ticks, start, start - 1, until);
      newestFirst.push(...ticks.toReversed());
      start = minuteStart(this.lastOpenTime(start) - 1);
    }
    return newestFirst.slice(0, count);
  }

  #minutesBetween(hour: number, from: EpochMs, until: EpochMs): Bar | null {
    const minutes = this.#path.minutes(this.#calendar.tradingHour(hour));
    let bar: Bar | null = null;
    for (let time = from; time < until; time += MINUTE_MS) {
      bar = joinBars(bar, minutes[minuteOfHour(time)] ?? null);
    }
    return bar;
  }

  #appendTicks(ticks: Tick[], start: EpochMs, after: EpochMs, until: EpochMs): void {
    const hour = Math.floor(start / HOUR_MS);
    if (!this.#calendar.isOpenHour(hour)) return;
    const deals = this.#path.deals(this.#calendar.tradingHour(hour), minuteOfHour(start));
    const firstSequence = (start / MINUTE_MS) * this.#path.dealsPerMinute;
    for (let slot = 0; slot < deals.prices.length; slot += 1) {
      const time = start + (deals.offsets[slot] ?? 0);
      if (time > until) return;
      if (time <= after) continue;
      const price = deals.prices[slot] ?? 0;
      ticks.push({
        time,
        sequence: firstSequence + slot,
        price,
        quantity: deals.quantities[slot] ?? 0,
        previousPrice: deals.prices[slot - 1] ?? price,
      });
    }
  }
}

function minuteStart(time: EpochMs): EpochMs {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

/**
 * Returns the slot of the last trade up to that time after the start of its minute; -1 before the first. Each trade falls
 * into its own part of the minute, so that no other one is read.
 */
function lastSlot(offsets: Float64Array, ms: number): number {
  const slot = Math.min(Math.floor((ms * offsets.length) / MINUTE_MS), offsets.length - 1);
  return (offsets[slot] ?? 0) <= ms ? slot : slot - 1;
}

function minuteOfHour(time: EpochMs): number {
  return Math.floor(time / MINUTE_MS) % MINUTES_AN_HOUR;
}
