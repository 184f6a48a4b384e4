/** The rotating code with which a person lets an agent add them to a team. */
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

/** The person's present code; a new one once that was used or its time is over. */
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
    // Another call of the person may have been first: then that one's is read. Or somebody has this code.
    if (await insertAuthorization(database, { userId, code, expiresAtMs }))
      return ok({ code, expires_at: expiresAtMs });
  }
}
