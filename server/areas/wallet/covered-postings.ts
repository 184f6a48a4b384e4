/** Books movements whose money is certain to be there, see {@link postCovered}. */
import { assert } from '../../../contract/assert.ts';
import type { PostingId, Postings } from '../../ledger/writer/postings.types.ts';

/**
 * Books a posting that takes only the amount that was frozen for it, or that custody owes. If the spot writer
 * is unavailable, the stored posting is booked later.
 * @throws AssertionError when it was refused: the money stays where no record expects it, and the
 *   ledger verifier names the record.
 */
export async function postCovered(
  postings: Pick<Postings, 'post'>,
  postingId: PostingId,
): Promise<void> {
  const answer = await postings.post(postingId);
  assert(
    answer.ok || answer.error === 'service_unavailable',
    `posting ${postingId} was refused although its money is there`,
  );
}
