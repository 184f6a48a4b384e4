/** Seeds the operator of the demo exchange. */
import type { EpochMs } from '../../../contract/time.ts';
import type { PasswordCost } from '../../kit/config/config.ts';
import type { Executor } from '../../kit/db/database.ts';
import { DEMO_OPERATOR, DEMO_PASSWORD } from '../../kit/demo-accounts.ts';
import { hashPassword } from '../identity/identity.area.ts';
import { findOperatorByAccount, insertOperator } from './operators.repo.ts';

/** Adds the operator if there is none. It binds no authenticator, because the first sign-in does. */
export async function seedDemoOperator(
  database: Executor,
  now: EpochMs,
  cost: PasswordCost,
): Promise<void> {
  if ((await findOperatorByAccount(database, DEMO_OPERATOR)) !== undefined) return;
  await insertOperator(database, {
    account: DEMO_OPERATOR,
    name: 'Demo operator',
    passwordHash: await hashPassword(DEMO_PASSWORD, cost),
    createdAtMs: now,
  });
}
