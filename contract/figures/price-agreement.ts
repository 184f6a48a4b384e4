/**
 * The price on which several sources agree: a median without the sources that are far off. Prices are whole
 * ticks of one pair.
 */
import { ensure } from '../assert.ts';

/** The price of one source, with the source's own time. */
export interface SourcePrice {
  readonly sourceId: string;
  /** Any number; only whole ticks above zero count. */
  readonly ticks: number;
  readonly atMs: number;
}

/** too_few: fewer than two sources agree. apart: two are left, too far from each other. */
export type Disagreement = 'too_few' | 'apart';

export type Agreement =
  | { readonly isAgreed: true; readonly ticks: number; readonly kept: readonly SourcePrice[] }
  | {
      readonly isAgreed: false;
      readonly reason: Disagreement;
      readonly kept: readonly SourcePrice[];
      /** Prices that are fresh, the rejected ones included. */
      readonly freshCount: number;
    };

/** A source that is ahead of the clock by more than this is not believed. */
export const AHEAD_MS_MAX = 1_000;
/** A source is kept within 1/20 (5 %) of the median. */
export const KEPT_WITHIN = 20;
/** The last two sources agree within 1/200 (0.5 %); the mean of two carries half of an error. */
export const AGREED_WITHIN = 200;
/** Fewer sources than this say nothing. */
export const SOURCES_MIN = 2;
/** Larger prices do not count, so that all products and sums of this folder are exact. */
export const TICKS_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 1_000);

/** @param ageMsMax older prices do not count. */
export function agreeOn(prices: readonly SourcePrice[], now: number, ageMsMax: number): Agreement {
  const fresh = prices.filter((price) => isFresh(price, now, ageMsMax));
  const freshCount = fresh.length;
  if (freshCount < SOURCES_MIN)
    return { isAgreed: false, reason: 'too_few', kept: fresh, freshCount };
  const middle = medianOf(fresh.map(({ ticks }) => ticks));
  const kept = fresh.filter(({ ticks }) => KEPT_WITHIN * Math.abs(ticks - middle) <= middle);
  if (kept.length < SOURCES_MIN) return { isAgreed: false, reason: 'too_few', kept, freshCount };
  const ticks = kept.map((price) => price.ticks);
  if (kept.length === SOURCES_MIN && !areClose(Math.min(...ticks), Math.max(...ticks)))
    return { isAgreed: false, reason: 'apart', kept, freshCount };
  return { isAgreed: true, ticks: kept.length === freshCount ? middle : medianOf(ticks), kept };
}

/** Returns whether a source counts: its price is whole ticks above zero, and neither old nor ahead of the clock. */
export const isFresh = ({ ticks, atMs }: SourcePrice, now: number, ageMsMax: number): boolean =>
  isPrice(ticks) && now - atMs <= ageMsMax && atMs - now <= AHEAD_MS_MAX;

/** Returns whether the higher price is within 0.5 % above the lower one. */
export const areClose = (low: number, high: number): boolean => AGREED_WITHIN * (high - low) <= low;

/** Returns the middle one, or the mean of the two middle ones, half a tick to the even one. */
export function medianOf(ticks: readonly number[]): number {
  const sorted = ticks.toSorted((a, b) => a - b);
  const upper = ensure(sorted[Math.floor(sorted.length / 2)], 'a price');
  const lower = ensure(sorted[Math.floor((sorted.length - 1) / 2)], 'a price');
  const below = Math.floor((lower + upper) / 2);
  const isHalf = (lower + upper) % 2 === 1;
  return isHalf && below % 2 === 1 ? below + 1 : below;
}

const isPrice = (ticks: number): boolean =>
  Number.isSafeInteger(ticks) && ticks > 0 && ticks <= TICKS_MAX;
