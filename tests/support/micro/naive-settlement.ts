/**
 * An independent settlement of a fast contract, from the published lines and the text of the receipt alone. It shares
 * no code with `contract/figures`: fractions instead of sums, sorting instead of medians of others, text instead of records.
 */

interface NaiveResult {
  readonly outcome: 'won' | 'lost' | 'drawn' | 'voided';
  /** Units of 10^-18. */
  readonly payout: bigint;
}

export interface NaivePoint {
  readonly at: number;
  readonly ticks: bigint | null;
  /** Prices of sources that count by age, and agree with the middle. */
  readonly counted: readonly bigint[];
}

const UNIT = 10n ** 18n;

/** @param points of the instrument in order. */
export function settleNaively(receipt: string, points: readonly NaivePoint[]): NaiveResult {
  const field = receipt.split(' ');
  const [direction = '', seconds = '', stakeText = ''] = field.slice(4, 7);
  const [profit = '', loss = '', accepted = ''] = field.slice(8, 11);
  const stake = unitsOf(stakeText);
  const start = Number(accepted);
  const opening = points.find(
    ({ at, ticks, counted }) =>
      at > start && at <= start + 2_000 && ticks !== null && areWithin300Ppm(counted),
  );
  if (opening?.ticks == null) return { outcome: 'voided', payout: stake };
  const end = opening.at + Number(seconds) * 1_000;
  const window = points.flatMap(({ at, ticks }) =>
    at > end - 3_000 && at <= end && ticks !== null ? [ticks] : [],
  );
  if (window.length === 0) return { outcome: 'voided', payout: stake };
  // The sum of the distances of all points from the opening price, so that no mean is needed.
  let distance = 0n;
  for (const ticks of window) distance += ticks - opening.ticks;
  if (distance === 0n) return { outcome: 'drawn', payout: stake };
  if (distance > 0n === (direction === 'up'))
    return { outcome: 'won', payout: stake + (stake * BigInt(profit)) / 1_000_000n };
  const taken = stake * BigInt(loss);
  const rest = taken % 1_000_000n === 0n ? 0n : 1n;
  return { outcome: 'lost', payout: stake - taken / 1_000_000n - rest };
}

/** Returns the point of a published line. */
export function pointOf(line: string): NaivePoint {
  const [, , time = '', value = '', ...sources] = line.split(' ');
  const fresh = sources
    .map((text) => text.split(':'))
    .filter(([, , age = '']) => Number(age) <= 2_000 && Number(age) >= -1_000)
    .map(([, ticks = '']) => BigInt(ticks))
    .toSorted((a, b) => (a < b ? -1 : 1));
  const ticks = value.startsWith('-') ? null : BigInt(value);
  return { at: Number(time), ticks, counted: fresh.filter((each) => isNear(each, fresh)) };
}

/** Within a twentieth of the middle, which is half a tick to the even one between two. */
function isNear(price: bigint, sorted: readonly bigint[]): boolean {
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0n, sorted[sorted.length >> 1] ?? 0n];
  const both = low + high;
  const half = both / 2n;
  const middle = both % 2n === 1n && half % 2n === 1n ? half + 1n : half;
  const apart = price > middle ? price - middle : middle - price;
  return 20n * apart <= middle;
}

function areWithin300Ppm(sorted: readonly bigint[]): boolean {
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (last - first) * 1_000_000n <= first * 300n;
}

function unitsOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * UNIT + BigInt(part.padEnd(18, '0'));
}
