/** Sessions of operators: each has one token, and ends when it is idle, too old, or signed out. */
import { LIMITS } from '../../../contract/limits.ts';
import type { OperatorSession } from '../../../contract/operator/schemas/session.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import { digest, randomToken } from '../../kit/seal/secrets.ts';
import {
  endOperatorSession,
  findOperatorSession,
  insertOperatorSession,
  touchOperatorSession,
} from './operators.repo.ts';
import type { Operator, OperatorSessionRow } from './operators.repo.ts';

/** The operator of an accepted token. */
export interface SignedInOperator {
  readonly operatorId: number;
  readonly session: OperatorSession;
  /** Identifies the session without its token. */
  readonly tokenHash: string;
}
export type OpenedSession = OperatorSession & { readonly token: string };
export type OperatorAuthenticateError = 'unauthorized' | 'session_ended' | 'user_disabled';

/** The shortest interval between updates of the last use, because each call would otherwise cause a write. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

export async function openOperatorSession(
  database: Executor,
  operator: Operator,
  address: string,
  now: EpochMs,
): Promise<OpenedSession> {
  const token = randomToken();
  const session = {
    tokenHash: digest(token),
    operatorId: operator.id,
    createdAtMs: now,
    activeAtMs: now,
    endedAtMs: null,
    address,
  };
  await insertOperatorSession(database, session);
  return { token, ...sessionOf(operator, session) };
}

/**
 * Finds the operator of a token. An accepted call keeps the session open for another
 * `operator_session_idle_ms`, at most until its absolute end.
 * @param isUnbidden true for a call that the page made by itself, which does not count as activity.
 */
export async function authenticateOperator(
  database: Database,
  token: string,
  now: EpochMs,
  isUnbidden: boolean,
): Promise<Result<SignedInOperator, OperatorAuthenticateError>> {
  const tokenHash = digest(token);
  const found = await findOperatorSession(database, tokenHash);
  if (found === undefined) return refuse('unauthorized');
  const { session, operator } = found;
  if (operator.disabledAtMs !== null) return refuse('user_disabled');
  if (session.endedAtMs !== null || now >= endOf(session)) return refuse('session_ended');
  if (!isUnbidden && now - session.activeAtMs >= TOUCH_INTERVAL_MS)
    await touchOperatorSession(database, tokenHash, now);
  return ok({ operatorId: operator.id, session: sessionOf(operator, session), tokenHash });
}

export const signOutOperator = (
  database: Executor,
  { tokenHash }: SignedInOperator,
  now: EpochMs,
): Promise<void> => endOperatorSession(database, tokenHash, now);

const endOf = ({ createdAtMs, activeAtMs }: OperatorSessionRow): EpochMs =>
  Math.min(
    createdAtMs + LIMITS.operator_session_absolute_ms,
    activeAtMs + LIMITS.operator_session_idle_ms,
  );

const sessionOf = (
  { id, account, name }: Operator,
  { createdAtMs }: Pick<OperatorSessionRow, 'createdAtMs'>,
): OperatorSession => ({
  operator_id: id,
  account,
  name,
  expires_at: createdAtMs + LIMITS.operator_session_absolute_ms,
  idle_ms: LIMITS.operator_session_idle_ms,
});
