/** Accounts of operators, as an administrator of the installation manages them. */
import { z } from 'zod';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { hashPassword } from '../identity/identity.area.ts';
import { StartupError } from '../../kit/process/startup-error.ts';
import { DEMO_OPERATOR } from '../../kit/demo-accounts.ts';
import { endOperatorSessions, insertOperator, updateOperator } from './operators.repo.ts';

interface NewAccount {
  readonly account: string;
  readonly name: string;
  readonly password: string;
}

/** Longer than for users, because an operator account opens all users' documents. */
const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 128;
const NAME_LENGTH_MAX = 80;

/** Adds an account; its first sign-in binds the authenticator. @throws StartupError with the fault. */
export async function addOperator(
  database: Database,
  { account, name, password }: NewAccount,
  now: EpochMs,
): Promise<void> {
  const known = accountOf(account);
  const shownName = name.trim();
  if (shownName === '' || shownName.length > NAME_LENGTH_MAX)
    throw new StartupError(`The name must have 1 to ${NAME_LENGTH_MAX} characters.`);
  const passwordHash = await hashOf(password);
  const operator = { account: known, name: shownName, passwordHash, createdAtMs: now };
  if ((await insertOperator(database, operator)) === undefined)
    throw new StartupError(`There is an operator ${known} already.`);
}

/**
 * Resets an account after the loss of its authenticator or password, or enables it again. It gets a new
 * password, no authenticator until the next sign-in, and all its sessions end. @throws StartupError
 */
export async function resetOperator(
  database: Database,
  { account, password }: Omit<NewAccount, 'name'>,
  now: EpochMs,
): Promise<void> {
  const passwordHash = await hashOf(password);
  await change(database, account, now, {
    passwordHash,
    googleKey: null,
    pendingGoogleKey: null,
    googleLastStep: null,
    disabledAtMs: null,
  });
}

/** Disables an account; all its sessions end immediately. @throws StartupError */
export const disableOperator = (database: Database, account: string, now: EpochMs): Promise<void> =>
  change(database, account, now, { disabledAtMs: now });

async function change(
  database: Database,
  typed: string,
  now: EpochMs,
  columns: Parameters<typeof updateOperator>[2],
): Promise<void> {
  const account = accountOf(typed);
  await transaction(database, async (tx) => {
    const id = await updateOperator(tx, account, columns);
    if (id === undefined) throw new StartupError(`There is no operator ${account}.`);
    await endOperatorSessions(tx, id, now);
  });
}

function accountOf(typed: string): string {
  const account = typed.trim().toLowerCase();
  if (!z.email().safeParse(account).success)
    throw new StartupError('The account must be an email address.');
  if (account === DEMO_OPERATOR) throw new StartupError(`${DEMO_OPERATOR} is for demos alone.`);
  return account;
}

function hashOf(password: string): Promise<string> {
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX)
    throw new StartupError(
      `The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
    );
  return hashPassword(password, 'full');
}
