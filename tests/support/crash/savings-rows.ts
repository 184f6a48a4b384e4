/** Stored positions, subscriptions and their movements, as the comparison of savings with acknowledged commands reads them. */
import { HOUR_MS } from '../../../contract/time.ts';
import { eventually } from '../eventually.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

type Server = Pick<TestServer, 'dataDir'>;

/** Units are text. */
export interface StoredPosition {
  readonly id: string;
  readonly email: string;
  readonly key: string;
  readonly amount: string;
  readonly phase: string;
  readonly paidDays: number;
  /** Movements of dividends, how many of them are of different days, and their sum. */
  readonly dividends: number;
  readonly days: number;
  readonly earned: string;
  /** Movements that took the principal, and that gave it back with the dividends; their sums. */
  readonly takings: number;
  readonly taken: string;
  readonly returns: number;
  readonly returned: string;
}

export interface StoredSubscription {
  readonly id: string;
  readonly email: string;
  readonly offering: string;
  readonly phase: string;
  readonly steps: number;
  readonly paid: string;
  readonly allocated: number | null;
  /** The sum of its payments. */
  readonly held: string;
  /** Settlements, the cost of its tokens, the rest of its payments, and its tokens. */
  readonly settlements: number;
  readonly raised: string;
  readonly refunded: string;
  readonly tokens: string;
}

const POSITIONS = `
  with booked as (
    select split_part(cause_id, ':', 1) as id, recipe, cause_id, owner_id, account_type, available_delta, frozen_delta
    from ledger_movements join ledger_entries using (journal, number)
    where recipe in ('staking.dividend', 'staking.principal_paid', 'staking.into_spot')
  ), sums as (
    select id,
      count(*) filter (where recipe = 'staking.dividend' and account_type = 5)::integer as dividends,
      count(distinct cause_id) filter (where recipe = 'staking.dividend')::integer as days,
      coalesce(sum(available_delta) filter (where recipe = 'staking.dividend' and account_type = 5), 0)::text as earned,
      count(*) filter (where recipe = 'staking.principal_paid' and account_type = 5)::integer as takings,
      coalesce(sum(frozen_delta) filter (where recipe = 'staking.principal_paid'), 0)::text as taken,
      count(*) filter (where recipe = 'staking.into_spot' and account_type = 1)::integer as returns,
      coalesce(sum(available_delta) filter (where recipe = 'staking.into_spot' and account_type = 1), 0)::text
        as returned
    from booked group by id
  )
  select position.id::text, email, idempotency_key as key, amount::text, phase, paid_days as "paidDays",
    coalesce(dividends, 0) as dividends, coalesce(days, 0) as days, coalesce(earned, '0') as earned,
    coalesce(takings, 0) as takings, coalesce(taken, '0') as taken,
    coalesce(returns, 0) as returns, coalesce(sums.returned, '0') as returned
  from staking_positions position
  join users on users.id = user_id
  left join sums on sums.id = position.id::text
  order by position.id`;

const SUBSCRIPTIONS = `
  with payments as (
    select subscription_id as id, sum(frozen_delta)::text as held
    from ledger_movements
    join ledger_entries using (journal, number)
    join ieo_payments payment on payment.id::text = cause_id
    where recipe = 'ieo.payment_held' and account_type = 5 group by subscription_id
  ), booked as (
    select cause_id as id, recipe, account_type, currency_id, available_delta
    from ledger_movements join ledger_entries using (journal, number)
    where recipe in ('ieo.settled', 'ieo.into_spot')
  ), settled as (
    select id, count(*) filter (where recipe = 'ieo.settled' and account_type = 5)::integer as settlements,
      coalesce(sum(available_delta) filter (where recipe = 'ieo.settled' and account_type = 132), 0)::text as raised
    from booked group by id
  ), given as (
    select own.id,
      coalesce(sum(available_delta) filter (where booked.currency_id = pay_currency_id), 0)::text as refunded,
      coalesce(sum(available_delta) filter (where booked.currency_id = token_currency_id), 0)::text as tokens
    from ieo_subscriptions own
    join ieo_offerings offering on offering.id = offering_id
    join booked on booked.id = own.id::text and recipe = 'ieo.into_spot' and account_type = 1
    group by own.id
  )
  select own.id::text, email, offering_id::text as offering, phase, steps::integer, paid::text, allocated::integer,
    coalesce(held, '0') as held, coalesce(settlements, 0) as settlements, coalesce(raised, '0') as raised,
    coalesce(refunded, '0') as refunded, coalesce(tokens, '0') as tokens
  from ieo_subscriptions own
  join users on users.id = user_id
  left join payments on payments.id = own.id
  left join settled on settled.id = own.id::text
  left join given on given.id = own.id
  order by own.id`;

export const storedPositions = (server: Server): Promise<readonly StoredPosition[]> =>
  queryServer<StoredPosition & Record<string, unknown>>(server, POSITIONS);

export const storedSubscriptions = (server: Server): Promise<readonly StoredSubscription[]> =>
  queryServer<StoredSubscription & Record<string, unknown>>(server, SUBSCRIPTIONS);

/** Keys of positions and payments that exist and were not refused. */
export async function storedKeys(server: Server): Promise<ReadonlySet<string>> {
  const rows = await queryServer<{ key: string }>(
    server,
    `select idempotency_key as key from staking_positions where phase <> 'refused'
     union all select idempotency_key from ieo_payments where phase <> 'refused'`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Work that a start finishes without a call of a user. */
const OPEN = `
  select 'position ' || id as name from staking_positions
  where phase = 'requested' or (phase = 'in_effect' and next_dividend_at_ms is null)
  union all select 'payment ' || id from ieo_payments where phase = 'requested'
  union all select 'offering ' || id from ieo_offerings where phase in ('allocating', 'distributing')
  union all select 'posting ' || id from spot_postings where number is null and refused_at_ms is null`;
const OPEN_MS_MAX = 30_000;

/** Work that is left open after a start, for longer than the exchange needs for it. */
export async function savingsLeftOpen(server: Server): Promise<readonly string[]> {
  let open: readonly { readonly name: string }[] = [];
  const isClosed = async () => {
    open = await queryServer<{ name: string }>(server, OPEN);
    if (open.length > 0) throw new Error('something is open');
  };
  await eventually(isClosed, { timeout: OPEN_MS_MAX }).catch(() => {});
  return open.map(({ name }) => `${name} was left open`);
}

/** A kill sets the clock back by more. */
const MOVED_MS = HOUR_MS;

/** How many allocations and distributions a kill has cut off: the rest of one has an earlier time than its beginning. */
export async function cutOfferings(
  server: Server,
): Promise<{ readonly allocations: number; readonly distributions: number }> {
  const [row] = await queryServer<{ allocations: number; distributions: number }>(
    server,
    `select (select count(*)::integer from (
        select 1 from ieo_publications group by offering_id having max(at_ms) - min(at_ms) > $1
      ) lists) as allocations,
      (select count(*)::integer from (
        select 1 from ledger_movements join ieo_subscriptions own on own.id::text = cause_id
        where recipe = 'ieo.settled' group by offering_id having max(at_ms) - min(at_ms) > $1
      ) settlements) as distributions`,
    [MOVED_MS],
  );
  return row ?? { allocations: 0, distributions: 0 };
}
