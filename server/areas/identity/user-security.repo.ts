/** Statements on the security of users: authenticator keys, their used time steps, holds. */
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import { LIMITS } from '../../../contract/limits.ts';
import type { HoldReason } from '../../../contract/identity/security.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../kit/db/named-statement.ts';
import { users, userSecurity } from '../../kit/db/schema/identity.ts';

export type UserSecurity = typeof userSecurity.$inferSelect;

const isOf = (userId: number) => eq(userSecurity.userId, userId);

/** Returns undefined for a user who never had a key or a hold. */
export async function findUserSecurity(
  database: Executor,
  userId: number,
): Promise<UserSecurity | undefined> {
  const rows = await database.select().from(userSecurity).where(isOf(userId));
  return rows[0];
}

/** Returns undefined for a user who never set a pay password. */
export async function findPayPasswordHash(
  database: Executor,
  userId: number,
): Promise<string | undefined> {
  const rows = await database
    .select({ hash: users.payPasswordHash })
    .from(users)
    .where(eq(users.id, userId));
  return rows[0]?.hash ?? undefined;
}

/** Returns the security of several users, in any order; users without any are left out. */
export function findSecurityOf(
  database: Executor,
  userIds: readonly number[],
): Promise<UserSecurity[]> {
  return database
    .select()
    .from(userSecurity)
    .where(inArray(userSecurity.userId, [...userIds]));
}

/** The user whose secrets are read, and the failures that count. */
export interface SecretsQuestion {
  readonly userId: number;
  /** The subject that failures are counted under. */
  readonly subject: string;
  readonly since: EpochMs;
  readonly failuresMax: number;
}

/** The pay password of a user, and their failures with any secret, newest first. */
export interface Secrets {
  readonly payPasswordHash: string | null;
  readonly failures: readonly EpochMs[];
}

const FIND_SECRETS: NamedStatement = {
  name: 'find_secrets',
  text: `
    select
      (select pay_password_hash from users where id = asked.user_id) as "payPasswordHash",
      array(
        select at_ms::float8 from counted_attempts
        where kind = 'secret_failure' and subject = asked.subject and at_ms > asked.since
        order by at_ms desc limit asked.failures_max
      ) as failures
    from unnest($1::integer[], $2::text[], $3::bigint[], $4::integer[]) with ordinality
      as asked (user_id, subject, since, failures_max, place)
    order by place`,
};

/** Returns the secrets in the order of the questions; every withdrawal asks one. */
export async function findSecrets(
  database: Executor,
  questions: readonly SecretsQuestion[],
): Promise<readonly Secrets[]> {
  const { rows } = await executeNamed<Secrets & QueryResultRow>(database, FIND_SECRETS, [
    questions.map(({ userId }) => userId),
    questions.map(({ subject }) => subject),
    questions.map(({ since }) => since),
    questions.map(({ failuresMax }) => failuresMax),
  ]);
  return rows;
}

/** Stores a new key until it is bound; it replaces an earlier one. The caller has locked the user, who has none bound. */
export async function putPendingGoogleKey(
  database: Executor,
  userId: number,
  sealedKey: string,
  expiresAt: EpochMs,
): Promise<void> {
  const pending = { pendingGoogleKey: sealedKey, pendingExpiresAtMs: expiresAt };
  await database
    .insert(userSecurity)
    .values({ userId, ...pending })
    .onConflictDoUpdate({
      target: userSecurity.userId,
      set: pending,
      setWhere: isNull(userSecurity.googleKey),
    });
}

interface KeyBinding {
  /** The pending key as it is stored. */
  readonly pendingKey: string;
  /** The same key, encrypted for its use. */
  readonly boundKey: string;
  /** The time step of the code that proved it. */
  readonly step: number;
}

/** Binds exactly this pending key. @returns false when it is no longer pending. */
export async function bindPendingGoogleKey(
  database: Executor,
  userId: number,
  { pendingKey, boundKey, step }: KeyBinding,
): Promise<boolean> {
  const rows = await database
    .update(userSecurity)
    .set({
      googleKey: boundKey,
      googleLastStep: step,
      pendingGoogleKey: null,
      pendingExpiresAtMs: null,
    })
    .where(
      and(
        isOf(userId),
        eq(userSecurity.pendingGoogleKey, pendingKey),
        isNull(userSecurity.googleKey),
      ),
    )
    .returning({ userId: userSecurity.userId });
  return rows.length === 1;
}

/**
 * Uses up a time step of exactly this key, and all earlier ones. @returns false when it was used
 * already: of parallel uses, on any number of servers, one gets true.
 */
export async function spendGoogleStep(
  database: Executor,
  userId: number,
  sealedKey: string,
  step: number,
): Promise<boolean> {
  const isUnused = or(isNull(userSecurity.googleLastStep), lt(userSecurity.googleLastStep, step));
  const rows = await database
    .update(userSecurity)
    .set({ googleLastStep: step })
    .where(and(isOf(userId), eq(userSecurity.googleKey, sealedKey), isUnused))
    .returning({ userId: userSecurity.userId });
  return rows.length === 1;
}

/** Removes the key. @returns false when another key, or none, is bound. */
export async function removeGoogleKey(
  database: Executor,
  userId: number,
  sealedKey: string,
): Promise<boolean> {
  const rows = await database
    .update(userSecurity)
    .set({ googleKey: null, googleLastStep: null })
    .where(and(isOf(userId), eq(userSecurity.googleKey, sealedKey)))
    .returning({ userId: userSecurity.userId });
  return rows.length === 1;
}

/** Starts a hold on withdrawals at `now`, for this reason; it restarts an active hold, whose end never comes earlier. */
export async function startHold(
  database: Executor,
  userId: number,
  reason: HoldReason,
  now: EpochMs,
): Promise<void> {
  const untilMs = now + LIMITS.security_hold_ms;
  await database
    .insert(userSecurity)
    .values({ userId, withdrawalHoldUntilMs: untilMs, withdrawalHoldReason: reason })
    .onConflictDoUpdate({
      target: userSecurity.userId,
      set: {
        withdrawalHoldUntilMs: sql`greatest(${userSecurity.withdrawalHoldUntilMs}, ${untilMs}::bigint)`,
        withdrawalHoldReason: reason,
      },
    });
}
