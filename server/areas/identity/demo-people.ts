/** Seeds the people of the demo exchange. */
import { DEFAULT_LOCALE } from '../../../contract/languages.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, DEMO_PEOPLE } from '../../kit/demo-accounts.ts';
import { PasswordHasher } from './password-hasher.ts';
import { insertUser } from './users.repo.ts';

/** Adds those that are not there yet; the passwords of the others stay as they are. */
export async function seedDemoPeople(database: Executor, now: EpochMs): Promise<void> {
  const hasher = new PasswordHasher();
  const [passwordHash, payPasswordHash] = await Promise.all([
    hasher.hash(DEMO_PASSWORD),
    hasher.hash(DEMO_PAY_PASSWORD),
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
