/** Bars with open, high, low, close and volume in whole units, and functions that join and divide them. */
import { divide } from '../../../../contract/money/rounding.ts';
import { joinPrices, type BarPrices } from '../candle-bars.ts';

/** Prices in ticks, volume in the smallest quantity. Volume > 0. */
export interface Bar extends BarPrices {
  readonly volume: number;
}

/** Returns the bar over both, `earlier` first; null is a time without trades. */
export function joinBars(earlier: Bar | null, later: Bar | null): Bar | null {
  if (earlier === null) return later;
  if (later === null) return earlier;
  return { ...joinPrices(earlier, later), volume: earlier.volume + later.volume };
}

/**
 * Returns the turnover of a simulated bar in ticks × units, at the mean of its four prices. Simulated
 * trades (`deals`) exist only for the latest minute, so that longer spans have none to add up.
 */
export function simulatedTurnover({ open, high, low, close, volume }: Bar): bigint {
  return divide(BigInt(volume) * BigInt(open + high + low + close), 4n, 'halfEven');
}

/**
 * Keeps a path from `bar.open` to `bar.close` within the bar by reflection at the high and the low.
 * Rounds to whole ticks.
 */
export function reflectPath(path: Float64Array, bar: Bar): void {
  const range = bar.high - bar.low;
  for (let index = 0; index < path.length; index += 1) {
    const value = Math.round((path[index] ?? 0) - bar.low);
    // One period of the reflected line goes up and down again.
    const folded = range === 0 ? 0 : Math.abs(value) % (2 * range);
    path[index] = bar.low + (folded > range ? 2 * range - folded : folded);
  }
  path[0] = bar.open;
  path[path.length - 1] = bar.close;
}

/**
 * Divides `total` into whole parts of at least 1 in the proportion of `weights`, in place. The parts
 * add up to `total`, which must be at least their number.
 */
export function divideVolume(total: number, weights: Float64Array): void {
  let sum = 0;
  for (const weight of weights) sum += weight;
  const spread = total - weights.length;
  let weighed = 0;
  let given = 0;
  for (let index = 0; index < weights.length; index += 1) {
    weighed += weights[index] ?? 0;
    const due = index === weights.length - 1 ? spread : Math.floor(spread * (weighed / sum));
    weights[index] = 1 + due - given;
    given = due;
  }
}
