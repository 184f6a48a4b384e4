/** Statements on authorization codes: what a person gives to an agent who may then add them. */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import { authorizationCodes } from '../../kit/db/schema/people.ts';

export type StoredAuthorization = typeof authorizationCodes.$inferSelect;

/** The person's code, once it has expired, makes room for the next. */
export async function deleteExpiredAuthorization(
  database: Executor,
  userId: number,
  now: EpochMs,
): Promise<void> {
  await database
    .delete(authorizationCodes)
    .where(and(eq(authorizationCodes.userId, userId), lte(authorizationCodes.expiresAtMs, now)));
}

/** @returns false when the person has one, or somebody else has this one. */
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

/** The person's code, if it is still good. */
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

/** Whose code this is while it is good, and the person is not disabled. */
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

/** Uses this very code up. @returns false when it was used or replaced meanwhile. */
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
