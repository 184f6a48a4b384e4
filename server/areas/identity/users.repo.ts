/** Statements on users. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { Locale } from '../../../contract/languages.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import type { AccountName } from './account-name.ts';

export type User = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

const columnOf = (account: AccountName) => (account.type === 'email' ? users.email : users.mobile);

export async function findUserByAccount(
  database: Executor,
  account: AccountName,
): Promise<User | undefined> {
  const rows = await database
    .select()
    .from(users)
    .where(eq(columnOf(account), account.value));
  return rows[0];
}

export async function findUserById(database: Executor, id: number): Promise<User | undefined> {
  const rows = await database.select().from(users).where(eq(users.id, id));
  return rows[0];
}

/** Locks the user until the transaction ends, so that decisions about them are sequential. */
export async function lockUser(transaction: Executor, id: number): Promise<User> {
  return ensure(await lockUserIfKnown(transaction, id), `user ${id}`);
}

/** Like {@link lockUser}, for an id that may not exist. */
export async function lockUserIfKnown(
  transaction: Executor,
  id: number,
): Promise<User | undefined> {
  const rows = await transaction.select().from(users).where(eq(users.id, id)).for('update');
  return rows[0];
}

/** Returns users with one of these names, at most `limit`. */
export async function searchUsers(
  database: Executor,
  { uid, email, mobile }: { readonly uid: string; readonly email: string; readonly mobile: string },
  limit: number,
): Promise<readonly User[]> {
  return database
    .select()
    .from(users)
    .where(or(eq(users.uid, uid), eq(sql`lower(${users.email})`, email), eq(users.mobile, mobile)))
    .orderBy(users.id)
    .limit(limit);
}

/** @param at when the user was disabled; null enables. @param isHeldByOwner whether the owner has done it. */
export async function updateDisabled(
  database: Executor,
  userId: number,
  at: EpochMs | null,
  isHeldByOwner = false,
): Promise<void> {
  await database.update(users).set({ disabledAtMs: at, isHeldByOwner }).where(eq(users.id, userId));
}

/** Enables a user who holds the account. @returns false for any other user. */
export async function liftOwnerHold(database: Executor, userId: number): Promise<boolean> {
  const { rowCount } = await database
    .update(users)
    .set({ disabledAtMs: null, isHeldByOwner: false })
    .where(and(eq(users.id, userId), users.isHeldByOwner));
  return rowCount === 1;
}

export async function updateAgent(
  database: Executor,
  userId: number,
  isAgent: boolean,
): Promise<void> {
  await database.update(users).set({ isAgent }).where(eq(users.id, userId));
}

/** Returns the id of the user with this invite code. */
export async function findInviter(database: Executor, code: string): Promise<number | undefined> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.inviteCode, code));
  return rows[0]?.id;
}

/** Returns the id of the new user; undefined when the account, the UID or the invite code is taken. */
export async function insertUser(database: Executor, user: NewUser): Promise<number | undefined> {
  const rows = await database
    .insert(users)
    .values(user)
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows[0]?.id;
}

/** Returns the verified name of a user; null before certification. */
export async function findRealName(database: Executor, userId: number): Promise<string | null> {
  const rows = await database
    .select({ realName: users.realName })
    .from(users)
    .where(eq(users.id, userId));
  return rows[0]?.realName ?? null;
}

export async function updatePassword(
  database: Executor,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await database.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

export async function updatePayPassword(
  database: Executor,
  userId: number,
  payPasswordHash: string,
): Promise<void> {
  await database.update(users).set({ payPasswordHash }).where(eq(users.id, userId));
}

/**
 * Notes a successful sign-in and its language, and locks the row until the transaction ends. @returns
 * false when the password is no longer the checked one, or the user was disabled since.
 */
export async function noteSignIn(
  transaction: Executor,
  { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>,
  now: EpochMs,
  locale: Locale,
): Promise<boolean> {
  const rows = await transaction
    .update(users)
    .set({ lastSignInAtMs: now, locale })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash), isNull(users.disabledAtMs)))
    .returning({ id: users.id });
  return rows.length === 1;
}
