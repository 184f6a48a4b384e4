/** Starts the audit of contract accounts over the database. */
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { findContractOwners, findStoredAccounts, findStoredHouse } from './account-audit.repo.ts';
import { startAccountAudit } from './account-audit.ts';
import type { AccountAudit } from './account-audit.ts';
import type { LeverExchange } from './lever-exchange.types.ts';

interface AccountAuditOptions {
  readonly exchange: LeverExchange;
  /** Settlement currency of all contracts. */
  readonly currencyId: number;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
}

export async function openAccountAudit(options: AccountAuditOptions): Promise<AccountAudit> {
  const { exchange, currencyId, database } = options;
  const owners = await findContractOwners(database);
  const stored = (ownerIds: readonly number[]) =>
    findStoredAccounts(database, ownerIds, currencyId);
  const storedHouse = () => findStoredHouse(database, currencyId);
  const exchangeParts = { view: exchange, commands: exchange };
  return startAccountAudit({ ...options, ...exchangeParts, owners, stored, storedHouse });
}
