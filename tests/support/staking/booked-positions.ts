/**
 * Staking positions in effect with all that a subscription books, stored while no server runs and before any other
 * position: the verifier of the ledger finds no fault in them.
 */
import type pg from 'pg';
import { DAY_MS, SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS } from '../../../server/ledger/chart.ts';

interface BookedPositions {
  readonly count: number;
  /** Position n belongs to user n modulo this number. */
  readonly users: number;
  readonly cycleDays: number;
  readonly firstDayMs: EpochMs;
  /** Only so many positions begin on the first day, the others {@link LATER_DAYS} later; by default all of them. */
  readonly early?: number;
}

const LATER_DAYS = 100;

/** Billionths of the principal a day. */
const DAILY_PPB = 100_000;
const { custody, stakingFund } = HOUSE_ACCOUNTS;
const { spot, financial } = ACCOUNT_TYPES;
const [currency, house] = [1, OWNERS.house];

/** Position n has n thousand units a day for each of its days. */
export async function bookPositions(
  client: pg.Client,
  { count, users, cycleDays, firstDayMs, early = count }: BookedPositions,
): Promise<void> {
  const createdAtMs = firstDayMs - DAY_MS + SECOND_MS;
  const later = `case when n > ${early} then ${LATER_DAYS * DAY_MS} else 0 end`;
  const amount = 'n * 10000000::numeric';
  const daily = 'n * 1000::numeric';
  const promised = `${daily} * ${cycleDays}`;
  const owner = `(select min(id) from users where uid like 'staker%') + n % ${users}`;
  const positions = `generate_series(1, ${count}) n`;
  const [general, ofSpot] = await lastNumbers(client);
  const funding = general + users + 1;
  const movement = (journal: number, number: string, recipe: string, cause: string): string =>
    `select ${journal}, ${number}, '${recipe}', ${cause}`;
  const entry = (ownerId: string | number, type: number, available: string, frozen = '0'): string =>
    `(${ownerId}, ${type}, ${currency}, ${available}, ${frozen})`;
  const entries = (journal: number, number: string, from: string, rows: readonly string[]) => `
    insert into ledger_entries (journal, number, owner_id, account_type, currency_id, available_delta, frozen_delta)
    select ${journal}, ${number}, change.* from ${from} cross join lateral (values ${rows.join(', ')}) change;`;
  const movements = (
    values: string,
    actor: string | number,
    from: string,
    at = String(createdAtMs),
  ) => `
    insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    ${values}, ${actor}, 'r', ${at} from ${from};`;
  const held = `(select user_id, sum(amount) as held, row_number() over (order by user_id) as turn
    from staking_positions group by user_id) granted`;
  const fund = `(select sum(daily_dividend * cycle_days) as promised from staking_positions) fund`;
  await client.query(`
    begin;
    insert into currencies values (${currency}, 'USDT', 'Tether', 18) on conflict do nothing;
    insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
    select 'staker' || n, 'staker' || n || '@example.org', '', 'STAKER' || n, 'en-US', 0
    from generate_series(1, ${users}) n;
    insert into spot_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms, number)
    select 'staking.principal_paid', n::text, user_id, 'r', jsonb_build_array(
        jsonb_build_object('owner_id', user_id, 'account_type', ${spot}, 'currency_id', ${currency},
          'available', (-amount)::text, 'frozen', '0'),
        jsonb_build_object('owner_id', user_id, 'account_type', ${financial}, 'currency_id', ${currency},
          'available', '0', 'frozen', amount::text)),
      ${createdAtMs}, ${ofSpot} + n
    from (select n, ${owner} as user_id, ${amount} as amount from ${positions}) each order by n;
    insert into staking_products (currency_id, cycle_days, daily_ppb, amount_min, amount_max, quota, user_max,
      taken, state, revision, created_at_ms)
    select ${currency}, ${cycleDays}, ${DAILY_PPB}, 1, sum(${amount}), sum(${amount}), sum(${amount}),
      sum(${amount}), 'open', 1, 0
    from ${positions};
    insert into staking_positions (user_id, product_id, currency_id, amount, daily_ppb, cycle_days,
      daily_dividend, phase, paid_days, first_day_ms, next_dividend_at_ms, posting_id, revision,
      idempotency_key, request_id, created_at_ms, updated_at_ms)
    select ${owner}, 1, ${currency}, ${amount}, ${DAILY_PPB}, ${cycleDays}, ${daily}, 'in_effect', 0,
      ${firstDayMs} + ${later}, ${firstDayMs + DAY_MS} + ${later},
      (select id from spot_postings where recipe = 'staking.principal_paid' and cause_id = n::text), 2, 'key' || n, 'r', ${createdAtMs} + ${later}, ${createdAtMs}
    from ${positions} order by n;
    insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
    select 'staking-position', id, 1, 2, jsonb_build_object('value', 'inEffect', 'context',
      jsonb_build_object('ownerId', user_id, 'cycleDays', cycle_days, 'refusal', null)), ${createdAtMs}
    from staking_positions;
    insert into staking_fundings (currency_id, amount, request_id, at_ms)
    select ${currency}, promised, 'r', ${createdAtMs} from ${fund};
    ${movements(movement(JOURNALS.general, `${general} + turn`, 'seed.grant', "'test'"), house, held)}
    ${entries(JOURNALS.general, `${general} + turn`, held, [
      entry('user_id', spot, 'held'),
      entry(house, custody, '-held'),
    ])}
    ${movements(movement(JOURNALS.general, String(funding), 'staking.funded', "'1'"), house, fund)}
    ${entries(JOURNALS.general, String(funding), fund, [
      entry(house, custody, '-promised'),
      entry(house, stakingFund, 'promised'),
    ])}
    ${movements(
      movement(JOURNALS.general, `${funding} + id`, 'staking.reserved', 'id::text'),
      'user_id',
      'staking_positions order by id',
      'created_at_ms',
    )}
    ${entries(JOURNALS.general, `${funding} + n`, positions, [
      entry(house, stakingFund, `-(${promised})`, promised),
    ])}
    ${movements(
      movement(JOURNALS.spot, `${ofSpot} + id`, 'staking.principal_paid', 'id::text'),
      'user_id',
      'staking_positions order by id',
    )}
    ${entries(JOURNALS.spot, `${ofSpot} + id`, 'staking_positions', [
      entry('user_id', spot, '-amount'),
      entry('user_id', financial, '0', 'amount'),
    ])}
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available, frozen)
    select owner_id, account_type, currency_id, sum(available_delta), sum(frozen_delta)
    from ledger_entries
    where (journal = ${JOURNALS.general} and number > ${general}) or (journal = ${JOURNALS.spot} and number > ${ofSpot})
    group by owner_id, account_type, currency_id
    on conflict (owner_id, account_type, currency_id) do update
    set available = account.available + excluded.available, frozen = account.frozen + excluded.frozen;
    select setval('ledger_general_journal', ${funding + count});
    commit`);
}

/** The last numbers of the general and the spot journal. */
async function lastNumbers(client: pg.Client): Promise<readonly [number, number]> {
  const { rows } = await client.query<{ general: number; spot: number }>(`
    select coalesce(max(number) filter (where journal = ${JOURNALS.general}), 0)::integer as general,
      coalesce(max(number) filter (where journal = ${JOURNALS.spot}), 0)::integer as spot
    from ledger_movements`);
  const [last] = rows;
  return [last?.general ?? 0, last?.spot ?? 0];
}
