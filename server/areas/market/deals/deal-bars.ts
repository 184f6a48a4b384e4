/** Bars of one market and length in memory, built from trades (`deals`) in the order of their ids. */
import type { EpochMs } from '../../../../contract/time.ts';
import { joinCandleBars, type CandleBar, type TimedCandleBar } from '../candle-bars.ts';

/** A bar and the id of its last trade; also a row of `spot_candles`. */
export interface DealBar extends TimedCandleBar {
  readonly lastDealId: number;
}

/** The fields of a trade that a bar needs. */
interface BarDeal {
  readonly id: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

export class DealBars {
  /** Bars, oldest first. */
  readonly #bars: DealBar[];

  /** @param bars oldest first */
  constructor(bars: readonly DealBar[]) {
    this.#bars = [...bars];
  }

  get last(): DealBar | undefined {
    return this.#bars.at(-1);
  }

  /** Adds a trade to the bar that starts at `time`; does nothing when the bar has it already. */
  add(time: EpochMs, deal: BarDeal): void {
    const index = this.#firstFrom(time);
    const bar = this.#bars[index];
    if (bar?.time === time) {
      if (deal.id > bar.lastDealId) this.#bars[index] = withDeal(bar, deal);
    } else {
      this.#bars.splice(index, 0, barOf(time, deal));
    }
  }

  /** Returns the bars that start in `[from, until)`, oldest first. */
  within(from: EpochMs, until: EpochMs = Number.POSITIVE_INFINITY): readonly DealBar[] {
    return this.#bars.slice(this.#firstFrom(from), this.#firstFrom(until));
  }

  /** Joins the bars that start in `[from, until)`; null when there is none. */
  joined(from: EpochMs, until: EpochMs): CandleBar | null {
    let joined: CandleBar | null = null;
    const end = this.#firstFrom(until);
    for (let index = this.#firstFrom(from); index < end; index += 1) {
      joined = joinCandleBars(joined, this.#bars[index] ?? null);
    }
    return joined;
  }

  /** Returns the close of the last bar that starts before `time`; null when there is none. */
  closeBefore(time: EpochMs): number | null {
    return this.#bars[this.#firstFrom(time) - 1]?.close ?? null;
  }

  /** Drops bars before `time` whose trades are all stored, except the last of them. */
  forgetBefore(time: EpochMs, storedDealId: number): void {
    const kept = this.#bars.findIndex((bar) => bar.time >= time || bar.lastDealId > storedDealId);
    const count = (kept === -1 ? this.#bars.length : kept) - 1;
    if (count > 0) this.#bars.splice(0, count);
  }

  /** Returns the index of the first bar that starts at or after `time`. */
  #firstFrom(time: EpochMs): number {
    let low = 0;
    let high = this.#bars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bars[middle]?.time ?? time) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function barOf(time: EpochMs, { id, priceTicks, quantityLots }: BarDeal): DealBar {
  return {
    time,
    open: priceTicks,
    high: priceTicks,
    low: priceTicks,
    close: priceTicks,
    volume: BigInt(quantityLots),
    turnover: BigInt(priceTicks) * BigInt(quantityLots),
    lastDealId: id,
  };
}

function withDeal(bar: DealBar, { id, priceTicks, quantityLots }: BarDeal): DealBar {
  return {
    time: bar.time,
    open: bar.open,
    high: Math.max(bar.high, priceTicks),
    low: Math.min(bar.low, priceTicks),
    close: priceTicks,
    volume: bar.volume + BigInt(quantityLots),
    turnover: bar.turnover + BigInt(priceTicks) * BigInt(quantityLots),
    lastDealId: id,
  };
}
