/** The published lists of an offering, read as every reader can. */
import type { PublishedAllocation } from '../../../contract/figures/allocation-check.ts';
import type { ResponseOf } from '../../../contract/routes.ts';
import { newClientAddress } from '../servers/client-address.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';

/** Reads all pages. @param size rows of one page. */
export async function readAllocation(
  server: Pick<TestServer, 'call'>,
  offeringId: string,
  size = 100,
): Promise<PublishedAllocation> {
  const rows: PublishedAllocation['rows'][number][] = [];
  for (let after = 0; ;) {
    const page: ResponseOf<'getOfferingAllocation'> = dataOf(
      await server.call(
        'getOfferingAllocation',
        { offering_id: offeringId, after: String(after), size: String(size) },
        { headers: newClientAddress() },
      ),
    );
    rows.push(...page.rows);
    if (page.next === null) {
      const { offered, cap, proof } = page;
      const { inputs_sha256: inputsSha256, outputs_sha256: outputsSha256 } = proof;
      return { offeringId, offered, cap, inputsSha256, outputsSha256, rows };
    }
    after = page.next;
  }
}
