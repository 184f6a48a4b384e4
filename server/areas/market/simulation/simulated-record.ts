/** Answers calls about one simulated pair, at the time of the clock, in wire form. */
import { formatUnits } from '../../../../contract/money/decimal.ts';
import type {
  Candle,
  DayQuotation,
  KlinePeriod,
  Quotation,
} from '../../../../contract/market/market.ts';
import { DAY_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { PriceRecord } from '../market-source.ts';
import { periodStart } from '../periods.ts';
import { joinBars, simulatedTurnover, type Bar } from './bars.ts';
import { barOfTicks, CandleHistory, type TimedBar } from './candle-history.ts';
import type { PairTimeline, Tick } from './pair-timeline.ts';
import type { Turns } from './turns.ts';

interface RecordScales {
  readonly priceScale: number;
  readonly quantityScale: number;
}

/** Shared by all pairs: the time they show, and the scheduler of their computations. */
export interface Pace {
  readonly clock: Clock;
  readonly turns: Turns;
}

/** Digits after the point of the change in percent. */
const CHANGE_SCALE = 2;

export class SimulatedRecord implements PriceRecord {
  readonly timeline: PairTimeline;
  readonly #scales: RecordScales;
  readonly #clock: Clock;
  readonly history: CandleHistory;
  /** The last 24 hours before the current minute, and the price at their start. */
  #day: { until: EpochMs; bar: Bar | null; startPrice: number } | undefined;

  constructor(timeline: PairTimeline, scales: RecordScales, { clock, turns }: Pace) {
    this.timeline = timeline;
    this.#scales = scales;
    this.#clock = clock;
    this.history = new CandleHistory(timeline, turns);
  }

  isOpen(): boolean {
    return this.timeline.isOpenAt(this.#clock.now());
  }

  quotation(): Quotation {
    const now = this.#clock.now();
    return this.quotationAt(this.priceTicksAt(now), now);
  }

  /** Returns the price in ticks of the last trade up to `now`. It lists no trades, because every order reads it. */
  priceTicksAt(now: EpochMs): number {
    return this.timeline.priceInMinute(now) ?? this.timeline.priceAtMinute(now);
  }

  /** Returns the quotation with `price` (in ticks) as the last one, at `now`. */
  quotationAt(price: number, now: EpochMs): Quotation {
    const { startPrice } = this.#lastDay(now);
    const change = Math.round(((price - startPrice) / startPrice) * 100 * 10 ** CHANGE_SCALE);
    return { close: this.price(price), change: formatUnits(BigInt(change), CHANGE_SCALE) };
  }

  dayQuotation(): DayQuotation {
    const now = this.#clock.now();
    const bar = joinBars(this.#lastDay(now).bar, barOfTicks(this.#minuteTicks(now)));
    const quotation = this.quotation();
    return {
      ...quotation,
      high: bar === null ? quotation.close : this.price(bar.high),
      low: bar === null ? quotation.close : this.price(bar.low),
      volume: this.quantity(bar?.volume ?? 0),
      turnover: bar === null ? '0' : this.#turnover(bar),
    };
  }

  async candles(period: KlinePeriod, size: number): Promise<readonly Candle[]> {
    const bars = await this.history.newest(period, size, this.#clock.now());
    return bars.map((bar) => this.#candle(bar));
  }

  candlesFrom(period: KlinePeriod, from: EpochMs): readonly Candle[] {
    return this.history.from(period, from, this.#clock.now()).map((bar) => this.#candle(bar));
  }

  /** Returns the canonical text of a price in ticks. */
  price(ticks: number): string {
    return formatUnits(BigInt(ticks), this.#scales.priceScale);
  }

  /** Returns the canonical text of a quantity in its smallest unit. */
  quantity(units: number): string {
    return formatUnits(BigInt(units), this.#scales.quantityScale);
  }

  /** Returns the time of the clock. */
  protected now(): EpochMs {
    return this.#clock.now();
  }

  #minuteTicks(now: EpochMs): readonly Tick[] {
    return this.timeline.ticksBetween(periodStart('1min', now) - 1, now);
  }

  /** A closed market keeps the figures of its last open day. */
  #lastDay(now: EpochMs): { bar: Bar | null; startPrice: number } {
    const until = periodStart('1min', this.timeline.lastOpenTime(now));
    if (this.#day?.until !== until) {
      const from = until - DAY_MS;
      this.#day = {
        until,
        bar: this.timeline.barBetween(from, until),
        startPrice: this.timeline.priceAtMinute(from),
      };
    }
    return this.#day;
  }

  #turnover(bar: Bar): string {
    const { priceScale, quantityScale } = this.#scales;
    return formatUnits(simulatedTurnover(bar), priceScale + quantityScale);
  }

  #candle(bar: TimedBar): Candle {
    const { time, open, high, low, close, volume } = bar;
    return {
      time,
      open: this.price(open),
      high: this.price(high),
      low: this.price(low),
      close: this.price(close),
      volume: this.quantity(volume),
      turnover: this.#turnover(bar),
    };
  }
}
