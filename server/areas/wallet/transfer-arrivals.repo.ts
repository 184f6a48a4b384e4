/** Statements on the second legs of transfers, which the general journal books. */
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import { spotPostings, transfers } from '../../kit/db/schema/wallet.ts';
import { isRolledBack } from '../../kit/db/transaction.ts';
import { DEALING_TRANSIT_ACCOUNT, JOURNALS } from '../../ledger/chart.ts';
import { NEXT_GENERAL_NUMBER } from '../../ledger/ledger.repo.ts';
import type { RecipeName } from '../../ledger/movement.ts';

const RECIPE: RecipeName = 'transfer.into_dealing';

/**
 * Books the second legs of the transfers `$1` at the time `$2`, and returns the transfers that it completed.
 * A transfer that another statement completes first is left out. Transfers are locked in the order of their ids,
 * in which an index scan for an array finds them. Transit accounts are locked in the order of
 * their keys, as the spot writer locks them, and then the others.
 */
const BOOK = `
  with due as (
    update transfers as transfer set movement_number = ${NEXT_GENERAL_NUMBER}
    from spot_postings as posting
    where transfer.id = any ($1::bigint[]) and posting.id = transfer.posting_id
      and transfer.has_arrival and transfer.movement_number is null and posting.number is not null
    returning transfer.id, transfer.user_id as owner_id, transfer.currency_id, transfer.to_account_type,
      transfer.amount, transfer.movement_number as number, posting.actor_id, posting.request_id
  ), change as materialized (
    select owner_id, to_account_type, currency_id, sum(amount) as amount
    from due group by owner_id, to_account_type, currency_id
  ), left_transit as materialized (
    select owner_id, currency_id, sum(amount) as amount from change group by owner_id, currency_id
  ), locked as materialized (
    select 1 from (select * from left_transit order by owner_id, currency_id) as wanted
    cross join lateral (
      select 1 from ledger_accounts as own
      where (own.owner_id, own.account_type, own.currency_id)
        = (wanted.owner_id, ${DEALING_TRANSIT_ACCOUNT}::smallint, wanted.currency_id)
      offset 0 for update
    ) as account
  ), passed as (
    update ledger_accounts as account set available = account.available - left_transit.amount
    from left_transit, (select count(*) from locked) as after_locks
    where (account.owner_id, account.account_type, account.currency_id)
      = (left_transit.owner_id, ${DEALING_TRANSIT_ACCOUNT}::smallint, left_transit.currency_id)
  ), given as (
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available)
    select owner_id, to_account_type, currency_id, amount
    from change, (select count(*) from locked) as after_locks
    order by owner_id, to_account_type, currency_id
    on conflict (owner_id, account_type, currency_id) do update
    set available = account.available + excluded.available
  ), movements as (
    insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    select ${JOURNALS.general}, number, '${RECIPE}', id::text, actor_id, request_id, $2::bigint from due
  ), entries as (
    insert into ledger_entries
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select owner_id, part.account_type, currency_id, ${JOURNALS.general}, number, part.available, 0
    from due
    cross join lateral (
      values (to_account_type, amount), (${DEALING_TRANSIT_ACCOUNT}::smallint, -amount)
    ) as part (account_type, available)
  )
  select id from due`;

/** @param ids each once. @returns those of the transfers that the call has completed. */
export async function bookArrivals(
  keyed: Database,
  ids: readonly number[],
  now: EpochMs,
): Promise<readonly number[]> {
  for (;;) {
    try {
      const { rows } = await keyed.$client.query<{ id: bigint }>({
        name: 'book_arrivals',
        text: BOOK,
        values: [ids, now],
      });
      return rows.map(({ id }) => Number(id));
    } catch (error) {
      if (!isRolledBack(error)) throw error;
    }
  }
}

/** Returns those of the transfers whose second leg is booked. */
export async function findArrived(
  database: Executor,
  ids: readonly number[],
): Promise<readonly number[]> {
  const rows = await database
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(inArray(transfers.id, [...ids]), isNotNull(transfers.movementNumber)));
  return rows.map(({ id }) => id);
}

/** Returns the oldest transfers whose second leg can be booked and is not. */
export async function findArriving(database: Executor, count: number): Promise<readonly number[]> {
  const rows = await database
    .select({ id: transfers.id })
    .from(transfers)
    .innerJoin(spotPostings, eq(spotPostings.id, transfers.postingId))
    .where(
      and(
        eq(transfers.hasArrival, true),
        isNull(transfers.movementNumber),
        isNotNull(spotPostings.number),
      ),
    )
    .orderBy(asc(transfers.id))
    .limit(count);
  return rows.map(({ id }) => id);
}
