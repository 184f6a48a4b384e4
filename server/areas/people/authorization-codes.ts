/** The rotating code with which a user lets an agent add them to a team. */
import { LIMITS } from '../../../contract/limits.ts';
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { AuthorizationCode } from '../../../contract/identity/security.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { randomReadableCode } from '../../kit/seal/secrets.ts';
import {
  deleteExpiredAuthorization,
  findAuthorization,
  insertAuthorization,
} from './authorization-codes.repo.ts';

/** Returns the user's present code, or a new one if that was used or has expired. */
export async function readAuthorizationCode(
  database: Database,
  userId: number,
  now: EpochMs,
): Promise<Result<AuthorizationCode, never>> {
  for (;;) {
    const present = await findAuthorization(database, userId, now);
    if (present) return ok({ code: present.code, expires_at: present.expiresAtMs });
    await deleteExpiredAuthorization(database, userId, now);
    const code = randomReadableCode();
    const expiresAtMs = now + LIMITS.authorization_code_valid_ms;
    // If the insert fails, a concurrent call of the user may have inserted first, whose code is then
    // read, or another user has this code.
    if (await insertAuthorization(database, { userId, code, expiresAtMs }))
      return ok({ code, expires_at: expiresAtMs });
  }
}
