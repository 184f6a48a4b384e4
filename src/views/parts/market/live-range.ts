/** The 24-hour range with the live price, until the server's next answer. */
import { hasPrice } from '../../../format/no-price.ts';
import type { DayQuotation } from '../../../../contract/market/market.ts';

/** Returns high and low of `day`, extended by `close` if it is outside. Decimal texts. */
export function liveRange(day: DayQuotation, close: string): { high: string; low: string } {
  return {
    high: Number(close) > Number(day.high) ? close : day.high,
    low: Number(close) < Number(day.low) || !hasPrice(day.low) ? close : day.low,
  };
}
