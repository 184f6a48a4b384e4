/** Seeds the users of the demo exchange. */
import { DEFAULT_LOCALE } from '../../../contract/languages.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { PasswordCost } from '../../kit/config/config.ts';
import type { Executor } from '../../kit/db/database.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, DEMO_PEOPLE } from '../../kit/demo-accounts.ts';
import { hashPassword } from './password-hasher.ts';
import { insertUser } from './users.repo.ts';

/** Adds missing users; the passwords of existing ones stay as they are. */
export async function seedDemoUsers(
  database: Executor,
  now: EpochMs,
  cost: PasswordCost,
): Promise<void> {
  const [passwordHash, payPasswordHash] = await Promise.all([
    hashPassword(DEMO_PASSWORD, cost),
    hashPassword(DEMO_PAY_PASSWORD, cost),
  ]);
  for (const person of DEMO_PEOPLE)
    await insertUser(database, {
      ...person,
      passwordHash,
      payPasswordHash,
      locale: DEFAULT_LOCALE,
      createdAtMs: now,
    });
}
