/** Statements on currencies. */
import { asc } from 'drizzle-orm';
import type { Executor } from '../kit/db/database.ts';
import { currencies } from '../kit/db/schema/ledger.ts';

export type Currency = typeof currencies.$inferSelect;

/** Returns them in the order of ids. */
export function findCurrencies(database: Executor): Promise<Currency[]> {
  return database.select().from(currencies).orderBy(asc(currencies.id));
}

/** Skips those whose id or code is taken. */
export async function insertMissingCurrencies(
  database: Executor,
  wanted: readonly Currency[],
): Promise<void> {
  await database
    .insert(currencies)
    .values([...wanted])
    .onConflictDoNothing();
}
