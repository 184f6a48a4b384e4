/** The postings of the spot writer: movements on spot accounts that others store and it books. */
import { dealingPostings } from '../../kit/db/schema/lever.ts';
import { spotPostings } from '../../kit/db/schema/wallet.ts';
import type { PostingTarget } from '../../ledger/writer/written-postings.ts';

export const SPOT_POSTINGS: PostingTarget = {
  owner: 'spot',
  table: spotPostings,
  firstLegs: dealingPostings,
  // `Withdrawals.recover` books these: the role of the server could have stored one by a statement.
  bookedByCallers: ['withdrawal.held'],
  job: 'spot_postings',
};
