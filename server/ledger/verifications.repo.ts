/** Statements on results of the online verifier. */
import { desc, eq } from 'drizzle-orm';
import type { Database, Executor } from '../kit/db/database.ts';
import { ledgerVerifications } from '../kit/db/schema/ledger.ts';
import { transaction } from '../kit/db/transaction.ts';

type Verification = typeof ledgerVerifications.$inferSelect;

/** Returns the newest result; undefined before the first run. */
export async function findLastVerification(database: Executor): Promise<Verification | undefined> {
  const rows = await database
    .select()
    .from(ledgerVerifications)
    .orderBy(desc(ledgerVerifications.id))
    .limit(1);
  return rows[0];
}

/**
 * Stores the result: a new row if it differs from the last run, otherwise that row's time and last
 * trade.
 */
export function recordVerification(
  database: Database,
  { faults, atMs, lastDealId }: Omit<Verification, 'id'>,
): Promise<void> {
  return transaction(database, async (tx) => {
    const last = await findLastVerification(tx);
    if (last && isSame(last.faults, faults)) {
      await tx
        .update(ledgerVerifications)
        .set({ atMs, lastDealId })
        .where(eq(ledgerVerifications.id, last.id));
      return;
    }
    await tx.insert(ledgerVerifications).values({ atMs, faults, lastDealId });
  });
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index]);
