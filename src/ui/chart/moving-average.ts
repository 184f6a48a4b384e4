/** Simple moving averages of closing prices. */
import type { Bar } from './bar.ts';

/** Lengths offered, in bars. */
export const AVERAGE_LENGTHS = [5, 10, 30] as const;
export type AverageLength = (typeof AVERAGE_LENGTHS)[number];

/** Returns the average of the `length` closes that end at bar `index`; null if there are fewer. */
export function averageAt(bars: readonly Bar[], length: number, index: number): number | null {
  if (index < length - 1 || index >= bars.length) return null;
  let sum = 0;
  for (let at = index - length + 1; at <= index; at += 1) sum += bars[at]?.close ?? 0;
  return sum / length;
}

/** Returns {@link averageAt} for every bar from `first` to before `last`. */
export function averages(
  bars: readonly Bar[],
  length: number,
  first: number,
  last: number,
): (number | null)[] {
  const values: (number | null)[] = [];
  let previous: number | null = null;
  for (let index = first; index < last; index += 1) {
    const entering = bars[index]?.close;
    const leaving = bars[index - length]?.close;
    previous =
      previous === null || entering === undefined || leaving === undefined
        ? averageAt(bars, length, index)
        : previous + (entering - leaving) / length;
    values.push(previous);
  }
  return values;
}
