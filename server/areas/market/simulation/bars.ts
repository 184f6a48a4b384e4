/** Open, high, low, close and volume in whole units, and how they are joined and divided. */
import { divide } from '../../../../contract/money/rounding.ts';
import { joinPrices, type BarPrices } from '../candle-bars.ts';

/** Prices in ticks, volume in the smallest quantity. Volume > 0. */
export interface Bar extends BarPrices {
  readonly volume: number;
}

/** The bar over both, `earlier` first; null stands for a time without deals. */
export function joinBars(earlier: Bar | null, later: Bar | null): Bar | null {
  if (earlier === null) return later;
  if (later === null) return earlier;
  return { ...joinPrices(earlier, later), volume: earlier.volume + later.volume };
}

/**
 * What the volume of a simulated bar is worth, in ticks × units: at the mean of its four prices. Simulated
 * deals are made for a look at the latest minute only, so that there is nothing to add up of a month.
 */
export function simulatedTurnover({ open, high, low, close, volume }: Bar): bigint {
  return divide(BigInt(volume) * BigInt(open + high + low + close), 4n, 'halfEven');
}

/**
 * Keeps a path that runs from `bar.open` to `bar.close` within the bar: what goes beyond the high
 * or the low is reflected there. Rounds to whole ticks.
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
 * Divides `total` into whole parts of at least 1 in the proportion of `weights`, in place; the
 * parts add up to `total`, which must be at least their number.
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
