/** Statements on counted attempts, from which limits over a window are computed. */
import { and, desc, eq, gt, lt, ne } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import { countedAttempts } from '../db/schema/identity.ts';

type AttemptKind = (typeof countedAttempts.$inferSelect)['kind'];

/** The kind of attempt, and the subject it is counted against. */
export interface AttemptKey {
  readonly kind: AttemptKind;
  readonly subject: string;
}

const isOf = ({ kind, subject }: AttemptKey) =>
  and(eq(countedAttempts.kind, kind), eq(countedAttempts.subject, subject));

/** Counts one attempt. @returns its id, by which the count can be undone. */
export async function insertAttempt(
  database: Executor,
  key: AttemptKey,
  now: EpochMs,
): Promise<number> {
  const [row] = await database
    .insert(countedAttempts)
    .values({ ...key, atMs: now })
    .returning({ id: countedAttempts.id });
  return ensure(row, 'id of the attempt').id;
}

/** Times of the latest attempts after `since`, newest first, without `exceptId`. */
export async function selectAttemptTimes(
  database: Executor,
  key: AttemptKey,
  since: EpochMs,
  limit: number,
  exceptId?: number,
): Promise<readonly EpochMs[]> {
  const others = exceptId === undefined ? undefined : ne(countedAttempts.id, exceptId);
  const rows = await database
    .select({ atMs: countedAttempts.atMs })
    .from(countedAttempts)
    .where(and(isOf(key), gt(countedAttempts.atMs, since), others))
    .orderBy(desc(countedAttempts.atMs))
    .limit(limit);
  return rows.map(({ atMs }) => atMs);
}

export async function deleteAttempt(database: Executor, id: number): Promise<void> {
  await database.delete(countedAttempts).where(eq(countedAttempts.id, id));
}

export async function deleteAttempts(database: Executor, key: AttemptKey): Promise<void> {
  await database.delete(countedAttempts).where(isOf(key));
}

/** No window is longer than a day. */
export async function deleteOldAttempts(database: Executor, now: EpochMs): Promise<void> {
  await database.delete(countedAttempts).where(lt(countedAttempts.atMs, now - DAY_MS));
}
