/**
 * Staking positions in effect with all that a subscription books, stored while no server runs and before any other
 * position: the verifier of the ledger finds no fault in them.
 */
import type pg from 'pg';
import { ensure } from '../../../contract/assert.ts';
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
const { general, spot: ofSpot } = JOURNALS;
const [currency, house] = [1, OWNERS.house];
/** Sums of the stored positions. */
const HELD = `(select user_id, sum(amount) as held, row_number() over (order by user_id) as turn
  from staking_positions group by user_id) granted`;
const FUND = '(select sum(daily_dividend * cycle_days) as promised from staking_positions) fund';

/** The last numbers of the journals. */
interface Last {
  readonly general: number;
  readonly spot: number;
}

/** Position n has n thousand units a day for each of its days. */
export async function bookPositions(client: pg.Client, wanted: BookedPositions): Promise<void> {
  const createdAtMs = wanted.firstDayMs - DAY_MS + SECOND_MS;
  const last = await lastNumbers(client);
  const funding = last.general + wanted.users + 1;
  await client.query(`
    begin;
    ${storedPositions(wanted, createdAtMs, last.spot)}
    ${movementsOf(createdAtMs, { ...last, funding })}
    insert into ledger_accounts as account (owner_id, account_type, currency_id, available, frozen)
    select owner_id, account_type, currency_id, sum(available_delta), sum(frozen_delta)
    from ledger_entries
    where (journal = ${general} and number > ${last.general}) or (journal = ${ofSpot} and number > ${last.spot})
    group by owner_id, account_type, currency_id
    on conflict (owner_id, account_type, currency_id) do update
    set available = account.available + excluded.available, frozen = account.frozen + excluded.frozen;
    select setval('ledger_general_journal', ${funding + wanted.count});
    commit`);
}

/** Users, their product and its positions, with the postings of the principal. */
function storedPositions(
  { count, users, cycleDays, firstDayMs, early = count }: BookedPositions,
  createdAtMs: EpochMs,
  lastSpot: number,
): string {
  const later = `case when n > ${early} then ${LATER_DAYS * DAY_MS} else 0 end`;
  const positions = `(
      select n, (select min(id) from users where uid like 'staker%') + n % ${users} as user_id,
        n * 10000000::numeric as amount, n * 1000::numeric as daily, ${later} as later
      from generate_series(1, ${count}) n
    ) each`;
  return `
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
      ${createdAtMs}, ${lastSpot} + n
    from ${positions} order by n;
    insert into staking_products (currency_id, cycle_days, daily_ppb, amount_min, amount_max, quota, user_max,
      taken, state, revision, created_at_ms)
    select ${currency}, ${cycleDays}, ${DAILY_PPB}, 1, sum(amount), sum(amount), sum(amount), sum(amount),
      'open', 1, 0
    from ${positions};
    insert into staking_positions (user_id, product_id, currency_id, amount, daily_ppb, cycle_days,
      daily_dividend, phase, paid_days, first_day_ms, next_dividend_at_ms, posting_id, revision,
      idempotency_key, request_id, created_at_ms, updated_at_ms)
    select user_id, 1, ${currency}, amount, ${DAILY_PPB}, ${cycleDays}, daily, 'in_effect', 0,
      ${firstDayMs} + later, ${firstDayMs + DAY_MS} + later,
      (select id from spot_postings where recipe = 'staking.principal_paid' and cause_id = n::text),
      2, 'key' || n, 'r', ${createdAtMs} + later, ${createdAtMs}
    from ${positions} order by n;
    insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
    select 'staking-position', id, 1, 2, jsonb_build_object('value', 'inEffect', 'context',
      jsonb_build_object('ownerId', user_id, 'cycleDays', cycle_days, 'refusal', null)), ${createdAtMs}
    from staking_positions;
    insert into staking_fundings (currency_id, amount, request_id, at_ms)
    select ${currency}, promised, 'r', ${createdAtMs} from ${FUND};`;
}

interface Booking {
  readonly journal: number;
  /** SQL over a row of `from`. */
  readonly number: string;
  readonly recipe: string;
  readonly cause: string;
  readonly actor: string | number;
  readonly atMs: string | number;
  readonly from: string;
  readonly entries: readonly string[];
}

const entry = (owner: string | number, type: number, available: string, frozen = '0'): string =>
  `(${owner}, ${type}, ${currency}, ${available}, ${frozen})`;

const booked = ({
  journal,
  number,
  recipe,
  cause,
  actor,
  atMs,
  from,
  entries,
}: Booking): string => `
    insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
    select ${journal}, ${number}, '${recipe}', ${cause}, ${actor}, 'r', ${atMs} from ${from};
    insert into ledger_entries (journal, number, owner_id, account_type, currency_id, available_delta, frozen_delta)
    select ${journal}, ${number}, change.* from ${from} cross join lateral (values ${entries.join(', ')}) change;`;

/** The movements of the money of all users, of the fund, and of all positions. */
function movementsOf(atMs: EpochMs, last: Last & { readonly funding: number }): string {
  const ofHouse = { journal: general, actor: house, atMs };
  const promised = 'daily_dividend * cycle_days';
  const position = { cause: 'id::text', actor: 'user_id', from: 'staking_positions' };
  return [
    {
      ...ofHouse,
      number: `${last.general} + turn`,
      recipe: 'seed.grant',
      cause: "'test'",
      from: HELD,
      entries: [entry('user_id', spot, 'held'), entry(house, custody, '-held')],
    },
    {
      ...ofHouse,
      number: String(last.funding),
      recipe: 'staking.funded',
      cause: "'1'",
      from: FUND,
      entries: [entry(house, custody, '-promised'), entry(house, stakingFund, 'promised')],
    },
    {
      ...position,
      journal: general,
      number: `${last.funding} + id`,
      recipe: 'staking.reserved',
      atMs: 'created_at_ms',
      entries: [entry(house, stakingFund, `-${promised}`, promised)],
    },
    {
      ...position,
      journal: ofSpot,
      number: `${last.spot} + id`,
      recipe: 'staking.principal_paid',
      atMs,
      entries: [entry('user_id', spot, '-amount'), entry('user_id', financial, '0', 'amount')],
    },
  ]
    .map(booked)
    .join('');
}

async function lastNumbers(client: pg.Client): Promise<Last> {
  const { rows } = await client.query<Last>(`
    select coalesce(max(number) filter (where journal = ${general}), 0)::integer as general,
      coalesce(max(number) filter (where journal = ${ofSpot}), 0)::integer as spot
    from ledger_movements`);
  return ensure(rows[0], 'the last numbers');
}
