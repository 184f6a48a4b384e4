/** Statements on the settings table. */
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../db/database.ts';
import { settings } from '../db/schema/settings.ts';

/** Returns the stored value, or undefined if none was set. */
export async function findSetting(db: Executor, key: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, key));
  return row?.value;
}

/** Blocks other writers of settings until the transaction ends; reads go on. */
export async function lockSettings(transaction: Executor): Promise<void> {
  await transaction.execute(sql`lock table ${settings} in share row exclusive mode`);
}

/** Stores `value` unless the key has a value. */
export async function insertSettingIfMissing(
  db: Executor,
  key: string,
  value: string,
): Promise<void> {
  await db.insert(settings).values({ key, value }).onConflictDoNothing();
}

export async function putSetting(db: Executor, key: string, value: string): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}
