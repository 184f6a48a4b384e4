/** Statements on authorization codes, with which a user lets an agent add them. */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import { authorizationCodes } from '../../kit/db/schema/people.ts';

type StoredAuthorization = typeof authorizationCodes.$inferSelect;

/** Deletes the user's expired code, so that a new one can be inserted. */
export async function deleteExpiredAuthorization(
  database: Executor,
  userId: number,
  now: EpochMs,
): Promise<void> {
  await database
    .delete(authorizationCodes)
    .where(and(eq(authorizationCodes.userId, userId), lte(authorizationCodes.expiresAtMs, now)));
}

/** @returns false when the user has a code, or another user has this one. */
export async function insertAuthorization(
  database: Executor,
  authorization: StoredAuthorization,
): Promise<boolean> {
  const rows = await database
    .insert(authorizationCodes)
    .values(authorization)
    .onConflictDoNothing()
    .returning({ userId: authorizationCodes.userId });
  return rows.length === 1;
}

/** Returns the user's code while it is valid. */
export async function findAuthorization(
  database: Executor,
  userId: number,
  now: EpochMs,
): Promise<StoredAuthorization | undefined> {
  const rows = await database
    .select()
    .from(authorizationCodes)
    .where(and(eq(authorizationCodes.userId, userId), gt(authorizationCodes.expiresAtMs, now)));
  return rows[0];
}

/** Finds the user of a valid code, unless the user is disabled. */
export async function findAuthorizer(
  database: Executor,
  code: string,
  now: EpochMs,
): Promise<number | undefined> {
  const rows = await database
    .select({ userId: users.id })
    .from(authorizationCodes)
    .innerJoin(users, eq(users.id, authorizationCodes.userId))
    .where(
      and(
        eq(authorizationCodes.code, code),
        gt(authorizationCodes.expiresAtMs, now),
        isNull(users.disabledAtMs),
      ),
    );
  return rows[0]?.userId;
}

/** Uses up exactly this code. @returns false when it was used or replaced before. */
export async function deleteAuthorization(
  transaction: Executor,
  userId: number,
  code: string,
): Promise<boolean> {
  const rows = await transaction
    .delete(authorizationCodes)
    .where(and(eq(authorizationCodes.userId, userId), eq(authorizationCodes.code, code)))
    .returning({ userId: authorizationCodes.userId });
  return rows.length === 1;
}
