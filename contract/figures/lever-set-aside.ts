/**
 * Amount that stays in a contract account for markets whose price is uncertain, in the app and the server: neither an
 * opening nor a transfer may take it. All amounts are units of the settlement currency.
 */
import { divide } from '../money/rounding.ts';
import { units } from '../money/units.ts';
import type { Units } from '../money/units.ts';
import type { NightCalendar } from './lever-nights.ts';

/**
 * Reason why the price of a market is uncertain. closed: outside its hours. apart: its sources do not agree on the live
 * mark. frozen: it has no reliable mark. halted: an operator stopped it.
 */
export type PriceDoubt = 'closed' | 'apart' | 'frozen' | 'halted';

/** State of a market's price. */
interface PriceState {
  readonly isHalted: boolean;
  readonly state: 'live' | 'frozen' | 'closed';
  /** Whether sources agree on a live mark. */
  readonly isAgreed: boolean;
}

/** Returns why the price is uncertain; null for a live mark on which sources agree. */
export function doubtOf({ isHalted, state, isAgreed }: PriceState): PriceDoubt | null {
  if (isHalted) return 'halted';
  if (state !== 'live') return state;
  return isAgreed ? null : 'apart';
}

/**
 * The move of a price that the exchange provides for, in percent: a gap while a market is closed. Pairs of
 * currencies move less than coins.
 */
export const GAP_PERCENT: Readonly<Record<NightCalendar, bigint>> = { coin: 10n, forex: 3n };
const WHOLE_PERCENT = 100n;

/** A market in which the account has positions. */
export interface DoubtedMarket {
  readonly doubt: PriceDoubt;
  readonly calendar: NightCalendar;
  /** Longs less shorts of the account at the last live price, in units; negative for more shorts. */
  readonly netValue: bigint;
}

/**
 * Returns the amount that stays in the account for a market. A gap, rounded up, where trading ends by a calendar or the mark is
 * live. The whole value where the price is unknown: longs cannot lose more.
 */
export function setAsideOf({ doubt, calendar, netValue }: DoubtedMarket): Units {
  const value = netValue < 0n ? -netValue : netValue;
  const isKnown = doubt === 'closed' || doubt === 'apart';
  return units(isKnown ? divide(value * GAP_PERCENT[calendar], WHOLE_PERCENT, 'ceil') : value);
}

/** Returns whether an opening in another market must leave the amount. A transfer always must. */
export const countsForOpenings = (doubt: PriceDoubt): boolean => doubt !== 'apart';
