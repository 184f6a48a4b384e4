/** The statement that pays due dividends. */
import { and, asc, eq, getTableName, lte } from 'drizzle-orm';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { stakingDividends, stakingPositions } from '../../kit/db/schema/staking.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS } from '../../ledger/chart.ts';
import { NEXT_GENERAL_NUMBER } from '../../ledger/ledger.repo.ts';

const FUND = HOUSE_ACCOUNTS.stakingFund;
const { financial } = ACCOUNT_TYPES;

/**
 * Whether the day after the paid ones is over, by the append-only movement that set the dividends aside: a changed row of
 * the position alone would pay days early.
 */
const IS_DAY_OVER = `$1::bigint >= (
        select div(max(at_ms), ${DAY_MS}) * ${DAY_MS} + (paid_days + 2) * ${DAY_MS}::bigint from ledger_movements
        where journal = ${JOURNALS.general} and recipe = 'staking.reserved' and cause_id = position.id::text
      )`;

/**
 * `$1` time, `$2` how many, `$3` request, `$4` position after which it looks. Pays the oldest due day of each position:
 * its row, its movement, both accounts and the count of paid days in one statement, so that a crash leaves all or none.
 * A second server skips locked positions, and the key of `staking_dividends` lets no day be paid twice. The fund is
 * locked before the accounts of users, as everywhere.
 */
const PAY = `
  with due as materialized (
    select id, user_id, currency_id, daily_dividend as amount, paid_days as day
    from ${getTableName(stakingPositions)} as position
    where phase = 'in_effect' and next_dividend_at_ms <= $1::bigint and id > $4::bigint
      and ${IS_DAY_OVER}
    order by id limit $2::integer
    for update skip locked
  ), raised as (
    update ${getTableName(stakingPositions)} as position
    set paid_days = paid_days + 1, updated_at_ms = $1,
      next_dividend_at_ms = case when paid_days + 1 < cycle_days then next_dividend_at_ms + ${DAY_MS} end
    from due where position.id = due.id
  ), paid as materialized (
    select due.*, ${NEXT_GENERAL_NUMBER} as number from due
  ), rows_of_days as (
    insert into ${getTableName(stakingDividends)} (position_id, day, amount, movement_number, paid_at_ms)
    select id, day, amount, number, $1 from paid
  ), movements as (
    insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    select ${JOURNALS.general}, number, 'staking.dividend', id || ':' || day, ${OWNERS.house}, $3::text, $1 from paid
  ), entries as (
    insert into ledger_entries (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
    select change.owner_id, change.account_type, currency_id, ${JOURNALS.general}, number, available, frozen
    from paid cross join lateral (values
      (${OWNERS.house}, ${FUND}, 0, -amount), (user_id, ${financial}, amount, 0)
    ) as change (owner_id, account_type, available, frozen)
  ), funds as materialized (
    select currency_id from ledger_accounts
    where owner_id = ${OWNERS.house} and account_type = ${FUND}
      and currency_id in (select currency_id from paid)
    order by currency_id for update
  ), taken as (
    update ledger_accounts as account set frozen = account.frozen - each.amount
    from (
      select currency_id, sum(amount) as amount from paid
      where (select count(*) from funds) > 0
      group by currency_id
    ) each
    where account.owner_id = ${OWNERS.house} and account.account_type = ${FUND}
      and account.currency_id = each.currency_id
    returning account.currency_id
  ), given as (
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available)
    select user_id, ${financial}, currency_id, sum(amount) from paid
    where (select count(*) from taken) > 0
    group by user_id, currency_id order by user_id, currency_id
    on conflict (owner_id, account_type, currency_id) do update
    set available = account.available + excluded.available
  )
  select id, user_id as "userId" from due order by id`;

export interface PaidPosition {
  readonly id: number;
  readonly userId: number;
}

const BEFORE_ALL = 0;

/** Whether a dividend is due. */
export async function areDividendsDue(database: Database, now: EpochMs): Promise<boolean> {
  const due = await database
    .select({ id: stakingPositions.id })
    .from(stakingPositions)
    .where(
      and(eq(stakingPositions.phase, 'in_effect'), lte(stakingPositions.nextDividendAtMs, now)),
    )
    // Uses the index of positions in effect, which has no ended position.
    .orderBy(asc(stakingPositions.id))
    .limit(1);
  return due.length > 0;
}

/**
 * Pays one due day of at most `count` positions, in the order of their ids. A round names the last position that it has
 * paid as `after`: no index knows the due times, so that the statement reads all positions from there to the last one.
 *
 * @returns the positions in the order of payment.
 */
export async function payDividends(
  database: Database,
  now: EpochMs,
  count: number,
  requestId: string,
  after = BEFORE_ALL,
): Promise<readonly PaidPosition[]> {
  const { rows } = await database.$client.query<{ id: bigint; userId: number }>({
    name: 'pay_dividends',
    text: PAY,
    values: [now, count, requestId, after],
  });
  return rows.map(({ id, userId }) => ({ id: Number(id), userId }));
}
