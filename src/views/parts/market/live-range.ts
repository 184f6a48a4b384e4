/** The range of 24 hours goes on with the live price until the server's next answer. */
import type { DayQuotation } from '../../../../contract/market/market.ts';

/** High and low of `day`, widened by `close` where it went beyond. Decimal texts. */
export function liveRange(day: DayQuotation, close: string): { high: string; low: string } {
  return {
    high: Number(close) > Number(day.high) ? close : day.high,
    low: Number(close) < Number(day.low) ? close : day.low,
  };
}
