/** Statements on spot markets. */
import { asc } from 'drizzle-orm';
import type { Database } from '../../kit/db/database.ts';
import { spotMarkets } from '../../kit/db/schema/spot.ts';

export type SpotMarketRow = typeof spotMarkets.$inferSelect;

/** Inserts missing markets; operators' changes to existing ones stay. @returns all, by id. */
export async function syncSpotMarketRows(
  database: Database,
  wanted: readonly SpotMarketRow[],
): Promise<SpotMarketRow[]> {
  await database
    .insert(spotMarkets)
    .values([...wanted])
    .onConflictDoNothing();
  return database.select().from(spotMarkets).orderBy(asc(spotMarkets.id));
}
