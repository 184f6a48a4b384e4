/** The lists of a small allocation as an honest exchange publishes them, with their hashes. */
import { createHash } from 'node:crypto';
import { allocate } from '../../../contract/figures/allocation.ts';
import {
  inputsText,
  outputsText,
  type PublishedSubscription,
} from '../../../contract/figures/allocation-check.ts';
import type { OfferingDetail } from '../../../contract/ieo/ieo.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const TERMS = { offeringId: '7', offered: 100, cap: 60 };
const WANTED = [10, 80, 30, 45];
const NONE = { inputsSha256: '', outputsSha256: null };

export const ROWS: readonly PublishedSubscription[] = allocate(WANTED.map(BigInt), {
  offered: BigInt(TERMS.offered),
  cap: BigInt(TERMS.cap),
}).map((allocated, index) => ({
  entry: sha256(`salt ${index}`),
  wanted: WANTED[index] as number,
  allocated: Number(allocated),
}));

export const PROOF: NonNullable<OfferingDetail['proof']> = {
  inputs_sha256: sha256(inputsText({ ...TERMS, ...NONE, rows: ROWS })),
  inputs_at: 1,
  outputs_sha256: sha256(outputsText({ ...TERMS, ...NONE, rows: ROWS })),
  outputs_at: 2,
};
