/** The same bars and the same updates for every page: seeded, so that all draw the same prices. */
import type { Candle } from '../../contract/market/market.ts';

const HISTORY_BARS = 1_000;
const PERIOD_MS = 60_000;
const FIRST_TIME = Date.UTC(2026, 0, 1);
/** Updates of one bar: at sixty a second a bar closes every four seconds. */
const UPDATES_PER_BAR = 240;
const PRICE_SCALE = 2;

const text = (value: number, scale: number) => String(Number(value.toFixed(scale)));

/** The candle of trades at one price. */
const traded = (volume: number, price: number) => ({
  volume: text(volume, 4),
  turnover: text(volume * price, 6),
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export interface BenchBars {
  /** Bars, oldest first; the last one is still forming. */
  readonly history: readonly Candle[];
  /** The forming candle after one more trade. */
  next(): Candle;
}

export function createBars(): BenchBars {
  const random = seeded(7);
  let price = 64_000;
  const step = (size: number) => {
    price += (random() - 0.5) * size;
    return price;
  };
  const history = Array.from({ length: HISTORY_BARS }, (_, at): Candle => {
    const open = price;
    const path = [open, step(40), step(40), step(40)];
    return {
      time: FIRST_TIME + at * PERIOD_MS,
      open: text(open, PRICE_SCALE),
      high: text(Math.max(...path), PRICE_SCALE),
      low: text(Math.min(...path), PRICE_SCALE),
      close: text(price, PRICE_SCALE),
      ...traded(5 + random() * 20, price),
    };
  });
  let updates = 0;
  let forming = { time: 0, open: price, high: price, low: price, volume: 0 };
  return {
    history,
    next() {
      const at = HISTORY_BARS + Math.floor(updates / UPDATES_PER_BAR);
      const time = FIRST_TIME + at * PERIOD_MS;
      if (time !== forming.time)
        forming = { time, open: price, high: price, low: price, volume: 0 };
      updates += 1;
      const close = step(4);
      forming.high = Math.max(forming.high, close);
      forming.low = Math.min(forming.low, close);
      forming.volume += random() * 0.1;
      return {
        time,
        open: text(forming.open, PRICE_SCALE),
        high: text(forming.high, PRICE_SCALE),
        low: text(forming.low, PRICE_SCALE),
        close: text(close, PRICE_SCALE),
        ...traded(forming.volume, close),
      };
    },
  };
}
