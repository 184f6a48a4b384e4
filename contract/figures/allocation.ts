/**
 * The allocation of a subscription to tokens: pro rata with a cap for each user, whole steps, conserved to the last
 * step. Server, client and checkers share it.
 */
import { assert } from '../assert.ts';
import { mulDiv } from '../money/rounding.ts';

export interface AllocationTerms {
  /** Steps that the offering has. */
  readonly offered: bigint;
  /** The most steps that one subscription gets. */
  readonly cap: bigint;
}

/** Subscriptions that ask for the same number of steps. */
interface Demand {
  readonly wanted: bigint;
  readonly count: bigint;
}

/** Steps and demand that are left to the sharers, after the subscriptions that reach their bounds. */
interface Sharing {
  /** Steps that are shared pro rata. */
  readonly rest: bigint;
  /** Steps that their sharers ask for. */
  readonly asked: bigint;
  /** Subscriptions that ask for more than this get their cap. Null: all sharers get what they ask for. */
  readonly sharersMax: bigint | null;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns the most steps that a subscription can get. */
const boundOf = (wanted: bigint, { cap }: AllocationTerms): bigint => least(wanted, cap);

/**
 * Returns the steps of each subscription, in the order of `wanted`.
 * @param wanted steps asked for, in the order of the subscriptions: of two equal remainders, the earlier one gets the step.
 */
export function allocate(wanted: readonly bigint[], terms: AllocationTerms): readonly bigint[] {
  const { rest, asked, sharersMax } = share(demandOf(wanted), terms);
  const isFull = (q: bigint) => sharersMax === null || q > sharersMax;
  const steps = wanted.map((q) =>
    isFull(q) ? boundOf(q, terms) : mulDiv(rest, q, asked, 'floor'),
  );
  if (sharersMax === null) return steps;
  const sharers = wanted.flatMap((q, index) =>
    isFull(q) ? [] : [{ index, remainder: (rest * q) % asked }],
  );
  const given = sharers.reduce((sum, { index }) => sum + (steps[index] ?? 0n), 0n);
  // A stable sort keeps the earlier of two equal remainders first.
  sharers.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of sharers.slice(0, Number(rest - given)))
    steps[index] = (steps[index] ?? 0n) + 1n;
  return steps;
}

/**
 * Returns the steps that a subscription gets if the subscriptions of `demand` are all: at least these, and at most one
 * more by the remainders. @param demand each number of steps once, its own subscription included.
 */
export function estimateShare(
  wanted: bigint,
  demand: readonly Demand[],
  terms: AllocationTerms,
): bigint {
  const { rest, asked, sharersMax } = share(demand, terms);
  const isFull = sharersMax === null || wanted > sharersMax;
  return isFull ? boundOf(wanted, terms) : mulDiv(rest, wanted, asked, 'floor');
}

/** Returns the demand after a user changes the steps asked for. @param from 0 for a user without a subscription. */
export function changedDemand(
  demand: readonly Demand[],
  from: bigint,
  to: bigint,
): readonly Demand[] {
  const counts = new Map(demand.map(({ wanted, count }) => [wanted, count]));
  const add = (wanted: bigint, count: bigint) => {
    if (wanted > 0n) counts.set(wanted, (counts.get(wanted) ?? 0n) + count);
  };
  add(from, -1n);
  add(to, 1n);
  return [...counts].flatMap(([wanted, count]) => (count > 0n ? [{ wanted, count }] : []));
}

function demandOf(wanted: readonly bigint[]): readonly Demand[] {
  const counts = new Map<bigint, bigint>();
  for (const q of wanted) {
    assert(q > 0n, 'a subscription asks for at least one step');
    counts.set(q, (counts.get(q) ?? 0n) + 1n);
  }
  return [...counts].map(([q, count]) => ({ wanted: q, count }));
}

/**
 * A subscription reaches its bound if its pro rata share does. Then it leaves, and the share of the others grows. The
 * largest subscriptions are the first, because the cap is the smallest part of their requests.
 */
function share(demand: readonly Demand[], terms: AllocationTerms): Sharing {
  const descending = demand.toSorted((a, b) => (a.wanted > b.wanted ? -1 : 1));
  let rest = terms.offered;
  let asked = descending.reduce((sum, { wanted, count }) => sum + wanted * count, 0n);
  for (const { wanted, count } of descending) {
    const bound = boundOf(wanted, terms);
    if (rest * wanted < bound * asked) return { rest, asked, sharersMax: wanted };
    rest -= bound * count;
    asked -= wanted * count;
  }
  return { rest, asked, sharersMax: null };
}
