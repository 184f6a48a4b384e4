/** The operator of the demo exchange. Never in production: the password is public. */
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { DEMO_PASSWORD } from '../identity/demo-people.ts';
import { PasswordHasher } from '../identity/password-hasher.ts';
import { findOperatorByAccount, insertOperator } from './operators.repo.ts';

export const DEMO_OPERATOR = 'demo.operator@meridian.test';

/** Adds the operator where there is none; binds no authenticator: the first sign-in does. */
export async function seedDemoOperator(database: Executor, now: EpochMs): Promise<void> {
  if ((await findOperatorByAccount(database, DEMO_OPERATOR)) !== undefined) return;
  await insertOperator(database, {
    account: DEMO_OPERATOR,
    name: 'Demo operator',
    passwordHash: await new PasswordHasher().hash(DEMO_PASSWORD),
    createdAtMs: now,
  });
}
