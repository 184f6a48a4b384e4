/** The prices at which a chart of the index has a line: round ones, few enough to read on a phone. */

/** Lines of a chart at most. */
const LEVELS_MAX = 4;
/** Round distances, in powers of ten. */
const STEPS = [1, 2, 5, 10] as const;

/**
 * Returns prices between the bounds in ticks, the lowest first, all multiples of one round distance.
 * @param scale decimals of a price.
 */
export function priceLevels(low: number, high: number, scale: number): readonly bigint[] {
  // Tenths of a tick, because a product of decimals is not exact.
  const ticksOf = (price: number) => Math.round(price * 10 ** (scale + 1)) / 10;
  const [first, last] = [ticksOf(low), ticksOf(high)];
  const power = 10 ** Math.max(0, Math.floor(Math.log10((last - first) / LEVELS_MAX)));
  const fits = (step: number) => (last - first) / (step * power) <= LEVELS_MAX;
  const step = power * (STEPS.find(fits) ?? 10);
  const levels: bigint[] = [];
  for (let level = Math.ceil(first / step) * step; level <= last; level += step)
    levels.push(BigInt(level));
  return levels;
}
