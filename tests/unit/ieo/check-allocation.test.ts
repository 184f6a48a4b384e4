/** The check of a published allocation: pages of the lists, their hashes, and the allocation computed again. */
import { expect, test } from 'vitest';
import { checkAllocation } from '../../../src/app/ieo/check-allocation.ts';
import { PROOF, ROWS, sha256, TERMS } from '../../support/ieo/published-allocation.ts';

/** Publishes two rows a page. @param pageOf changes a page before it is sent. */
function exchange(
  rows: readonly object[] = ROWS,
  pageOf: (page: { proof: object; rows: readonly object[] }, call: number) => object = (page) =>
    page,
) {
  let calls = 0;
  const call = async (_name: string, { after }: { after: string }) => {
    const from = Number(after);
    const page = {
      offering_id: TERMS.offeringId,
      offered: TERMS.offered,
      cap: TERMS.cap,
      proof: PROOF,
      rows: rows.slice(from, from + 2),
      next: from + 2 < rows.length ? from + 2 : null,
    };
    return pageOf(page, (calls += 1));
  };
  return { call } as unknown as Parameters<typeof checkAllocation>[0];
}

test('an honest allocation over several pages is right, and names the own subscription', async () => {
  expect(await checkAllocation(exchange(), TERMS.offeringId, ROWS[3]?.entry ?? null)).toEqual({
    faults: [],
    count: 4,
    isAllocated: true,
    isOwnListed: true,
  });
});

test('a subscription that is not in the lists is a fault for its user', async () => {
  const verdict = await checkAllocation(exchange(), TERMS.offeringId, sha256('another'));
  expect(verdict.faults).toEqual(['own_missing']);
});

test('a changed request, and a changed result, are found', async () => {
  const changed = (index: number, row: object) =>
    ROWS.map((each, at) => (at === index ? { ...each, ...row } : each));
  const faultsOf = async (rows: readonly object[]) =>
    (await checkAllocation(exchange(rows), TERMS.offeringId, null)).faults;
  expect(await faultsOf(changed(0, { wanted: 11 }))).toContain('inputs_differ');
  expect(await faultsOf(changed(0, { allocated: 11 }))).toEqual([
    'outputs_differ',
    'allocation_differs',
  ]);
  expect(await faultsOf(changed(1, { entry: ROWS[0]?.entry }))).toContain('entry_repeated');
});

test('lists without a result are compared with the hash of the inputs alone', async () => {
  const open = { ...PROOF, outputs_sha256: null, outputs_at: null };
  const rows = ROWS.map((row) => ({ ...row, allocated: null }));
  const verdict = await checkAllocation(
    exchange(rows, (page) => ({ ...page, proof: open })),
    TERMS.offeringId,
    null,
  );
  expect(verdict).toMatchObject({ faults: [], isAllocated: false, isOwnListed: null });
});

test('a result that is published between two pages makes the lists be read again', async () => {
  const verdict = await checkAllocation(
    exchange(ROWS, (page, call) =>
      call > 1
        ? page
        : {
            ...page,
            proof: { ...PROOF, outputs_sha256: null },
            rows: page.rows.map((row) => ({ ...row, allocated: null })),
          },
    ),
    TERMS.offeringId,
    null,
  );
  expect(verdict).toMatchObject({ faults: [], count: 4, isAllocated: true });
});
