/** Statements on operators' permissions to go on while the ledger is not verified. */
import { gt, isNull, and, max } from 'drizzle-orm';
import type { EpochMs } from '../../contract/time.ts';
import type { Database, Executor } from '../kit/db/database.ts';
import { unverifiedPermissions } from '../kit/db/schema/ledger.ts';

/** Returns the end of the last permission that no pass has ended; 0 when there is none. */
export async function findPermittedUntil(database: Database): Promise<EpochMs> {
  const [row] = await database
    .select({ until: max(unverifiedPermissions.untilMs) })
    .from(unverifiedPermissions)
    .where(isNull(unverifiedPermissions.endedAtMs));
  return row?.until ?? 0;
}

export async function insertPermission(
  db: Executor,
  row: Pick<typeof unverifiedPermissions.$inferInsert, 'operatorId' | 'beganAtMs' | 'untilMs'>,
): Promise<void> {
  await db.insert(unverifiedPermissions).values(row);
}

/** Ends the permissions that last. */
export async function endPermissions(db: Executor, now: EpochMs): Promise<void> {
  await db
    .update(unverifiedPermissions)
    .set({ endedAtMs: now })
    .where(and(isNull(unverifiedPermissions.endedAtMs), gt(unverifiedPermissions.untilMs, now)));
}
