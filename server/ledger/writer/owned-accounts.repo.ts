/** The stored balances of a writer's accounts. */
import { and, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../kit/db/database.ts';
import { ledgerAccounts } from '../../kit/db/schema/ledger.ts';
import type { OwnedBalance, OwnerBalances } from './owned-balances.ts';

/** Returns the balances of these account types by owner; an empty list for an owner without accounts. */
export async function findOwnedAccounts(
  database: Executor,
  accountTypes: readonly number[],
  ownerIds: readonly number[],
): Promise<OwnerBalances> {
  const rows = await database
    .select()
    .from(ledgerAccounts)
    .where(
      and(
        inArray(ledgerAccounts.accountType, [...accountTypes]),
        // One parameter for any number of owners.
        sql`${ledgerAccounts.ownerId} = any(${sql.param(ownerIds)}::integer[])`,
      ),
    );
  const found = new Map(ownerIds.map((id): [number, OwnedBalance[]] => [id, []]));
  for (const balance of rows) found.get(balance.ownerId)?.push(balance);
  return found;
}
