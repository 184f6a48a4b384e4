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
 * Transfers and accounts are locked in the order of their keys. A transfer that another statement completes
 * first is left out.
 */
const BOOK = `
  with due as materialized (
    select transfer.id, transfer.user_id, transfer.currency_id, transfer.to_account_type, transfer.amount,
      posting.actor_id, posting.request_id
    from unnest($1::bigint[]) as wanted (id)
    join transfers as transfer on transfer.id = wanted.id
    join spot_postings as posting on posting.id = transfer.posting_id
    where transfer.has_arrival and transfer.movement_number is null and posting.number is not null
    order by transfer.id for update of transfer
  ), numbered as materialized (
    select *, ${NEXT_GENERAL_NUMBER} as number from due
  ), change as materialized (
    select user_id as owner_id, account_type, currency_id, sum(available) as available
    from numbered
    cross join lateral (
      values (to_account_type, amount), (${DEALING_TRANSIT_ACCOUNT}::smallint, -amount)
    ) as part (account_type, available)
    group by user_id, account_type, currency_id
  ), locked as materialized (
    select 1 from (select * from change order by owner_id, account_type, currency_id) as wanted
    cross join lateral (
      select 1 from ledger_accounts as own
      where (own.owner_id, own.account_type, own.currency_id)
        = (wanted.owner_id, wanted.account_type, wanted.currency_id)
      offset 0 for update
    ) as account
  ), given as (
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available)
    select owner_id, account_type, currency_id, available
    from change, (select count(*) from locked) as after_locks
    where account_type <> ${DEALING_TRANSIT_ACCOUNT}
    order by owner_id, account_type, currency_id
    on conflict (owner_id, account_type, currency_id) do update
    set available = account.available + excluded.available
  ), passed as (
    update ledger_accounts as account set available = account.available + change.available
    from change, (select count(*) from locked) as after_locks
    where (account.owner_id, account.account_type, account.currency_id)
        = (change.owner_id, change.account_type, change.currency_id)
      and change.account_type = ${DEALING_TRANSIT_ACCOUNT}
  ), movements as (
    insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    select ${JOURNALS.general}, number, '${RECIPE}', id::text, actor_id, request_id, $2::bigint
    from numbered
  ), entries as (
    insert into ledger_entries
      (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select user_id, part.account_type, currency_id, ${JOURNALS.general}, number, part.available, 0
    from numbered
    cross join lateral (
      values (to_account_type, amount), (${DEALING_TRANSIT_ACCOUNT}::smallint, -amount)
    ) as part (account_type, available)
  ), marked as (
    update transfers as transfer set movement_number = numbered.number
    from numbered where transfer.id = numbered.id
  )
  select id from numbered`;

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
