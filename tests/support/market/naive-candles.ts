/** Candles as defined in the glossary, computed naively from the trades of a period, for comparison. */
import type { KlinePeriod } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { periodStart } from '../../../server/areas/market/market.area.ts';

interface NaiveTrade {
  readonly id: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly atMs: EpochMs;
}

export interface NaiveCandle {
  readonly time: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: bigint;
  readonly turnover: bigint;
  readonly lastDealId: number;
}

/** Candles, oldest first; `deals` is in the order of ids. */
export function naiveCandles(period: KlinePeriod, deals: readonly NaiveTrade[]): NaiveCandle[] {
  const starts = new Set(deals.map(({ atMs }) => periodStart(period, atMs)));
  return [...starts]
    .toSorted((a, b) => a - b)
    .map((time) => {
      const inside = deals.filter(({ atMs }) => periodStart(period, atMs) === time);
      const prices = inside.map(({ priceTicks }) => priceTicks);
      return {
        time,
        open: prices[0] ?? 0,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1) ?? 0,
        volume: inside.reduce((sum, { quantityLots }) => sum + BigInt(quantityLots), 0n),
        turnover: inside.reduce(
          (sum, { priceTicks, quantityLots }) => sum + BigInt(priceTicks) * BigInt(quantityLots),
          0n,
        ),
        lastDealId: Math.max(...inside.map(({ id }) => id)),
      };
    });
}
