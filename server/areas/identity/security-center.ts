/** The security center of a signed-in user: its data and its actions. */
import { ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Security, Session } from '../../../contract/identity/security.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { holdOf } from './security-check.ts';
import type { IdentityParts } from './service-parts.ts';
import { endSessionsExcept, findOpenSessions, isSessionOpen } from './session-list.repo.ts';
import { findUserSecurity } from './user-security.repo.ts';
import { findUserById, lockUser } from './users.repo.ts';

/** Returns which secrets the user has, and the hold on withdrawals. */
export async function readSecurity(
  { database }: Pick<IdentityParts, 'database'>,
  userId: number,
  now: EpochMs,
): Promise<Result<Security, never>> {
  const user = ensure(await findUserById(database, userId), `user ${userId}`);
  const security = await findUserSecurity(database, userId);
  const hold = holdOf(security, now);
  return ok({
    has_pay_password: user.payPasswordHash !== null,
    is_google_bound: security?.googleKey != null,
    withdrawal_hold_until: hold?.untilMs ?? null,
    withdrawal_hold_reason: hold?.reason ?? null,
  });
}

/** Returns the signed-in devices, the caller's first. */
export async function listSessions(
  { database }: IdentityParts,
  userId: number,
  currentId: string,
  now: EpochMs,
): Promise<Result<Session[], never>> {
  const open = await findOpenSessions(database, userId, now);
  const shown = open.map((session) => ({
    id: session.id,
    is_current: session.id === currentId,
    created_at: session.createdAtMs,
    active_at: session.rotatedAtMs,
    address: session.address,
    user_agent: session.userAgent,
  }));
  return ok(shown.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)));
}

/** Signs all other devices out immediately, unless one of them has just done the same. @returns how many. */
export async function endOtherSessions(
  { database, sessionEnds, notices }: IdentityParts,
  userId: number,
  currentId: string,
  now: EpochMs,
): Promise<Result<{ ended: number }, 'session_ended'>> {
  const ended = await transaction(database, async (tx) => {
    await lockUser(tx, userId);
    if (!(await isSessionOpen(tx, userId, currentId))) return null;
    const ids = await endSessionsExcept(tx, userId, currentId, now, 'others_signed_out');
    if (ids.length > 0) await notices.put(tx, userId, { kind: 'devicesSignedOut' }, now);
    return ids;
  });
  if (ended === null) return refuse('session_ended');
  sessionEnds.announce(userId, ended);
  return ok({ ended: ended.length });
}
