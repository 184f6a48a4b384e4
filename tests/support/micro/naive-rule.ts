/**
 * An independent rule of the index, written from `docs/INDEX-LOG.md`: the value of a point from the prices of its sources and
 * the points before it. It shares no code with the exchange: fractions instead of divisions, lists instead of counters.
 */

/** A price of one source in ticks, and its age in milliseconds. */
export interface NaiveSource {
  readonly ticks: bigint;
  readonly age: number;
}

/** A price on which sources agree, that must hold first. */
interface Held {
  readonly at: number;
  readonly price: bigint;
}

/** The reason of a gap, or the price on which the sources agree. */
type Agreed = { readonly gap: string } | { readonly price: bigint };

export class NaiveRule {
  /** The index of the point before; null after a gap, undefined while the points before are not known. */
  #before: bigint | null | undefined;
  #held: readonly Held[] = [];

  /** @param isBeginning whether the first point is that of a segment, so that no point before it counts. */
  constructor(isBeginning: boolean) {
    this.#before = isBeginning ? null : undefined;
  }

  /**
   * Returns the value that the next point must have: ticks, or `-` and the reason of a gap. @param said the published value:
   * the record alone says that no source was read, and decides while the points before are not known.
   */
  next(at: number, hours: string, sources: readonly NaiveSource[], said: string): string {
    if (said === '-down' && sources.length === 0) return this.#gap('down');
    if (hours === 'forex' && isWeekend(at)) return this.#gap('closed');
    const agreed = agreementOf(countedOf(sources));
    if ('gap' in agreed) return this.#gap(agreed.gap);
    const { price } = agreed;
    if (this.#before === undefined) {
      if (said !== '-confirming') return this.#index(price);
      return said;
    }
    if (this.#before !== null && 50n * apart(price, this.#before) <= this.#before)
      return this.#index(price);
    this.#before = null;
    const run = [...this.#held, { at, price }];
    this.#held = areWithin(
      run.map(({ price: each }) => each),
      200n,
    )
      ? run
      : [{ at, price }];
    const [first] = this.#held;
    const isHeld = this.#held.length >= 3 && first !== undefined && at - first.at >= 500;
    return isHeld ? this.#index(price) : '-confirming';
  }

  #index(price: bigint): string {
    this.#before = price;
    this.#held = [];
    return String(price);
  }

  #gap(reason: string): string {
    this.#before = null;
    this.#held = [];
    return `-${reason}`;
  }
}

/** Returns the prices that count by their age, and are within a twentieth of the middle of those. */
export function countedOf(sources: readonly NaiveSource[]): readonly bigint[] {
  const fresh = sources
    .filter(({ age }) => age <= 2_000 && age >= -1_000)
    .map(({ ticks }) => ticks)
    .toSorted((a, b) => (a < b ? -1 : 1));
  if (fresh.length < 2) return [];
  const middle = middleOf(fresh);
  return fresh.filter((price) => 20n * apart(price, middle) <= middle);
}

/** @param counted in rising order. */
function agreementOf(counted: readonly bigint[]): Agreed {
  if (counted.length < 2) return { gap: 'too_few' };
  if (counted.length === 2 && !areWithin(counted, 200n)) return { gap: 'apart' };
  return { price: middleOf(counted) };
}

/** Returns the middle of rising prices; between two, half a tick goes to the even one. */
function middleOf(sorted: readonly bigint[]): bigint {
  const both = (sorted[(sorted.length - 1) >> 1] ?? 0n) + (sorted[sorted.length >> 1] ?? 0n);
  const half = both / 2n;
  return both % 2n === 1n && half % 2n === 1n ? half + 1n : half;
}

/** Whether the highest price is at most 1/`part` above the lowest. */
function areWithin(prices: readonly bigint[], part: bigint): boolean {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1));
  const [low, high] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
  return part * (high - low) <= low;
}

const apart = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

/** From Friday 22:00 to Sunday 22:00 UTC. */
function isWeekend(at: number): boolean {
  const time = new Date(at);
  const [day, isLate] = [time.getUTCDay(), time.getUTCHours() >= 22];
  return day === 6 || (day === 5 && isLate) || (day === 0 && !isLate);
}
