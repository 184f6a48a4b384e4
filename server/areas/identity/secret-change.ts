/**
 * The effects of every change of a secret: other sessions end, a hold on withdrawals may start, the
 * owner is notified.
 */
import { refuse, ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { HoldReason } from '../../../contract/identity/security.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { StoredNotice } from '../../kit/notify/user-notice.ts';
import type { IdentityParts } from './service-parts.ts';
import { endSessionsExcept, isSessionOpen } from './session-list.repo.ts';
import { startHold } from './user-security.repo.ts';
import { lockUser } from './users.repo.ts';
import type { User } from './users.repo.ts';

/** The user who changes a secret, and their session. */
export interface Changer {
  readonly userId: number;
  readonly sessionId: string;
  readonly now: EpochMs;
}

export interface SecretChange {
  /** The reason for a hold on withdrawals; null when a secret is set where there was none. */
  readonly hold: HoldReason | null;
  readonly notice: StoredNotice;
}

/**
 * Makes changes of one user sequential, and rejects a session that an earlier change has ended.
 * @param write stores the secret; returns false when an earlier check is outdated.
 * @returns false when `write` did.
 */
export async function changeSecret(
  { database, sessionEnds, notices, log }: IdentityParts,
  { userId, sessionId, now }: Changer,
  { hold, notice }: SecretChange,
  write: (tx: Transaction, user: User) => Promise<boolean>,
): Promise<Result<boolean, 'session_ended'>> {
  const done = await transaction(database, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await isSessionOpen(tx, userId, sessionId))) return refuse('session_ended');
    if (!(await write(tx, user))) return ok(null);
    if (hold !== null) await startHold(tx, userId, hold, now);
    await notices.put(tx, userId, notice, now);
    return ok(await endSessionsExcept(tx, userId, sessionId, now, 'secret_changed'));
  });
  if (!done.ok) return done;
  if (done.value === null) return ok(false);
  sessionEnds.announce(userId, done.value);
  log.info({ userId, change: notice.kind }, 'secret changed');
  return ok(true);
}
