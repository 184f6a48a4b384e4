/** Ledger rules on staking: each position is booked once by its phase, each day is paid once and not before its end. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { DAY_MS } from '../../../contract/time.ts';
import { HOUSE_ACCOUNTS, JOURNALS, OWNERS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { bookedOtherwise } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

const { spot, financial } = ACCOUNT_TYPES;
const { custody, stakingFund } = HOUSE_ACCOUNTS;

const RECIPES = [
  'staking.reserved',
  'staking.released',
  'staking.principal_paid',
  'staking.returned',
  'staking.into_spot',
];
/** Recipes whose cause is the number of a position, as SQL. */
export const STAKING_RECIPES = RECIPES.map((recipe) => `'${recipe}'`).join(', ');

/** The dividend of a day by the terms of a row of `staking_positions`. */
const DIVIDEND_OF_TERMS = 'div(position.amount * daily_ppb, 1000000000)';
/** The first day that earns, by the time of the subscription. */
const FIRST_DAY = `div(created_at_ms, ${DAY_MS}) * ${DAY_MS}::bigint + ${DAY_MS}`;
const NEXT_DIVIDEND = `case
      when position.phase = 'in_effect' and paid_days < cycle_days
      then first_day_ms + (paid_days + 1) * ${DAY_MS}::bigint end`;
/** The time at which the dividends of the position were set aside. */
const RESERVED_AT = `
      select min(at_ms) from ledger_movements
      where journal = ${JOURNALS.general} and recipe = 'staking.reserved' and cause_id = position.id::text`;

/** Each movement of a position changes the accounts by the amounts of its row. */
const stakingBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'staking_booked_otherwise',
    `select journal, number, recipe, user_id, currency_id, amount, returned,
       daily_dividend * cycle_days as promised
     from ${scope.movements} claimed
     join staking_positions on staking_positions.id = ${numberIn('cause_id')}
     where recipe in (${STAKING_RECIPES})`,
    `select journal, number, currency_id, change.owner_id, change.account_type, change.available, change.frozen
     from movement
     cross join lateral (values
       ('staking.reserved', ${OWNERS.house}, ${stakingFund}, -promised, promised),
       ('staking.released', ${OWNERS.house}, ${stakingFund}, promised, -promised),
       ('staking.principal_paid', user_id, ${spot}, -amount, 0),
       ('staking.principal_paid', user_id, ${financial}, 0, amount),
       ('staking.returned', user_id, ${financial}, amount - returned, -amount),
       ('staking.returned', user_id, ${TRANSIT_ACCOUNT}, returned, 0),
       ('staking.into_spot', user_id, ${spot}, returned, 0),
       ('staking.into_spot', user_id, ${TRANSIT_ACCOUNT}, -returned, 0)
     ) as change (recipe, owner_id, account_type, available, frozen)
     where change.recipe = movement.recipe`,
    scope,
  );

/**
 * A dividend goes from the fund to the owner of the position, by the row of its day: after the end of that day, after
 * the days before, and for a position that its subscription has booked. No other step changes a position, so that its
 * lifecycle and its posting are left to its turn, which comes after one pass for each 2,000 positions. Movements come by
 * the thousands in one pass: each row is found once.
 */
const dividendBookedOtherwise: Rule = ({ entries, movements }) => `
  with paid as materialized (
    select movement.journal, movement.number, cause_id, position.id as position_id, user_id, position.currency_id,
      day.day, paid_days, daily_dividend, next_dividend_at_ms,
      actor_id = ${OWNERS.house} and cause_id = position.id || ':' || day.day
        and day.amount = daily_dividend and daily_dividend = ${DIVIDEND_OF_TERMS} and day.paid_at_ms = at_ms
        and at_ms >= first_day_ms + (day.day + 1) * ${DAY_MS}::bigint as is_of_day,
      day.day < paid_days and (
        select count(*) from staking_dividends near
        where near.position_id = position.id and near.day between day.day - 1 and day.day + 1
      ) = 1 + (day.day > 0)::integer + (day.day + 1 < paid_days)::integer as is_in_order,
      phase in ('in_effect', 'expired') and first_day_ms = ${FIRST_DAY}
        and next_dividend_at_ms is not distinct from ${NEXT_DIVIDEND}
        and created_at_ms = (${RESERVED_AT}) as is_on_time
    from ${movements} movement
    left join staking_dividends day on day.movement_number = movement.number
    left join staking_positions position on position.id = day.position_id
    where recipe = 'staking.dividend'
  )
  select case when is_of_day is not true then 'staking_dividend_booked_otherwise'
      when is_in_order is not true then 'staking_days_not_paid'
      when is_on_time is not true then 'staking_schedule_otherwise'
      else 'staking_dividend_booked_otherwise' end as fault,
    paid.number, cause_id, position_id, day, paid_days, next_dividend_at_ms, user_id, daily_dividend,
    taken.frozen_delta as taken, given.owner_id as given_to, given.available_delta as given
  from paid
  left join ${entries} taken
    on taken.journal = paid.journal and taken.number = paid.number and taken.account_type = ${stakingFund}
  left join ${entries} given
    on given.journal = paid.journal and given.number = paid.number and given.account_type = ${financial}
  where (is_of_day and is_in_order and is_on_time
      and taken.frozen_delta = -daily_dividend and taken.currency_id = paid.currency_id
      and given.available_delta = daily_dividend and given.currency_id = paid.currency_id
      and given.owner_id = user_id) is not true`;

const stakingFundedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'staking_funded_otherwise',
    `select journal, number, currency_id, amount
     from ${scope.movements} claimed
     join staking_fundings funding on funding.id = ${numberIn('cause_id')}
     where recipe = 'staking.funded'`,
    `select journal, number, currency_id, ${OWNERS.house}, change.*, 0 from movement
     cross join lateral (values (${custody}, -amount), (${stakingFund}, amount)) as change`,
    scope,
  );

/** A funding, a dividend, and each step of a position is booked once. */
const stakingBookedTwice: Rule = ({ movements }) => `
  select 'staking_booked_twice' as fault, recipe, cause_id
  from ${movements} movement
  where recipe like 'staking.%' and journal = ${JOURNALS.general} and (
    select count(*) from ledger_movements other
    where other.journal = ${JOURNALS.general} and other.recipe = movement.recipe
      and other.cause_id = movement.cause_id) > 1`;

const timesOf = (recipe: string): string => `(
    select count(*) from ledger_movements
    where journal = ${JOURNALS.general} and recipe = '${recipe}' and cause_id = position.id::text)`;

/** The movements of a position fit its phase, and its terms give its dividend. */
export const stakingPhaseNotBooked: RecordRule = (ids) => `
  select 'staking_phase_not_booked' as fault, position_id, phase, reserved, released, paid, returned_times
  from (
    select position.id as position_id, position.phase, position.amount, position.returned, position.daily_ppb,
      position.daily_dividend, position.paid_days, position.cycle_days,
      ${timesOf('staking.reserved')} as reserved,
      ${timesOf('staking.released')} as released,
      ${timesOf('staking.returned')} as returned_times,
      (posting.number is not null)::integer as paid,
      posting.id is not null and posting.recipe = 'staking.principal_paid'
        and posting.cause_id = position.id::text as is_of_posting
    from staking_positions position
    left join spot_postings posting on posting.id = position.posting_id
    where position.id in ${ids}
  ) compared
  where not is_of_posting
    or daily_dividend <> div(amount * daily_ppb, 1000000000)
    or case phase
      when 'requested' then (reserved, released, returned_times) <> (1, 0, 0)
      when 'refused' then (reserved, released, returned_times, paid) <> (1, 1, 0, 0)
      when 'in_effect' then (reserved, released, returned_times, paid) <> (1, 0, 0, 1)
      else (reserved, released, returned_times, paid) <> (1, 0, 1, 1) or paid_days <> cycle_days
        or (returned between amount and amount + paid_days * daily_dividend) is not true
    end`;

/**
 * Days whose movements are compared while a position is in effect: a position of a year would otherwise cost hundreds of
 * reads each time. Rows of days are append-only, each movement of a dividend is compared with its row when it is booked,
 * and all days are compared at the end.
 */
const RECENT_DAYS = 8;

/** The paid days of a position are the first ones, each with its movement. */
export const stakingDaysNotPaid: RecordRule = (ids) => `
  select 'staking_days_not_paid' as fault, position.id as position_id, paid_days, days.times, days.last, days.booked
  from staking_positions position
  cross join lateral (
    select count(*) as times, coalesce(max(day), -1) as last,
      count(*) filter (where (position.phase = 'in_effect' and day < paid_days - ${RECENT_DAYS}) or exists (
        select from ledger_movements
        where journal = ${JOURNALS.general} and number = movement_number and recipe = 'staking.dividend'
          and cause_id = position_id || ':' || day)) as booked
    from staking_dividends
    where position_id = position.id
  ) days
  where position.id in ${ids}
    and (days.times, days.last, days.booked) <> (paid_days, paid_days - 1, paid_days)`;

/** A position earns from the day after its subscription on, for the days of its lifecycle, one day after the other. */
export const stakingScheduleOtherwise: RecordRule = (ids) => `
  select 'staking_schedule_otherwise' as fault, position.id as position_id, position.phase, created_at_ms,
    first_day_ms, paid_days, cycle_days, next_dividend_at_ms
  from staking_positions position
  left join lifecycles life on life.kind = 'staking-position' and life.id = position.id
  where position.id in ${ids} and (
    created_at_ms is distinct from (${RESERVED_AT})
    or first_day_ms <> ${FIRST_DAY}
    or cycle_days::text is distinct from life.snapshot -> 'context' ->> 'cycleDays'
    or next_dividend_at_ms is distinct from ${NEXT_DIVIDEND}
  )`;

/** The taken part of a product's quota is the principal of its positions. */
export const stakingQuotaDiffers: RecordRule = (ids) => `
  select 'staking_quota_differs' as fault, product.id as product_id, taken, coalesce(held.amount, 0) as held
  from staking_products product
  left join lateral (
    select sum(amount) as amount from staking_positions
    where product_id = product.id and phase in ('requested', 'in_effect')
  ) held on true
  where product.id in ${ids} and taken <> coalesce(held.amount, 0)`;

export const STAKING_RULES: readonly Rule[] = [
  ofRecipes(RECIPES, stakingBookedOtherwise),
  ofRecipes(['staking.dividend'], dividendBookedOtherwise),
  ofRecipes(['staking.funded'], stakingFundedOtherwise),
  ofRecipes(['staking.'], stakingBookedTwice),
];
