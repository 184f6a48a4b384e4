/**
 * Prices of one spot market from its committed trades (`deals`); before its first trade, prices of the
 * reference market.
 */
import { formatUnits } from '../../../../contract/money/decimal.ts';
import { divide } from '../../../../contract/money/rounding.ts';
import type {
  Candle,
  DayQuotation,
  Deal,
  KlinePeriod,
  Quotation,
} from '../../../../contract/market/market.ts';
import { DAY_MS, HOUR_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { SpotMarketRules } from '../../spot/spot.area.ts';
import {
  groupCandleBars,
  joinCandleBars,
  mergeCandleBars,
  type CandleBar,
  type TimedCandleBar,
} from '../candle-bars.ts';
import type { ExchangeMarket, SpotMarketSpec } from '../market-source.ts';
import { nextPeriodStart, periodStart } from '../periods.ts';
import type { ReferenceMarkets } from '../reference/reference-markets.ts';
import { storedPeriodOf, type ListedDeal, type StoredPeriod } from './candles.repo.ts';
import { DealBars, type DealBar } from './deal-bars.ts';

/**
 * Spans of the bars in memory: slightly over a day of minutes for the day figures, slightly over a
 * month of hours for its candle.
 */
export const MEMORY_MS: Readonly<Record<StoredPeriod, number>> = {
  '1min': 25 * HOUR_MS,
  '60min': 40 * DAY_MS,
};
/** The number of newest trades kept, at least as many as any call lists. */
export const DEALS_KEPT = 50;
/** Digits after the point of the change in percent. */
const CHANGE_SCALE = 2;

/** The stored data of the market that a start reads. */
export interface StoredMarket {
  readonly openedAt: EpochMs | null;
  /** Trades, oldest first. */
  readonly deals: readonly ListedDeal[];
  /** The times from which the bars are complete; one earlier bar precedes them if it exists. */
  readonly from: Readonly<Record<StoredPeriod, EpochMs>>;
  readonly bars: Readonly<Record<StoredPeriod, readonly DealBar[]>>;
}

interface DealMarketParts {
  readonly spec: SpotMarketSpec;
  readonly rulesNow: () => SpotMarketRules;
  readonly reference: ReferenceMarkets;
  readonly clock: Clock;
  /** Returns the newest `size` stored bars before `until`, oldest first; fewer only when there are no more. */
  readonly listOlder: (
    period: KlinePeriod,
    size: number,
    since: EpochMs,
    until: EpochMs,
  ) => Promise<readonly TimedCandleBar[]>;
}

/** The figures of the 24 hours up to the minute that started at `until`. */
interface Day {
  readonly until: EpochMs;
  readonly bar: CandleBar | null;
  /** Price at the start of the span; null when it is unknown. */
  readonly startTicks: number | null;
}

export class DealMarket implements ExchangeMarket {
  readonly spec: SpotMarketSpec;
  readonly #parts: DealMarketParts;
  readonly #bars: Readonly<Record<StoredPeriod, DealBars>>;
  readonly #completeFrom: Record<StoredPeriod, EpochMs>;
  /** Trades, oldest first. */
  #recent: ListedDeal[];
  #openedAtMs: EpochMs | null;
  #day: Day | undefined;

  constructor(parts: DealMarketParts, stored: StoredMarket) {
    this.spec = parts.spec;
    this.#parts = parts;
    this.#bars = {
      '1min': new DealBars(stored.bars['1min']),
      '60min': new DealBars(stored.bars['60min']),
    };
    this.#completeFrom = { ...stored.from };
    this.#recent = [...stored.deals];
    this.#openedAtMs = stored.openedAt;
  }

  get rules(): SpotMarketRules {
    return this.#parts.rulesNow();
  }

  get openedAt(): EpochMs | null {
    return this.#openedAtMs;
  }

  /** Price of the last trade; null before the first. */
  get lastTicks(): number | null {
    return this.#recent.at(-1)?.priceTicks ?? null;
  }

  /** Adds a committed trade; does nothing when it is known already. */
  add(deal: ListedDeal): void {
    if (deal.id <= (this.#recent.at(-1)?.id ?? 0)) return;
    const minute = periodStart('1min', deal.atMs);
    this.#bars['1min'].add(minute, deal);
    this.#bars['60min'].add(periodStart('60min', deal.atMs), deal);
    this.#recent.push(deal);
    if (this.#recent.length >= 2 * DEALS_KEPT) this.#recent = this.#recent.slice(-DEALS_KEPT);
    if (this.#openedAtMs === null || (this.#day !== undefined && minute < this.#day.until)) {
      this.#day = undefined;
    }
    this.#openedAtMs ??= deal.atMs;
  }

  /** Drops bars that are no longer needed and whose trades, up to `storedDealId`, are stored. */
  forget(storedDealId: number): void {
    for (const period of ['1min', '60min'] as const) {
      const from = periodStart(period, this.#parts.clock.now() - MEMORY_MS[period]);
      if (from <= this.#completeFrom[period]) continue;
      this.#bars[period].forgetBefore(from, storedDealId);
      this.#completeFrom[period] = from;
    }
  }

  isOpen(): boolean {
    return this.rules.status === 'trading';
  }

  deals(count: number): readonly Deal[] {
    return this.#recent
      .slice(-count)
      .toReversed()
      .map((deal) => this.wireDeal(deal));
  }

  wireDeal({ id, priceTicks, quantityLots, takerSide, atMs }: ListedDeal): Deal {
    return {
      id: String(id),
      price: this.#price(priceTicks),
      quantity: this.#quantity(BigInt(quantityLots)),
      side: takerSide,
      time: atMs,
    };
  }

  quotation(): Quotation {
    const close = this.#lastTicks();
    const { startTicks } = this.#lastDay();
    return { close: this.#price(close), change: changePercent(startTicks ?? close, close) };
  }

  dayQuotation(): DayQuotation {
    const now = this.#parts.clock.now();
    const last = this.#lastTicks();
    const { until, bar } = this.#lastDay();
    const present = { open: last, high: last, low: last, close: last, volume: 0n, turnover: 0n };
    const day = joinCandleBars(
      joinCandleBars(bar, this.#bars['1min'].joined(until, now + 1)),
      present,
    );
    const { high, low, volume, turnover } = day ?? present;
    return {
      ...this.quotation(),
      high: this.#price(high),
      low: this.#price(low),
      volume: this.#quantity(volume),
      turnover: this.#turnover(turnover),
    };
  }

  async candles(period: KlinePeriod, size: number): Promise<readonly Candle[]> {
    const openedAt = this.#openedAtMs;
    const edge = this.#memoryEdge(period);
    const until = this.#referenceEnd();
    const older = await this.#readOlder(period, size);
    const recent = this.#ownBars(period, edge);
    const oldest = older[0] ?? recent[0];
    const ownCount = older.length + recent.length;
    // The period in which the market opened has a part of both series.
    const isOpeningAmong = oldest !== undefined && oldest.time < until;
    const wanted = size - ownCount + (isOpeningAmong ? 1 : 0);
    const history = this.#parts.reference.history(this.spec.id);
    const before =
      history === null || wanted <= 0 ? [] : await history.newest(period, wanted, until);
    // Retries when the market opened during the read, so that the result overlaps the opening, or when
    // memory dropped bars that were not read.
    if (this.#openedAtMs !== openedAt || this.#memoryEdge(period) !== edge)
      return this.candles(period, size);
    const own = [...older, ...this.#ownBars(period, edge)];
    return mergeCandleBars(before, own)
      .slice(-size)
      .map((bar) => this.#wireCandle(bar));
  }

  candlesFrom(period: KlinePeriod, from: EpochMs): readonly Candle[] {
    const start = periodStart(period, from);
    const until = this.#referenceEnd();
    const history = this.#parts.reference.history(this.spec.id);
    const before = history === null || start >= until ? [] : history.from(period, from, until);
    return mergeCandleBars(before, this.#ownBars(period, start)).map((bar) =>
      this.#wireCandle(bar),
    );
  }

  /** Returns bars from memory. */
  #ownBars(period: KlinePeriod, from: EpochMs): TimedCandleBar[] {
    const bars = this.#bars[storedPeriodOf(period)].within(from);
    return groupCandleBars(bars, (time) => periodStart(period, time));
  }

  /** Returns the start of the first period that is completely in memory. */
  #memoryEdge(period: KlinePeriod): EpochMs {
    const from = this.#completeFrom[storedPeriodOf(period)];
    const start = periodStart(period, from);
    return start === from ? from : nextPeriodStart(period, start);
  }

  /** Reads those of the newest `size` candles that are not in memory. */
  async #readOlder(period: KlinePeriod, size: number): Promise<readonly TimedCandleBar[]> {
    const edge = this.#memoryEdge(period);
    const missing = size - this.#ownBars(period, edge).length;
    if (this.#openedAtMs === null || this.#openedAtMs >= edge || missing <= 0) return [];
    return this.#parts.listOlder(period, missing, periodStart(period, this.#openedAtMs), edge);
  }

  /** Returns the time before which the series is that of the reference market. */
  #referenceEnd(): EpochMs {
    return this.#openedAtMs === null
      ? this.#parts.clock.now() + 1
      : periodStart('1min', this.#openedAtMs);
  }

  #lastTicks(): number {
    const deal = this.#recent.at(-1);
    return deal?.priceTicks ?? this.#parts.reference.priceTicks(this.spec.id) ?? 0;
  }

  #lastDay(): Day {
    const until = periodStart('1min', this.#parts.clock.now());
    if (this.#day?.until !== until) this.#day = this.#dayUntil(until);
    return this.#day;
  }

  #dayUntil(until: EpochMs): Day {
    const from = until - DAY_MS;
    const history = this.#parts.reference.history(this.spec.id);
    const referenceEnd = Math.min(until, periodStart('1min', this.#referenceEnd()));
    const minutes = this.#bars['1min'];
    const own = minutes.joined(from, until);
    if (history === null || referenceEnd <= from) {
      return { until, bar: own, startTicks: minutes.closeBefore(from) ?? own?.open ?? null };
    }
    const before = history.barBetween(from, referenceEnd);
    return { until, bar: joinCandleBars(before, own), startTicks: history.priceBefore(from) };
  }

  #price(ticks: number): string {
    return formatUnits(BigInt(ticks), this.rules.priceScale);
  }

  #quantity(lots: bigint): string {
    return formatUnits(lots, this.rules.quantityScale);
  }

  /** Formats ticks × lots as exact text, without rounding. */
  #turnover(tickLots: bigint): string {
    return formatUnits(tickLots, this.rules.priceScale + this.rules.quantityScale);
  }

  #wireCandle(bar: TimedCandleBar): Candle {
    const { time, open, high, low, close, volume, turnover } = bar;
    return {
      time,
      open: this.#price(open),
      high: this.#price(high),
      low: this.#price(low),
      close: this.#price(close),
      volume: this.#quantity(volume),
      turnover: this.#turnover(turnover),
    };
  }
}

/** Returns the change from `before` to `now` in percent, rounded half to even. */
function changePercent(before: number, now: number): string {
  if (before === 0) return '0';
  const scaled = BigInt(now - before) * 100n * 10n ** BigInt(CHANGE_SCALE);
  return formatUnits(divide(scaled, BigInt(before), 'halfEven'), CHANGE_SCALE);
}
