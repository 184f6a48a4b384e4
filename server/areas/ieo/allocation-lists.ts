/** The published lists of an offering, made from its rows. */
import { createHash } from 'node:crypto';
import {
  inputsText,
  outputsText,
  type PublishedAllocation,
} from '../../../contract/figures/allocation-check.ts';
import { allocate } from '../../../contract/figures/allocation.ts';
import type { OfferingRow } from './ieo.types.ts';
import type { StoredAllocation } from './offering-steps.ts';
import type { ListedSubscription } from './subscriptions.repo.ts';

/** Returns the SHA-256 of an ASCII text in hexadecimal digits. */
export const sha256Hex = (ascii: string): string =>
  createHash('sha256').update(ascii, 'latin1').digest('hex');

const published = (
  { id, offered, cap }: OfferingRow,
  rows: readonly ListedSubscription[],
  allocated: readonly bigint[],
): PublishedAllocation => ({
  offeringId: String(id),
  offered,
  cap,
  inputsSha256: '',
  outputsSha256: null,
  rows: rows.map(({ entry, steps }, index) => {
    const given = allocated[index];
    return { entry, wanted: steps, allocated: given === undefined ? null : Number(given) };
  }),
});

/** Returns the SHA-256 of the list of subscriptions. */
export const inputsSha256 = (offering: OfferingRow, rows: readonly ListedSubscription[]): string =>
  sha256Hex(inputsText(published(offering, rows, [])));

/** Allocates the tokens of the offering. */
export function allocationOf(
  offering: OfferingRow,
  rows: readonly ListedSubscription[],
): StoredAllocation {
  const steps = allocate(
    rows.map((row) => BigInt(row.steps)),
    { offered: BigInt(offering.offered), cap: BigInt(offering.cap) },
  );
  return {
    ids: rows.map(({ id }) => id),
    steps,
    sha256: sha256Hex(outputsText(published(offering, rows, steps))),
  };
}
