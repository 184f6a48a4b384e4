/** Statements on the fiat currencies that ads are priced in. */
import { asc } from 'drizzle-orm';
import type { Executor } from '../../kit/db/database.ts';
import { fiatCurrencies } from '../../kit/db/schema/fiat.ts';

type FiatCurrencyRow = typeof fiatCurrencies.$inferSelect;

/** Returns the currencies in the order of lists. */
export function findFiatCurrencies(database: Executor): Promise<FiatCurrencyRow[]> {
  return database.select().from(fiatCurrencies).orderBy(asc(fiatCurrencies.position));
}

/** Leaves existing rows unchanged. */
export async function insertMissingFiatCurrencies(
  database: Executor,
  wanted: readonly FiatCurrencyRow[],
): Promise<void> {
  await database
    .insert(fiatCurrencies)
    .values([...wanted])
    .onConflictDoNothing();
}
