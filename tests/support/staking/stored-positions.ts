/** Staking positions in effect, stored without a server, and the fund that owes them all their dividends. */
import type pg from 'pg';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';

interface StoredPositions {
  readonly count: number;
  readonly cycleDays: number;
  readonly firstDayMs: EpochMs;
}

/** Half of the positions belong to each of two users; position n pays n units a day. */
export async function seedPositions(
  client: pg.Client,
  { count, cycleDays, firstDayMs }: StoredPositions,
): Promise<void> {
  await client.query(`
    insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
    select 'staker' || n, 'staker' || n || '@example.org', '', 'STAKER' || n, 'en-US', 0 from generate_series(1, 2) n`);
  await client.query(`
    insert into staking_products (currency_id, cycle_days, daily_ppb, amount_min, amount_max, quota, user_max,
      taken, state, revision, created_at_ms)
    values (1, ${cycleDays}, 1000000, 1, 1000000000, 1000000000, 1000000000, 0, 'open', 1, 0)`);
  await client.query(`
    insert into staking_positions (user_id, product_id, currency_id, amount, daily_ppb, cycle_days,
      daily_dividend, phase, paid_days, first_day_ms, next_dividend_at_ms, revision, idempotency_key,
      request_id, created_at_ms, updated_at_ms)
    select (select min(id) from users) + n % 2, 1, 1, n * 1000, 1000000, ${cycleDays}, n, 'in_effect', 0,
      ${firstDayMs}, ${firstDayMs + DAY_MS}, 1, 'key' || n, 'r', 0, 0
    from generate_series(1, ${count}) n`);
  await client.query(`
    insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    select ${JOURNALS.general}, nextval('ledger_general_journal'), 'staking.reserved', id::text, 0, 'r', first_day_ms - 1
    from staking_positions`);
  await client.query(`
    insert into ledger_accounts (owner_id, account_type, currency_id, available, frozen)
    select 0, 130, 1, 0, sum(daily_dividend * cycle_days) from staking_positions`);
}
