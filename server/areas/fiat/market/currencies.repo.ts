/** Statements on the money that ads are priced in. */
import { asc } from 'drizzle-orm';
import type { Executor } from '../../../kit/db/database.ts';
import { fiatCurrencies } from '../../../kit/db/schema/fiat.ts';

export type FiatCurrencyRow = typeof fiatCurrencies.$inferSelect;

/** In the order of lists. */
export function findFiatCurrencies(database: Executor): Promise<FiatCurrencyRow[]> {
  return database.select().from(fiatCurrencies).orderBy(asc(fiatCurrencies.position));
}

/** Leaves those alone that are there. */
export async function insertMissingFiatCurrencies(
  database: Executor,
  wanted: readonly FiatCurrencyRow[],
): Promise<void> {
  await database
    .insert(fiatCurrencies)
    .values([...wanted])
    .onConflictDoNothing();
}
