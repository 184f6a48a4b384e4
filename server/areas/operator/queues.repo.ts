/** Statements that count the open tasks of operators. */
import { eq } from 'drizzle-orm';
import type { QueueCounts } from '../../../contract/operator/schemas/session.ts';
import type { Database } from '../../kit/db/database.ts';
import { feedbackTickets } from '../../kit/db/schema/feedback.ts';
import { fiatOrders } from '../../kit/db/schema/fiat.ts';
import { leverFundings, leverListings } from '../../kit/db/schema/lever.ts';
import { kycSubmissions } from '../../kit/db/schema/verification.ts';
import { withdrawals } from '../../kit/db/schema/wallet.ts';
import { countFundChangesWaiting } from './fund-changes.repo.ts';

export async function countWaiting(
  database: Database,
): Promise<
  Pick<
    QueueCounts,
    | 'reviews'
    | 'withdrawals'
    | 'manual_reviews'
    | 'feedback'
    | 'disputes'
    | 'lever_requests'
    | 'micro_requests'
    | 'staking_requests'
    | 'offering_requests'
  >
> {
  const [reviews, pending, unclear, feedback, disputes, fundings, listings, ...funds] =
    await Promise.all([
      database.$count(kycSubmissions, eq(kycSubmissions.state, 'in_review')),
      database.$count(withdrawals, eq(withdrawals.phase, 'pending_review')),
      database.$count(withdrawals, eq(withdrawals.phase, 'manual_review')),
      database.$count(feedbackTickets, eq(feedbackTickets.state, 'awaiting_reply')),
      database.$count(fiatOrders, eq(fiatOrders.state, 'rights_protection')),
      database.$count(leverFundings, eq(leverFundings.state, 'waiting')),
      database.$count(leverListings, eq(leverListings.state, 'waiting')),
      countFundChangesWaiting(database, 'micro_pool'),
      countFundChangesWaiting(database, 'staking_fund'),
      countFundChangesWaiting(database, 'offering_tokens'),
    ]);
  const [ofPool, ofSavings, ofOfferings] = funds;
  return {
    reviews,
    withdrawals: pending,
    manual_reviews: unclear,
    feedback,
    disputes,
    lever_requests: fundings + listings,
    micro_requests: ofPool,
    staking_requests: ofSavings,
    offering_requests: ofOfferings,
  };
}
