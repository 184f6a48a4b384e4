/** Statements on users' purchases and sales for fiat money. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { fiatOrders } from '../../kit/db/schema/fiat.ts';

/** Units of the currency that changed hands by one order. */
export interface FiatTrade {
  readonly amount: bigint;
  readonly atMs: EpochMs;
}

/** The user, the currency, and the time after which the orders ended. */
interface TradesWanted {
  readonly userId: number;
  readonly currencyId: number;
  readonly since: EpochMs;
}

/** Returns the user's purchases of the currency, oldest first. */
export const findPurchases = (database: Executor, wanted: TradesWanted) =>
  findTrades(database, fiatOrders.buyerId, wanted);

/** Returns the user's sales of it, oldest first. */
export const findSales = (database: Executor, wanted: TradesWanted) =>
  findTrades(database, fiatOrders.sellerId, wanted);

async function findTrades(
  database: Executor,
  party: typeof fiatOrders.buyerId | typeof fiatOrders.sellerId,
  { userId, currencyId, since }: TradesWanted,
): Promise<readonly FiatTrade[]> {
  const { endedAtMs, quantity, state } = fiatOrders;
  const rows = await database
    .select({ amount: quantity, endedAtMs })
    .from(fiatOrders)
    .where(
      and(
        eq(party, userId),
        eq(fiatOrders.currencyId, currencyId),
        // A literal, as in the conditions of the indexes.
        sql`${state} = 'completed'`,
        gt(endedAtMs, since),
      ),
    )
    .orderBy(asc(endedAtMs), asc(fiatOrders.id));
  return rows.map(({ amount, endedAtMs: atMs }) => ({ amount, atMs: atMs ?? since }));
}
