/** Statements on sessions and their tokens. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import { sessions, sessionTokens, users } from '../../kit/db/schema/identity.ts';

export type Session = typeof sessions.$inferSelect;
type NewSession = typeof sessions.$inferInsert;
type StoredToken = typeof sessionTokens.$inferSelect;

/** The reason for the end of a session. */
export type EndReason = 'signed_out' | 'password_reset' | 'refresh_reused' | 'idle' | 'too_old';

export async function insertSession(transaction: Executor, session: NewSession): Promise<void> {
  await transaction.insert(sessions).values(session);
}

export async function insertTokens(
  transaction: Executor,
  tokens: readonly StoredToken[],
): Promise<void> {
  await transaction.insert(sessionTokens).values([...tokens]);
}

/** The facts of an access token: session, state of its owner, expiry. */
export type FoundAccess = Awaited<ReturnType<ReturnType<typeof prepareFindAccess>>>[number];
export type AccessReads = GatheredRead<string, FoundAccess>;

/** Finds access tokens by digest. Calls of the same time share a statement, because most users send few calls. */
export const createAccessReads = (database: Executor): AccessReads =>
  new GatheredRead(prepareFindAccess(database), ({ hash }) => hash);

/** Prepared by name on each connection, because most calls run it. */
function prepareFindAccess(database: Executor) {
  const query = database
    .select({
      hash: sessionTokens.hash,
      sessionId: sessions.id,
      userId: sessions.userId,
      endedAtMs: sessions.endedAtMs,
      disabledAtMs: users.disabledAtMs,
      isHeldByOwner: users.isHeldByOwner,
      isVerified: users.isUserReal,
      expiresAtMs: sessionTokens.expiresAtMs,
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        // One parameter for any number of digests.
        sql`${sessionTokens.hash} = any(${sql.placeholder('hashes')})`,
        eq(sessionTokens.kind, 'access'),
      ),
    )
    .prepare('find_access');
  return (hashes: readonly string[]) => query.execute({ hashes: [...hashes] });
}

/** Returns those of `ids` that have not ended and whose owner is not disabled. */
export async function findLiveSessions(
  database: Executor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        // One parameter for any number of ids.
        sql`${sessions.id} = any(${sql.param([...ids])})`,
        isNull(sessions.endedAtMs),
        isNull(users.disabledAtMs),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Finds the refresh token of this digest. */
export async function findRefreshToken(
  database: Executor,
  hash: string,
): Promise<StoredToken | undefined> {
  const rows = await database
    .select()
    .from(sessionTokens)
    .where(and(eq(sessionTokens.hash, hash), eq(sessionTokens.kind, 'refresh')));
  return rows[0];
}

/** Locks the session until the transaction ends, so that rotations are sequential. */
export async function lockSession(transaction: Executor, id: string): Promise<Session | undefined> {
  const rows = await transaction.select().from(sessions).where(eq(sessions.id, id)).for('update');
  return rows[0];
}

export async function updateGeneration(
  transaction: Executor,
  id: string,
  next: Pick<Session, 'generation' | 'rotatedAtMs' | 'rotationSalt'>,
): Promise<void> {
  await transaction.update(sessions).set(next).where(eq(sessions.id, id));
}

/** Ends a session; one that has ended keeps its first reason. */
export async function endSession(
  database: Executor,
  id: string,
  now: EpochMs,
  reason: EndReason,
): Promise<void> {
  await database
    .update(sessions)
    .set({ endedAtMs: now, endedReason: reason, rotationSalt: null })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAtMs)));
}

/** Ends every session of a user. */
export async function endSessionsOfUser(
  database: Executor,
  userId: number,
  now: EpochMs,
  reason: EndReason,
): Promise<readonly string[]> {
  const ended = await database
    .update(sessions)
    .set({ endedAtMs: now, endedReason: reason, rotationSalt: null })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAtMs)))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Deletes data that has no effect anymore: expired tokens, and sessions older than any token. */
export async function deleteOutlived(
  database: Executor,
  now: EpochMs,
  createdBefore: EpochMs,
): Promise<void> {
  await database.delete(sessionTokens).where(lt(sessionTokens.expiresAtMs, now));
  await database.delete(sessions).where(lt(sessions.createdAtMs, createdBefore));
}
