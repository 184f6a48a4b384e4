/** Random allocations, compared with the rules that every allocation keeps and with a slow one in rounds. */
import { allocate, type AllocationTerms } from '../../../contract/figures/allocation.ts';
import { createRandom } from '../engine/engine-workload.ts';

/** The rounds as the rules say them: who reaches the bound leaves, and the others share again. */
function inRounds(wanted: readonly bigint[], { offered, cap }: AllocationTerms): readonly bigint[] {
  const bound = (q: bigint) => (q < cap ? q : cap);
  const got = new Map<number, bigint>();
  let rest = offered;
  for (;;) {
    const left = wanted.flatMap((q, index) => (got.has(index) ? [] : [{ q, index }]));
    const asked = left.reduce((sum, { q }) => sum + q, 0n);
    const full = left.filter(({ q }) => rest * q >= bound(q) * asked);
    if (full.length === 0) {
      for (const { q, index } of left) got.set(index, (rest * q) / asked);
      const shared = left.reduce((sum, { index }) => sum + (got.get(index) ?? 0n), 0n);
      const byRemainder = left.toSorted((a, b) => {
        const difference = ((rest * b.q) % asked) - ((rest * a.q) % asked);
        return difference === 0n ? a.index - b.index : difference > 0n ? 1 : -1;
      });
      for (const { index } of byRemainder.slice(0, Number(rest - shared)))
        got.set(index, (got.get(index) ?? 0n) + 1n);
      return wanted.map((_, index) => got.get(index) ?? 0n);
    }
    for (const { q, index } of full) {
      got.set(index, bound(q));
      rest -= bound(q);
    }
    if (full.length === left.length) return wanted.map((_, index) => got.get(index) ?? 0n);
  }
}

/** Subscriptions to one offering. */
interface RandomDemand {
  readonly wanted: readonly bigint[];
  readonly terms: AllocationTerms;
}

/** Returns a few subscriptions and an offering, which has enough for all or not. */
export function randomDemand(random: () => number): RandomDemand {
  const below = (end: number) => Math.floor(random() * end);
  const size = 1 + below(8);
  const most = 1 + below([3, 40, 1_000][below(3)] ?? 1);
  const wanted = Array.from({ length: size }, () => BigInt(1 + below(most)));
  return {
    wanted,
    terms: { offered: BigInt(1 + below(size * most)), cap: BigInt(1 + below(most)) },
  };
}

/** Runs allocations of a few subscriptions each. @returns what was wrong, with its numbers. */
export function allocationFaultsOf(seed: number, count: number): readonly string[] {
  const random = createRandom(seed);
  const faults: string[] = [];
  for (let each = 0; each < count && faults.length === 0; each++) {
    const { wanted, terms } = randomDemand(random);
    const fault = faultOf(wanted, terms, Math.floor(random() * wanted.length));
    if (fault !== null)
      faults.push(`${fault}: ${wanted.join(' ')} of ${terms.offered}, cap ${terms.cap}`);
  }
  return faults;
}

function faultOf(wanted: readonly bigint[], terms: AllocationTerms, turn: number): string | null {
  const steps = allocate(wanted, terms);
  const bounds = wanted.map((q) => (q < terms.cap ? q : terms.cap));
  const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
  const expected = sum(bounds) < terms.offered ? sum(bounds) : terms.offered;
  if (sum(steps) !== expected) return `the sum is ${sum(steps)}, not ${expected}`;
  if (steps.some((value, index) => value < 0n || value > (bounds[index] ?? 0n)))
    return `a bound is exceeded by ${steps.join(' ')}`;
  const isUnfair = wanted.some((q, a) =>
    wanted.some((p, b) => q > p && (steps[b] ?? 0n) > (steps[a] ?? 0n) + 1n),
  );
  if (isUnfair) return `a larger one gets less in ${steps.join(' ')}`;
  const slow = inRounds(wanted, terms);
  if (slow.join() !== steps.join()) return `the rounds give ${slow.join(' ')}`;
  // The order of the subscriptions decides between equal remainders only.
  const turned = allocate([...wanted.slice(turn), ...wanted.slice(0, turn)], terms);
  const isSame = steps.every((value, index) => {
    const other = turned[(index - turn + wanted.length) % wanted.length] ?? 0n;
    return value - other <= 1n && other - value <= 1n;
  });
  return isSame ? null : `the order matters: ${steps.join(' ')} and ${turned.join(' ')}`;
}
