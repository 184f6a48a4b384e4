/** Sessions: opening, authenticating, rotating and ending them. ADR 0002 explains the rotation. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { SessionOwner } from './access-cache.ts';
import type { IdentityParts } from './service-parts.ts';
import { digest, randomToken, randomTokens, successorTokens } from '../../kit/seal/secrets.ts';
import {
  endSession,
  findRefreshToken,
  insertSession,
  insertTokens,
  lockSession,
  updateGeneration,
} from './sessions.repo.ts';
import type { EndReason, FoundAccess, Session } from './sessions.repo.ts';
import { findUserById } from './users.repo.ts';

interface NewDevice {
  readonly userId: number;
  readonly address: string;
  readonly userAgent: string;
}

export type AuthenticationError = 'unauthorized' | 'session_ended' | 'user_disabled';
export type RefreshError = 'session_ended' | 'user_disabled';

/** The result of a refresh; `reusedBy` is the owner of a session that a reuse has just ended. */
interface RefreshOutcome {
  readonly answer: Result<Tokens, RefreshError>;
  readonly reusedBy?: number;
}

const USER_AGENT_CHARACTERS_MAX = 256;

/** Opens a session for a user whose identity was just proved. */
export async function openSession(
  tx: Transaction,
  { userId, address, userAgent }: NewDevice,
  now: EpochMs,
): Promise<Tokens> {
  const id = randomUUID();
  await insertSession(tx, {
    id,
    userId,
    createdAtMs: now,
    rotatedAtMs: now,
    address,
    userAgent: userAgent.slice(0, USER_AGENT_CHARACTERS_MAX),
  });
  const tokens = randomTokens();
  await storeTokens(tx, { id, createdAtMs: now }, 0, tokens, now);
  return tokens;
}

type AccessParts = Pick<IdentityParts, 'accessReads' | 'accessCache' | 'log'>;

/** Returns the owner of an access token; rejects a refresh token. An acceptance is valid for a second. */
export async function authenticate(
  parts: AccessParts,
  accessToken: string,
  now: EpochMs,
): Promise<Result<SessionOwner, AuthenticationError>> {
  const { accessReads, accessCache } = parts;
  const hash = digest(accessToken);
  const known = accessCache.find(hash, now);
  if (known) {
    const due = accessCache.takeDue(now);
    if (due.length > 0) void renewAcceptances(parts, due, now);
    return ok(known);
  }
  const accepted = accessCache.expect(hash, now);
  const owner = ownerOf(await accessReads.find(hash), now);
  if (owner.ok) accepted(owner.value);
  return owner;
}

/**
 * Renews acceptances of tokens in use before they expire, with a few shared statements a second instead
 * of one per token. A refused or failed renewal lets the acceptance expire, and the next call reads the
 * token and its error.
 */
async function renewAcceptances(
  { accessReads, accessCache, log }: AccessParts,
  digests: readonly string[],
  now: EpochMs,
): Promise<void> {
  try {
    await Promise.all(
      digests.map(async (hash) => {
        const accepted = accessCache.expect(hash, now);
        const owner = ownerOf(await accessReads.find(hash), now);
        if (owner.ok) accepted(owner.value);
      }),
    );
  } catch (error) {
    log.debug({ err: error }, 'sessions in use could not be read again');
  }
}

/** Whether a user is disabled, and by whom. */
interface Disabling {
  readonly disabledAtMs: EpochMs | null;
  readonly isHeldByOwner: boolean;
}

/** The sessions of an owner who holds the account have ended, and the sign-in says why. */
const isDisabled = ({ disabledAtMs, isHeldByOwner }: Disabling): boolean =>
  disabledAtMs !== null && !isHeldByOwner;

function ownerOf(
  found: FoundAccess | undefined,
  now: EpochMs,
): Result<SessionOwner, AuthenticationError> {
  if (found === undefined) return refuse('unauthorized');
  if (isDisabled(found)) return refuse('user_disabled');
  if (found.endedAtMs !== null) return refuse('session_ended');
  if (found.expiresAtMs <= now) return refuse('unauthorized');
  const { userId, sessionId, isVerified, expiresAtMs: accessExpiresAtMs } = found;
  return ok({ userId, sessionId, isVerified, accessExpiresAtMs });
}

/**
 * Exchanges a refresh token for the next pair. The immediate predecessor gets the same pair again
 * within the grace period; any older token ends the session.
 */
export function refreshSession(
  database: Database,
  refreshToken: string,
  now: EpochMs,
): Promise<RefreshOutcome> {
  return transaction(database, async (tx) => {
    const presented = await findRefreshToken(tx, digest(refreshToken));
    const session = presented && (await lockSession(tx, presented.sessionId));
    if (!session) return { answer: refuse('session_ended') };
    const user = await findUserById(tx, session.userId);
    if (user === undefined || isDisabled(user)) return { answer: refuse('user_disabled') };
    if (session.endedAtMs !== null) return { answer: refuse('session_ended') };
    if (presented.generation === session.generation)
      return { answer: await rotate(tx, session, refreshToken, now) };
    const repeated = repeatRotation(session, presented.generation, refreshToken, now);
    if (repeated) return { answer: ok(repeated) };
    await endSession(tx, session.id, now, 'refresh_reused');
    return { answer: refuse('session_ended'), reusedBy: session.userId };
  });
}

async function rotate(
  tx: Transaction,
  session: Session,
  refreshToken: string,
  now: EpochMs,
): Promise<Result<Tokens, 'session_ended'>> {
  const overdue = overdueReason(session, now);
  if (overdue) {
    await endSession(tx, session.id, now, overdue);
    return refuse('session_ended');
  }
  const rotationSalt = randomToken();
  const tokens = successorTokens(refreshToken, rotationSalt);
  const generation = session.generation + 1;
  await updateGeneration(tx, session.id, { generation, rotatedAtMs: now, rotationSalt });
  await storeTokens(tx, session, generation, tokens, now);
  return ok(tokens);
}

/** Returns the pair that `refreshToken` was already exchanged for, within the grace period. */
function repeatRotation(
  session: Session,
  generation: number,
  refreshToken: string,
  now: EpochMs,
): Tokens | undefined {
  const isPredecessor = generation === session.generation - 1;
  const isInGrace = now - session.rotatedAtMs <= LIMITS.refresh_reuse_grace_ms;
  return isPredecessor && isInGrace && session.rotationSalt !== null
    ? successorTokens(refreshToken, session.rotationSalt)
    : undefined;
}

function overdueReason(session: Session, now: EpochMs): EndReason | undefined {
  if (now - session.createdAtMs >= LIMITS.refresh_token_absolute_ms) return 'too_old';
  return now - session.rotatedAtMs >= LIMITS.refresh_token_idle_ms ? 'idle' : undefined;
}

async function storeTokens(
  tx: Executor,
  { id, createdAtMs }: Pick<Session, 'id' | 'createdAtMs'>,
  generation: number,
  { accessToken, refreshToken }: Tokens,
  now: EpochMs,
): Promise<void> {
  const absoluteEnd = createdAtMs + LIMITS.refresh_token_absolute_ms;
  await insertTokens(tx, [
    {
      hash: digest(accessToken),
      sessionId: id,
      kind: 'access',
      generation,
      expiresAtMs: Math.min(now + LIMITS.access_token_valid_ms, absoluteEnd),
    },
    // Kept for the session's whole life, because a used token must be recognized at any later reuse.
    {
      hash: digest(refreshToken),
      sessionId: id,
      kind: 'refresh',
      generation,
      expiresAtMs: absoluteEnd,
    },
  ]);
}
