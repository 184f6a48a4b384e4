/** Statements on the last time at which this installation is known to have run. */
import { eq } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../db/database.ts';
import { serverBeats } from '../db/schema/lifecycles.ts';

const ID = 1;

/** Locks the row until the transaction ends; undefined if the installation never ran. */
export async function lockBeat(tx: Transaction): Promise<EpochMs | undefined> {
  const rows = await tx.select().from(serverBeats).where(eq(serverBeats.id, ID)).for('update');
  return rows[0]?.atMs;
}

export async function writeBeat(database: Executor, atMs: EpochMs): Promise<void> {
  await database
    .insert(serverBeats)
    .values({ id: ID, atMs })
    .onConflictDoUpdate({ target: serverBeats.id, set: { atMs } });
}
