/** The reference of floating prices, which no single trade moves, whatever its price. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { Candle, Quotation } from '../../../contract/market/market.ts';
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import { createReferencePrices } from '../../../server/areas/fiat/ads/reference-price.ts';
import type { SpotMarket } from '../../../server/areas/market/market.area.ts';

const NOW = 1_800_000_000_000 + 30_000;
const USD = { code: 'USD', scale: 2, priceScale: 2, perUsdt: 100_000_000n };

/** One trade that many minutes ago. */
interface Deals {
  readonly minutesAgo: number;
  readonly close: number;
}

/** Reference price of a coin, in cents, after these minutes of its market. */
function referenceOf(deals: readonly Deals[], lastPrice: number): bigint | null {
  const candles = deals
    .map(({ minutesAgo, close }): Candle => {
      const price = String(close);
      const time = Math.floor(NOW / MINUTE_MS - minutesAgo) * MINUTE_MS;
      const prices = { open: price, high: price, low: price, close: price };
      return { time, ...prices, volume: '1', turnover: price };
    })
    .toSorted((a, b) => a.time - b.time);
  const market = {
    spec: { base: { code: 'BTC' }, quote: { code: 'USDT' } },
    quotation: (): Quotation => ({ close: String(lastPrice), change: '0' }),
    candlesFrom: (_period: string, from: EpochMs) =>
      candles.filter(({ time }) => time >= Math.floor(from / MINUTE_MS) * MINUTE_MS),
  } as unknown as SpotMarket;
  const source = { spotMarkets: new Map([[1, market]]) };
  return createReferencePrices(source, { now: () => NOW }).of({ code: 'BTC' }, USD);
}

const minutes = (count: number, close: number): Deals[] =>
  Array.from({ length: count }, (_, minutesAgo) => ({ minutesAgo, close }));

const SPAN = LIMITS.fiat_reference_span_ms / MINUTE_MS;
const LEAST = LIMITS.fiat_reference_closes_min;

test('it is the median close of the minutes in its span, and of none before them', () => {
  const rising = Array.from({ length: SPAN }, (_, at) => ({ minutesAgo: at, close: 100 - at }));
  const older = Array.from({ length: 60 }, (_, at) => ({ minutesAgo: SPAN + at, close: 1 }));

  expect(referenceOf([...rising, ...older], 100)).toBe(BigInt((100 - (SPAN - 1) / 2) * 100));
});

test('minutes without a trade do not extend its span', () => {
  const now = Array.from({ length: LEAST }, (_, at) => ({ minutesAgo: at * 10, close: 100 }));
  const older = minutes(60, 1).map(({ close, minutesAgo }) => ({
    close,
    minutesAgo: SPAN + minutesAgo,
  }));

  expect(referenceOf([...now, ...older], 100)).toBe(10_000n);
});

test('one trade does not move it: it stays between the closes of other minutes', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  const calm = fc.array(price, { minLength: LEAST, maxLength: SPAN });
  fc.assert(
    fc.property(calm, price, fc.nat(), (closes, outlier, at) => {
      const gap = Math.floor(SPAN / closes.length);
      const deals = closes.map((close, index) => ({ minutesAgo: index * gap, close }));
      const place = at % deals.length;
      const others = deals
        .filter((_, index) => index !== place)
        .map(({ close }) => BigInt(close * 100));
      const moved = deals.map((deal, index) =>
        index === place ? { ...deal, close: outlier } : deal,
      );
      const reference = referenceOf(moved, moved[0]?.close ?? 0) ?? 0n;
      const sorted = others.toSorted((a, b) => Number(a - b));
      expect(reference).toBeGreaterThanOrEqual(sorted[0] ?? 0n);
      expect(reference).toBeLessThanOrEqual(sorted.at(-1) ?? 0n);
    }),
    { seed: 20_261_120 },
  );
});

test('one trade at ten times the price does not move a calm market', () => {
  const outlier = { minutesAgo: 0, close: 1_000 };

  expect(referenceOf([outlier, ...minutes(SPAN, 100).slice(1)], 1_000)).toBe(10_000n);
  expect(referenceOf([outlier, ...minutes(LEAST, 100).slice(1)], 1_000)).toBe(10_000n);
});

test('with too few trades there is none, whatever the last price is', () => {
  expect(referenceOf(minutes(LEAST - 1, 50), 50)).toBeNull();
  expect(referenceOf(minutes(LEAST, 50), 70)).toBe(5_000n);
  const quiet = minutes(60, 50).map(({ close, minutesAgo }) => ({
    close,
    minutesAgo: SPAN + minutesAgo,
  }));
  expect(referenceOf(quiet, 50)).toBeNull();
  expect(referenceOf([], 70)).toBeNull();
});
