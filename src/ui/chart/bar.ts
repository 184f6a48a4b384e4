/** Candles as numbers: positions on a screen need no more, words are made from the text again. */
import type { Candle } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';

export interface Bar {
  /** Start of the period. */
  readonly time: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In the base currency: neither drawn nor read, it tells an older state of the bar from a newer one. */
  readonly volume: number;
  /** In the quote currency, as it is drawn. */
  readonly turnover: number;
  /** The same as it is read: the text of the candle. */
  readonly turnoverText: string;
}

/** What became of a live bar: it moved the last one, began a new one, or came too late. */
export type BarUpdate = 'moved' | 'appended' | 'ignored';

export function barOf(candle: Candle): Bar {
  return {
    time: candle.time,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: Number(candle.volume),
    turnover: Number(candle.turnover),
    turnoverText: candle.turnover,
  };
}

/** Whether the bar is drawn in the colour of rising prices; one that did not move is. */
export function isRising(bar: Bar): boolean {
  return bar.close >= bar.open;
}

/** Puts the forming bar at the end of `bars` (oldest first), in place. */
export function applyLiveBar(bars: Bar[], bar: Bar): BarUpdate {
  const last = bars.at(-1);
  if (!last || bar.time > last.time) {
    bars.push(bar);
    return 'appended';
  }
  if (bar.time < last.time) return 'ignored';
  bars[bars.length - 1] = bar;
  return 'moved';
}

/** The bars that came live, so that a slower history response does not revert them. */
export class LiveTail {
  #bars: Bar[] = [];

  push(bar: Bar): void {
    applyLiveBar(this.#bars, bar);
  }

  /**
   * `loaded`, oldest first, with what is newer here; what ended before it is forgotten. The volume of
   * a bar grows: with less of it than in what was loaded it is of earlier.
   */
  addTo(loaded: readonly Bar[]): Bar[] {
    const bars = [...loaded];
    const { time: newest, volume } = bars.at(-1) ?? { time: 0, volume: 0 };
    this.#bars = this.#bars.filter(({ time }) => time >= newest);
    for (const bar of this.#bars)
      if (bar.time > newest || bar.volume >= volume) applyLiveBar(bars, bar);
    return bars;
  }

  /** To be called when another series begins. */
  clear(): void {
    this.#bars = [];
  }
}
