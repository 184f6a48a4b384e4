/** Statements on all sessions of one user. */
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { sessions } from '../../kit/db/schema/identity.ts';
import type { Session } from './sessions.repo.ts';

/** The reason for the end of a session that its user, or an operator, has ended from elsewhere. */
type RemoteEndReason = 'secret_changed' | 'others_signed_out' | 'user_disabled';

const isOpenOf = (userId: number) => and(eq(sessions.userId, userId), isNull(sessions.endedAtMs));

/** Whether a session could still be refreshed. */
export const isSessionUsable = (now: EpochMs) =>
  and(
    isNull(sessions.endedAtMs),
    gt(sessions.rotatedAtMs, now - LIMITS.refresh_token_idle_ms),
    gt(sessions.createdAtMs, now - LIMITS.refresh_token_absolute_ms),
  );

/** Returns sessions that could still be refreshed, the last used first. */
export async function findOpenSessions(
  database: Executor,
  userId: number,
  now: EpochMs,
): Promise<readonly Session[]> {
  return database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isSessionUsable(now)))
    .orderBy(desc(sessions.rotatedAtMs), sessions.id);
}

export async function isSessionOpen(
  database: Executor,
  userId: number,
  id: string,
): Promise<boolean> {
  const rows = await database
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isOpenOf(userId), eq(sessions.id, id)));
  return rows.length === 1;
}

/** Ends every session of a user but the one to keep; null keeps none. @returns the ids of the ended ones. */
export async function endSessionsExcept(
  database: Executor,
  userId: number,
  keptId: string | null,
  now: EpochMs,
  reason: RemoteEndReason,
): Promise<readonly string[]> {
  const ended = await database
    .update(sessions)
    .set({ endedAtMs: now, endedReason: reason, rotationSalt: null })
    .where(and(isOpenOf(userId), keptId === null ? undefined : ne(sessions.id, keptId)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}
