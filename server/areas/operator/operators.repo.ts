/** Statements on operators and their sessions. */
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { operators, operatorSessions } from '../../kit/db/schema/operator.ts';

export type Operator = typeof operators.$inferSelect;
type NewOperator = Pick<
  typeof operators.$inferInsert,
  'account' | 'name' | 'passwordHash' | 'createdAtMs'
>;
export type OperatorSessionRow = typeof operatorSessions.$inferSelect;

/** @param account in lower case. */
export async function findOperatorByAccount(
  database: Executor,
  account: string,
): Promise<Operator | undefined> {
  const rows = await database.select().from(operators).where(eq(operators.account, account));
  return rows[0];
}

/** @returns the id; undefined when the account is taken. */
export async function insertOperator(
  database: Executor,
  operator: NewOperator,
): Promise<number | undefined> {
  const rows = await database
    .insert(operators)
    .values(operator)
    .onConflictDoNothing()
    .returning({ id: operators.id });
  return rows[0]?.id;
}

/** @returns the id; undefined when there is no such account. */
export async function updateOperator(
  database: Executor,
  account: string,
  columns: Partial<Omit<Operator, 'id' | 'account'>>,
): Promise<number | undefined> {
  const rows = await database
    .update(operators)
    .set(columns)
    .where(eq(operators.account, account))
    .returning({ id: operators.id });
  return rows[0]?.id;
}

/** Ends all open sessions of an operator. */
export async function endOperatorSessions(
  database: Executor,
  operatorId: number,
  now: EpochMs,
): Promise<void> {
  await database
    .update(operatorSessions)
    .set({ endedAtMs: now })
    .where(and(eq(operatorSessions.operatorId, operatorId), isNull(operatorSessions.endedAtMs)));
}

/** Stores a key until it is bound; it replaces an earlier one. @returns false when one is bound. */
export async function putPendingKey(
  database: Executor,
  operatorId: number,
  sealedKey: string,
): Promise<boolean> {
  const rows = await database
    .update(operators)
    .set({ pendingGoogleKey: sealedKey })
    .where(and(eq(operators.id, operatorId), isNull(operators.googleKey)))
    .returning({ id: operators.id });
  return rows.length === 1;
}

/**
 * Binds exactly this pending key; `step` is that of the code that proved it. @returns false when it is
 * no longer pending.
 */
export async function bindPendingKey(
  database: Executor,
  operatorId: number,
  sealedKey: string,
  step: number,
): Promise<boolean> {
  const rows = await database
    .update(operators)
    .set({ googleKey: sealedKey, googleLastStep: step, pendingGoogleKey: null })
    .where(
      and(
        eq(operators.id, operatorId),
        eq(operators.pendingGoogleKey, sealedKey),
        isNull(operators.googleKey),
      ),
    )
    .returning({ id: operators.id });
  return rows.length === 1;
}

/** Uses up a time step of exactly this key, and all earlier ones. @returns false when it was used already. */
export async function spendKeyStep(
  database: Executor,
  operatorId: number,
  sealedKey: string,
  step: number,
): Promise<boolean> {
  const isUnused = or(isNull(operators.googleLastStep), lt(operators.googleLastStep, step));
  const rows = await database
    .update(operators)
    .set({ googleLastStep: step })
    .where(and(eq(operators.id, operatorId), eq(operators.googleKey, sealedKey), isUnused))
    .returning({ id: operators.id });
  return rows.length === 1;
}

export async function insertOperatorSession(
  database: Executor,
  session: typeof operatorSessions.$inferInsert,
): Promise<void> {
  await database.insert(operatorSessions).values(session);
}

interface SessionOfOperator {
  readonly session: OperatorSessionRow;
  readonly operator: Operator;
}

/** It also finds a session that has ended. */
export async function findOperatorSession(
  database: Executor,
  tokenHash: string,
): Promise<SessionOfOperator | undefined> {
  const rows = await database
    .select({ session: operatorSessions, operator: operators })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(eq(operatorSessions.tokenHash, tokenHash));
  return rows[0];
}

export async function touchOperatorSession(
  database: Executor,
  tokenHash: string,
  now: EpochMs,
): Promise<void> {
  await database
    .update(operatorSessions)
    .set({ activeAtMs: now })
    .where(eq(operatorSessions.tokenHash, tokenHash));
}

export async function endOperatorSession(
  database: Executor,
  tokenHash: string,
  now: EpochMs,
): Promise<void> {
  await database
    .update(operatorSessions)
    .set({ endedAtMs: now })
    .where(and(eq(operatorSessions.tokenHash, tokenHash), isNull(operatorSessions.endedAtMs)));
}

/** Returns names by id; operators are never deleted. */
export async function findOperatorNames(
  database: Executor,
): Promise<(operatorId: number) => string> {
  const rows = await database.select({ id: operators.id, name: operators.name }).from(operators);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (operatorId) => ensure(names.get(operatorId), `name of operator ${operatorId}`);
}
