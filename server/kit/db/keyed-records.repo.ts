/** Finds users' records by their idempotency key. */
import { and, eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { feedbackTickets } from './schema/feedback.ts';
import { fiatAds, fiatOrders } from './schema/fiat.ts';
import { ieoPayments } from './schema/ieo.ts';
import { dealingPostings } from './schema/lever.ts';
import { stakingPositions } from './schema/staking.ts';
import { spotPostings, transfers, withdrawals } from './schema/wallet.ts';

type Key = readonly [userId: number, key: string];
type FindId = (database: Database, ...key: Key) => Promise<number | undefined>;

/** Returns a query for records that are complete once they are stored. */
const idFinder =
  (table: PgTable, id: PgColumn, userId: PgColumn, key: PgColumn): FindId =>
  async (database, ...wanted) => {
    const rows = await database
      .select({ id })
      .from(table)
      .where(and(eq(userId, wanted[0]), eq(key, wanted[1])));
    return rows[0]?.id as number | undefined;
  };

export const findKeyedAd = idFinder(fiatAds, fiatAds.id, fiatAds.userId, fiatAds.idempotencyKey);
export const findKeyedFiatOrder = idFinder(
  fiatOrders,
  fiatOrders.id,
  fiatOrders.takerId,
  fiatOrders.idempotencyKey,
);
export const findKeyedTicket = idFinder(
  feedbackTickets,
  feedbackTickets.id,
  feedbackTickets.userId,
  feedbackTickets.idempotencyKey,
);

export async function findKeyedWithdrawal(database: Database, ...[userId, key]: Key) {
  const { id, phase } = withdrawals;
  const rows = await database
    .select({ id, phase })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), eq(withdrawals.idempotencyKey, key)));
  return rows[0];
}

export async function findKeyedStakingPosition(database: Database, ...[userId, key]: Key) {
  const { id, phase } = stakingPositions;
  const rows = await database
    .select({ id, phase })
    .from(stakingPositions)
    .where(and(eq(stakingPositions.userId, userId), eq(stakingPositions.idempotencyKey, key)));
  return rows[0];
}

export async function findKeyedIeoPayment(database: Database, ...[userId, key]: Key) {
  const { subscriptionId, phase } = ieoPayments;
  const rows = await database
    .select({ subscriptionId, phase })
    .from(ieoPayments)
    .where(and(eq(ieoPayments.userId, userId), eq(ieoPayments.idempotencyKey, key)));
  return rows[0];
}

/** Includes its parts for writers; a part is null if the transfer has none for that writer. */
export async function findKeyedTransfer(database: Database, ...[userId, key]: Key) {
  const { id, fromAccountType } = transfers;
  const { number, refusedAtMs } = spotPostings;
  const dealing = { number: dealingPostings.number, refusedAtMs: dealingPostings.refusedAtMs };
  const rows = await database
    .select({
      id,
      fromAccountType,
      spot: { id: spotPostings.id, number, refusedAtMs },
      dealing: { id: dealingPostings.id, ...dealing },
    })
    .from(transfers)
    .leftJoin(spotPostings, eq(spotPostings.id, transfers.postingId))
    .leftJoin(dealingPostings, eq(dealingPostings.id, transfers.dealingPostingId))
    .where(and(eq(transfers.userId, userId), eq(transfers.idempotencyKey, key)));
  return rows[0];
}
