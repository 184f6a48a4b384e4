/** Reads contract accounts as they are stored, for their comparison with memory. */
import { sql } from 'drizzle-orm';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Executor } from '../../kit/db/database.ts';
import { LEVER_DEBT_ACCOUNT } from '../../ledger/chart.ts';

/** An account with its open orders. Amounts are units. */
export interface AuditedAccount {
  readonly ownerId: number;
  readonly available: bigint;
  readonly frozen: bigint;
  readonly debt: bigint;
  readonly orders: readonly { readonly id: number; readonly revision: number }[];
}

/** Returns the owners of open orders. */
export async function findContractOwners(database: Executor): Promise<readonly number[]> {
  const { rows } = await database.execute<{ owner_id: number }>(sql`
    select distinct owner_id from lever_orders
    where state in ('pending', 'in_trading', 'closing')`);
  return rows.map((row) => row.owner_id);
}

/** Returns the accounts of these owners in one snapshot. @param currencyId settlement currency of all contracts. */
export async function findStoredAccounts(
  database: Executor,
  ownerIds: readonly number[],
  currencyId: number,
): Promise<readonly AuditedAccount[]> {
  const ids = sql`${sql.param(ownerIds)}::integer[]`;
  const { rows } = await database.execute<{
    owner_id: number;
    available: string;
    frozen: string;
    debt: string;
    orders: readonly { readonly id: number; readonly revision: number }[];
  }>(sql`
    select wanted.owner_id, coalesce(account.available, 0)::text as available,
      coalesce(account.frozen, 0)::text as frozen, (-coalesce(debt.available, 0))::text as debt,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'revision', revision) order by id)
        from lever_orders lever_order
        where lever_order.owner_id = wanted.owner_id and state in ('pending', 'in_trading', 'closing')
      ), '[]') as orders
    from unnest(${ids}) wanted (owner_id)
    left join ledger_accounts account on account.owner_id = wanted.owner_id
      and account.account_type = ${ACCOUNT_TYPES.contract} and account.currency_id = ${currencyId}
    left join ledger_accounts debt on debt.owner_id = wanted.owner_id
      and debt.account_type = ${LEVER_DEBT_ACCOUNT} and debt.currency_id = ${currencyId}`);
  return rows.map(({ owner_id: ownerId, available, frozen, debt, orders }) => ({
    ownerId,
    available: BigInt(available),
    frozen: BigInt(frozen),
    debt: BigInt(debt),
    orders,
  }));
}
