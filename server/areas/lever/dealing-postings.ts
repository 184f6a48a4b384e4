/** The postings of the dealing writer: movements on contract accounts that others store and it books. */
import { dealingPostings } from '../../kit/db/schema/lever.ts';
import { spotPostings } from '../../kit/db/schema/wallet.ts';
import type { PostingTarget } from '../../ledger/writer/written-postings.ts';

export const DEALING_POSTINGS: PostingTarget = {
  owner: 'dealing',
  table: dealingPostings,
  firstLegs: spotPostings,
  bookedByCallers: [],
  job: 'dealing_postings',
};
