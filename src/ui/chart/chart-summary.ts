/** Summarizes the visible bars in numbers, for users who cannot see the chart. */
import type { EpochMs } from '../../../contract/time.ts';
import type { Bar } from './bar.ts';

interface ChartSummary {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Percent from the first open to the last close, two decimals, as decimal text. */
  readonly changePercent: string;
}

/** Sums up `bars` (oldest first); null when there are none. */
export function summaryOf(bars: readonly Bar[]): ChartSummary | null {
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last) return null;
  let high = first.high;
  let low = first.low;
  for (const bar of bars) {
    high = Math.max(high, bar.high);
    low = Math.min(low, bar.low);
  }
  const change = first.open === 0 ? 0 : ((last.close - first.open) / first.open) * 100;
  return {
    from: first.time,
    to: last.time,
    open: first.open,
    high,
    low,
    close: last.close,
    changePercent: change.toFixed(2),
  };
}
