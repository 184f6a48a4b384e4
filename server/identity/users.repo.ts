/** Statements on users. */
import { and, eq } from 'drizzle-orm';
import type { Locale } from '../../contract/languages.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import { users } from '../db/schema/identity.ts';
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

/** Id of the person whose invite code this is. */
export async function findInviter(database: Executor, code: string): Promise<number | undefined> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.inviteCode, code));
  return rows[0]?.id;
}

/** Id of the new user; undefined when the account, the uid or the invite code is taken already. */
export async function insertUser(database: Executor, user: NewUser): Promise<number | undefined> {
  const rows = await database
    .insert(users)
    .values(user)
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows[0]?.id;
}

export async function updatePassword(
  database: Executor,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await database.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/**
 * Notes a successful sign-in and the language it was made in, and locks the row until the
 * transaction ends. @returns false when the password is no longer the one that was checked.
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
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id });
  return rows.length === 1;
}
