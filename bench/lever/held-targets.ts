/** Take-profits and stop-losses of a third of the positions that a bench holds open. */

/** Every position of this number has both targets. */
const EVERY = 3;
/** A prime number of prices, so that the targets of a market are spread. */
const PRICES = 997;

/** Distances of the targets from the mark, as parts of it: the nearest and the farthest. */
interface TargetReach {
  readonly profit: readonly [least: number, most: number];
  readonly loss: readonly [least: number, most: number];
}

/** Returns the targets of the position with this number that opens at this mark; null for most positions. */
export function heldTargets(
  at: number,
  { direction, ticks }: { readonly direction: 'long' | 'short'; readonly ticks: number },
  { profit, loss }: TargetReach,
): { readonly takeProfitTicks: number | null; readonly stopLossTicks: number | null } {
  if (at % EVERY !== 0) return { takeProfitTicks: null, stopLossTicks: null };
  const share = (at % PRICES) / PRICES;
  const sign = direction === 'long' ? 1 : -1;
  const away = ([least, most]: readonly [number, number], side: number): number =>
    Math.round(ticks * (1 + side * (least + share * (most - least))));
  return { takeProfitTicks: away(profit, sign), stopLossTicks: away(loss, -sign) };
}
