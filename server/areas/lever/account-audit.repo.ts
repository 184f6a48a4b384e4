/** Reads contract accounts as they are stored, for their comparison with memory. */
import { sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Executor } from '../../kit/db/database.ts';
import { HOUSE_ACCOUNTS, LEVER_DEBT_ACCOUNT, OWNERS } from '../../ledger/chart.ts';

/** An open order as far as its owner's account depends on it. */
export interface AuditedOrder {
  readonly id: number;
  readonly revision: number;
  /** Entry price and margin; null before it opens. */
  readonly openTicks: number | null;
  readonly margin: bigint | null;
  readonly reserve: bigint;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

/** An account with its open orders. Amounts are units. */
export interface AuditedAccount {
  readonly ownerId: number;
  readonly available: bigint;
  readonly frozen: bigint;
  readonly debt: bigint;
  readonly orders: readonly AuditedOrder[];
}

/** Pool and insurance fund of contracts, in units. */
export interface AuditedHouse {
  readonly pool: bigint;
  readonly insurance: bigint;
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
    orders: readonly StoredOrder[];
  }>(sql`
    select wanted.owner_id, coalesce(account.available, 0)::text as available,
      coalesce(account.frozen, 0)::text as frozen, (-coalesce(debt.available, 0))::text as debt,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'revision', revision,
          'openTicks', open_ticks, 'margin', margin::text, 'reserve', reserve::text,
          'takeProfitTicks', take_profit_ticks, 'stopLossTicks', stop_loss_ticks) order by id)
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
    orders: orders.map(({ margin, reserve, ...order }) => ({
      ...order,
      margin: margin === null ? null : BigInt(margin),
      reserve: BigInt(reserve),
    })),
  }));
}

/** Amounts of an order as JSON has them. */
interface StoredOrder extends Omit<AuditedOrder, 'margin' | 'reserve'> {
  readonly margin: string | null;
  readonly reserve: string;
}

/** Returns the stored funds of contracts. @param currencyId settlement currency of all contracts. */
export async function findStoredHouse(
  database: Executor,
  currencyId: number,
): Promise<AuditedHouse> {
  const held = (accountType: number) => sql`coalesce((select available from ledger_accounts
    where owner_id = ${OWNERS.house} and account_type = ${accountType}
      and currency_id = ${currencyId}), 0)::text`;
  const { rows } = await database.execute<Record<'pool' | 'insurance', string>>(sql`
    select ${held(HOUSE_ACCOUNTS.leverPool)} as pool,
      ${held(HOUSE_ACCOUNTS.leverInsurance)} as insurance`);
  const { pool, insurance } = ensure(rows[0], 'the funds of contracts');
  return { pool: BigInt(pool), insurance: BigInt(insurance) };
}
