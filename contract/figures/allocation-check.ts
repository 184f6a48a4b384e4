/**
 * The published lists of an allocation as texts with a SHA-256, and their check: every reader recomputes the allocation
 * from its inputs, which were published before it.
 */
import { allocate, type AllocationTerms } from './allocation.ts';
import type { Sha256 } from './index-chain.ts';

/** One subscription without its user. */
export interface PublishedSubscription {
  /** See {@link entryOf}. */
  readonly entry: string;
  /** Steps asked for. */
  readonly wanted: number;
  /** Steps allocated; null before the allocation. */
  readonly allocated: number | null;
}

export interface PublishedAllocation {
  readonly offeringId: string;
  readonly offered: number;
  readonly cap: number;
  readonly inputsSha256: string;
  /** Null before the allocation. */
  readonly outputsSha256: string | null;
  /** All subscriptions in their order. */
  readonly rows: readonly PublishedSubscription[];
}

export type AllocationFault =
  | 'inputs_differ'
  | 'outputs_differ'
  | 'allocation_differs'
  | 'entry_repeated';

/** Returns the name of a subscription in the lists: only its user, who knows the salt, can find it. */
export const entryOf = (sha256: Sha256, salt: string, subscriptionId: string): string =>
  sha256(`meridian-subscription/1 ${salt} ${subscriptionId}`);

/** First line of both lists. */
const headOf = ({ offeringId, offered, cap }: Omit<PublishedAllocation, 'rows'>): string =>
  `${offeringId} ${offered} ${cap}`;

/** Returns the text of all subscriptions as they stood at the end, one a line. */
export const inputsText = (published: PublishedAllocation): string =>
  [
    `meridian-allocation-inputs/1 ${headOf(published)}`,
    ...published.rows.map(({ entry, wanted }) => `${entry} ${wanted}`),
  ].join('\n');

/** Returns the text of all subscriptions with their results, one a line. */
export const outputsText = (published: PublishedAllocation): string =>
  [
    `meridian-allocation-outputs/1 ${headOf(published)}`,
    ...published.rows.map(({ entry, allocated }) => `${entry} ${allocated ?? ''}`),
  ].join('\n');

/** Returns the faults of a published allocation: none if it is as its rules say. */
export function allocationFaults(
  sha256: Sha256,
  published: PublishedAllocation,
): readonly AllocationFault[] {
  const { rows, offered, cap, inputsSha256, outputsSha256 } = published;
  const terms: AllocationTerms = { offered: BigInt(offered), cap: BigInt(cap) };
  const faults: AllocationFault[] = [];
  if (new Set(rows.map(({ entry }) => entry)).size < rows.length) faults.push('entry_repeated');
  if (sha256(inputsText(published)) !== inputsSha256) faults.push('inputs_differ');
  if (outputsSha256 === null) return faults;
  if (sha256(outputsText(published)) !== outputsSha256) faults.push('outputs_differ');
  const expected = allocate(
    rows.map(({ wanted }) => BigInt(wanted)),
    terms,
  );
  const isAsExpected = rows.every(
    ({ allocated }, index) => allocated !== null && BigInt(allocated) === expected[index],
  );
  if (!isAsExpected) faults.push('allocation_differs');
  return faults;
}
