/** Candles as numbers, which are precise enough for positions; labels are made from the text. */
import type { Candle } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';

export interface Bar {
  /** Start of the period. */
  readonly time: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /**
   * Volume in the base currency, which is not shown but distinguishes an older state of the bar
   * from a newer one.
   */
  readonly volume: number;
  /** Turnover in the quote currency, for drawing. */
  readonly turnover: number;
  /** The turnover for labels: the text of the candle. */
  readonly turnoverText: string;
}

/** Result of a live bar: it changed the last one, started a new one, or came too late. */
type BarUpdate = 'moved' | 'appended' | 'ignored';

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

/** Returns whether the bar has the color of rising prices; an unchanged price counts as rising. */
export function isRising(bar: Bar): boolean {
  return bar.close >= bar.open;
}

/** Adds the forming bar to the end of `bars` (oldest first), in place. */
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

/** The live bars, so that a slower history response does not revert them. */
export class LiveTail {
  #bars: Bar[] = [];

  push(bar: Bar): void {
    applyLiveBar(this.#bars, bar);
  }

  /**
   * Returns `loaded`, oldest first, with the newer bars of the tail; the tail drops bars that ended
   * before it. The volume of a bar only grows, so a live bar with less volume than the loaded one
   * is older.
   */
  addTo(loaded: readonly Bar[]): Bar[] {
    const bars = [...loaded];
    const { time: newest, volume } = bars.at(-1) ?? { time: 0, volume: 0 };
    this.#bars = this.#bars.filter(({ time }) => time >= newest);
    for (const bar of this.#bars)
      if (bar.time > newest || bar.volume >= volume) applyLiveBar(bars, bar);
    return bars;
  }

  /** Must be called when another series starts. */
  clear(): void {
    this.#bars = [];
  }
}
