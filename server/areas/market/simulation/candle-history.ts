/** Bars of every candle period of one simulated pair, up to a moment. */
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { nextPeriodStart, periodStart, previousPeriodStart } from '../periods.ts';
import { joinBars, type Bar } from './bars.ts';
import type { PairTimeline, Tick } from './pair-timeline.ts';
import { RecentMap } from './recent-map.ts';
import type { Turns } from './turns.ts';

/** No candle starts before 1980-01-01, so that every period has more than 500. */
const HISTORY_START_MS: EpochMs = Date.UTC(1980, 0, 1);

/** Closed candles kept per period: the most that one call may request, with room for growth. */
const CLOSED_KEPT = 1_100;

export interface TimedBar extends Bar {
  readonly time: EpochMs;
}

export class CandleHistory {
  readonly #timeline: PairTimeline;
  readonly #turns: Turns;
  readonly #closed = new Map<KlinePeriod, RecentMap<Bar | null>>();
  /** The part of a forming candle before the current minute, by period. */
  readonly #formingHeads = new Map<KlinePeriod, { until: EpochMs; bar: Bar | null }>();

  /** Running computations by their request. */
  readonly #underWay = new Map<string, Promise<readonly TimedBar[]>>();

  /** @param turns shared by all histories of the process */
  constructor(timeline: PairTimeline, turns: Turns) {
    this.#timeline = timeline;
    this.#turns = turns;
  }

  /**
   * Computes the newest `size` bars at `now`, oldest first, in turns; concurrent equal requests share
   * the computation.
   */
  newest(period: KlinePeriod, size: number, now: EpochMs): Promise<readonly TimedBar[]> {
    const key = `${period} ${size} ${now}`;
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const asked = this.#compute(period, size, now).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }

  async #compute(period: KlinePeriod, size: number, now: EpochMs): Promise<TimedBar[]> {
    const bars: TimedBar[] = [];
    await this.#turns.begin();
    // One more than requested, because the newest period may have no trade yet.
    for (const start of this.#starts(period, size + 1, now)) {
      const bar = this.#barAt(period, start, now);
      if (bar !== null) bars.push({ time: start, ...bar });
      if (this.#turns.isOver) await this.#turns.again();
    }
    return bars.slice(-size);
  }

  /** Returns bars that start at or after the start of the period that contains `from`, oldest first. */
  from(period: KlinePeriod, from: EpochMs, now: EpochMs): TimedBar[] {
    const bars: TimedBar[] = [];
    let start = periodStart(period, Math.max(from, HISTORY_START_MS));
    while (start <= now) {
      const bar = this.#barAt(period, start, now);
      if (bar !== null) bars.push({ time: start, ...bar });
      start = nextPeriodStart(period, start);
    }
    return bars;
  }

  /** Returns starts of the newest `count` periods with open hours, oldest first. */
  #starts(period: KlinePeriod, count: number, now: EpochMs): EpochMs[] {
    const starts: EpochMs[] = [];
    let start = periodStart(period, now);
    while (starts.length < count && start >= HISTORY_START_MS) {
      const end = nextPeriodStart(period, start);
      if (this.#timeline.isOpenWithin(start, end)) starts.push(start);
      start = previousPeriodStart(period, start);
    }
    return starts.toReversed();
  }

  #barAt(period: KlinePeriod, start: EpochMs, now: EpochMs): Bar | null {
    const end = nextPeriodStart(period, start);
    if (end > now) return this.#formingBar(period, start, now);
    let closed = this.#closed.get(period);
    if (closed === undefined) {
      closed = new RecentMap(CLOSED_KEPT);
      this.#closed.set(period, closed);
    }
    return closed.get(start, () => this.#timeline.barBetween(start, end));
  }

  #formingBar(period: KlinePeriod, start: EpochMs, now: EpochMs): Bar | null {
    const minute = periodStart('1min', now);
    let head = this.#formingHeads.get(period);
    if (head?.until !== minute) {
      head = { until: minute, bar: this.#timeline.barBetween(start, minute) };
      this.#formingHeads.set(period, head);
    }
    return joinBars(head.bar, barOfTicks(this.#timeline.ticksBetween(minute - 1, now)));
  }
}

/** Returns the bar of trades in the order of time; null without one. */
export function barOfTicks(ticks: readonly Tick[]): Bar | null {
  let bar: Bar | null = null;
  for (const { price, quantity } of ticks) {
    bar = joinBars(bar, { open: price, high: price, low: price, close: price, volume: quantity });
  }
  return bar;
}
