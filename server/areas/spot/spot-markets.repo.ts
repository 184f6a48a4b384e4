/** Statements on spot markets. */
import { asc, isNotNull, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { spotMarkets } from '../../kit/db/schema/spot.ts';

export type SpotMarketRow = typeof spotMarkets.$inferSelect;
type SpotMarketValues = typeof spotMarkets.$inferInsert;

/** Numbers of markets that operators add begin above it, so that a later catalog never has the same. */
const ADDED_AFTER_ID = 10_000;

/** Inserts markets whose pairs are missing; operators' changes to existing ones stay. @returns all, by id. */
export async function syncSpotMarketRows(
  database: Database,
  wanted: readonly SpotMarketValues[],
): Promise<SpotMarketRow[]> {
  await database
    .insert(spotMarkets)
    .values([...wanted])
    .onConflictDoNothing();
  return database.select().from(spotMarkets).orderBy(asc(spotMarkets.id));
}

/** Returns the markets that operators added, by id. */
export const findAddedSpotMarkets = (database: Executor): Promise<SpotMarketRow[]> =>
  database
    .select()
    .from(spotMarkets)
    .where(isNotNull(spotMarkets.openingTicks))
    .orderBy(asc(spotMarkets.id));

/**
 * Stores a paused market. Call it for one operator at a time. @returns undefined if there is a market of both
 * currencies, in either direction.
 */
export async function addSpotMarket(
  tx: Transaction,
  market: Omit<SpotMarketRow, 'id' | 'status'>,
): Promise<SpotMarketRow | undefined> {
  const [last] = await tx
    .select({ id: sql<number>`greatest(max(${spotMarkets.id}), ${ADDED_AFTER_ID}::integer)` })
    .from(spotMarkets);
  const id = (last?.id ?? ADDED_AFTER_ID) + 1;
  const [added] = await tx
    .insert(spotMarkets)
    .values({ ...market, id, status: 'halted' })
    .onConflictDoNothing()
    .returning();
  return added;
}
