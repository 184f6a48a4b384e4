/** Reads the published lists of an allocation and computes the allocation again. */
import {
  allocationFaults,
  type AllocationFault,
  type PublishedSubscription,
} from '../../../contract/figures/allocation-check.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ApiClient } from '../core/api/api-client.ts';
import { INLINE } from '../core/forms/form-deps.ts';
import { librarySha256 } from '../core/library-sha256.ts';

export interface AllocationVerdict {
  readonly faults: readonly (AllocationFault | 'own_missing')[];
  /** Number of subscriptions in the lists. */
  readonly count: number;
  /** False: only the inputs are published. */
  readonly isAllocated: boolean;
  /** Whether the lists name the user's subscription; null without one. */
  readonly isOwnListed: boolean | null;
}

/** @param ownEntry name of the user's subscription in the lists; null without one. */
export async function checkAllocation(
  api: Pick<ApiClient, 'call'>,
  offeringId: string,
  ownEntry: string | null,
): Promise<AllocationVerdict> {
  const sha256 = await librarySha256();
  const published = await readLists(api, offeringId);
  const { rows, outputsSha256 } = published;
  const isOwnListed = ownEntry === null ? null : rows.some(({ entry }) => entry === ownEntry);
  const faults = allocationFaults(sha256, published);
  return {
    faults: isOwnListed === false ? [...faults, 'own_missing'] : faults,
    count: rows.length,
    isAllocated: outputsSha256 !== null,
    isOwnListed,
  };
}

async function readLists(api: Pick<ApiClient, 'call'>, offeringId: string) {
  const rows: PublishedSubscription[] = [];
  let outputs: string | null | undefined;
  for (let after = 0; ;) {
    const page = await api.call(
      'getOfferingAllocation',
      {
        offering_id: offeringId,
        after: String(after),
        size: String(LIMITS.allocation_page_size_max),
      },
      INLINE,
    );
    const { proof, next, offered, cap } = page;
    if (outputs !== undefined && outputs !== proof.outputs_sha256) {
      // The result was published between two pages: earlier pages are without it.
      rows.length = 0;
      outputs = undefined;
      after = 0;
      continue;
    }
    outputs = proof.outputs_sha256;
    rows.push(...page.rows);
    if (next === null)
      return {
        offeringId,
        offered,
        cap,
        inputsSha256: proof.inputs_sha256,
        outputsSha256: proof.outputs_sha256,
        rows,
      };
    after = next;
  }
}
