/**
 * Ledger rules on fast contracts: each movement is what its order says, and each order follows from its receipt, from
 * the points of the index log, and from nothing else. The formulas repeat `contract/figures` in SQL.
 */
import { INDEX_GRID_MS } from '../../../contract/figures/index-record.ts';
import { SETTLEMENT_WINDOW_MS } from '../../../contract/figures/micro-settlement.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { bookedOtherwise, unlessAllWanted } from '../../ledger/verify-booked-rules.repo.ts';
import { numberIn } from '../../ledger/verify-causes.repo.ts';
import { ofRecipes } from '../../ledger/verify-presence.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

/** The point of the index that the receipt of an order names. */
export const LOG_AT = "split_part(receipt, ' ', 12)::bigint";

const { custody, microPool } = HOUSE_ACCOUNTS;
const FAST = ACCOUNT_TYPES.fast_contract;
const ORDER_RECIPES = ['micro.placed', 'micro.settled'];
/** The same as an SQL list. */
export const MICRO_ORDER_RECIPES = ORDER_RECIPES.map((recipe) => `'${recipe}'`).join(', ');

/** The currency of all stakes, which the pool has too. */
export const STAKE_CURRENCY = `(select min(currency_id) from ledger_accounts
  where owner_id = ${OWNERS.house} and account_type = ${microPool})`;

/** Profit of a win, which the pool promises, and the amount that a loss takes. */
export const PROFIT = 'div(stake * profit_ppm, 1000000)';
export const LOSS = 'div(stake * loss_ppm + 999999, 1000000)';
const PAYOUT = `case state when 'won' then stake + ${PROFIT} when 'lost' then stake - ${LOSS} else stake end`;

/** The changes by the movements of an order: two each, of the order's owner and of the pool. */
const CHANGES = [
  ['micro.placed', 'booked.owner_id', FAST, '-stake', 'stake'],
  ['micro.placed', `${OWNERS.house}`, microPool, '-profit', 'profit'],
  ['micro.settled', 'booked.owner_id', FAST, 'payout', '-stake'],
  ['micro.settled', `${OWNERS.house}`, microPool, 'kept', '-profit'],
] as const;
const IS_WANTED = `entry.currency_id = booked.currency_id and case recipe ${ORDER_RECIPES.map(
  (recipe) =>
    `when '${recipe}' then case account_type ${CHANGES.filter(([of]) => of === recipe)
      .map(
        ([, owner, type, available, frozen]) => `
      when ${type} then entry.owner_id = ${owner} and available_delta = ${available} and frozen_delta = ${frozen}`,
      )
      .join('')} end`,
).join(' ')} end`;

const microBookedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'micro_booked_otherwise',
    unlessAllWanted(
      {
        movements: `
          select journal, number, recipe, ${STAKE_CURRENCY} as currency_id, owner_id, stake, ${PROFIT} as profit, payout,
            stake + ${PROFIT} - payout as kept
          from ${scope.movements} claimed
          join micro_orders micro_order on micro_order.id = ${numberIn('cause_id')}
          where recipe in (${MICRO_ORDER_RECIPES})`,
        isWanted: IS_WANTED,
        count: '2',
      },
      scope,
    ),
    `select journal, number, currency_id, change.* from movement booked
     cross join lateral (values ${CHANGES.map((change) => `('${change[0]}', ${change.slice(1).join(', ')})`).join(', ')}
     ) as each (of_recipe, owner, account_type, available, frozen)
     cross join lateral (select owner, account_type, available, frozen) as change
     where of_recipe = recipe`,
    scope,
  );

const microFundedOtherwise: Rule = (scope) =>
  bookedOtherwise(
    'micro_funded_otherwise',
    `select journal, number, amount, ${STAKE_CURRENCY} as currency_id
     from ${scope.movements} claimed
     join micro_funds fund on fund.id = ${numberIn('cause_id')}
     where recipe = 'micro.pool_funded'`,
    `select journal, number, currency_id, ${OWNERS.house}, change.*, 0 from movement
     cross join lateral (values (${custody}, -amount), (${microPool}, amount)) as change`,
    scope,
  );

/** Each step of an order happens once. */
const microBookedTwice: Rule = ({ movements }) => `
  select 'micro_booked_twice' as fault, recipe, cause_id, count(*) as times, max(number) as last_number
  from ${movements} movement
  where recipe like 'micro.%'
  group by recipe, cause_id having count(*) > 1`;

/** No result is held back: the index log of any instrument has passed the expiry, and the order still runs. */
const OVERDUE_AFTER_MS = 2 * MINUTE_MS;
const microOrderOverdue: Rule = () => `
  select 'micro_order_overdue' as fault, micro_order.id as order_id, state, expires_at_ms, last_ms
  from micro_orders micro_order
  cross join lateral (
    select last_ms from index_minutes order by segment desc, minute_ms desc limit 1
  ) log
  where settled_at_ms is null
    and coalesce(expires_at_ms, accepted_at_ms) < last_ms - ${OVERDUE_AFTER_MS}`;

/** Each signed minute has the orders whose receipts name one of its points. */
const microMinuteMiscounted: Rule = Object.assign(
  () => `
  select 'micro_minute_miscounted' as fault, minute.instrument, minute.minute_ms, segment, orders_up, orders_down,
    count(*) filter (where direction = 'up') as up, count(*) filter (where direction = 'down') as down
  from index_minutes minute
  left join (
    select instrument, direction, ${LOG_AT} as log_at from micro_orders
  ) named on named.instrument = minute.instrument and log_at between first_ms and last_ms
    and log_at - log_at % ${MINUTE_MS} = minute.minute_ms
  where orders_up is not null
  group by minute.instrument, minute.minute_ms, segment
  having (orders_up, orders_down)
    <> (count(*) filter (where direction = 'up'), count(*) filter (where direction = 'down'))`,
  { isOfAllRecords: true as const },
);

export const MICRO_RULES: readonly Rule[] = [
  ofRecipes(ORDER_RECIPES, microBookedOtherwise),
  ofRecipes(['micro.pool_funded'], microFundedOtherwise),
  ofRecipes(['micro.'], microBookedTwice),
  microOrderOverdue,
  microMinuteMiscounted,
];

/** The order has the terms of its signed receipt, and the product offered them. */
export const microReceiptOtherwise: RecordRule = (ids) => `
  select 'micro_receipt_otherwise' as fault, micro_order.id as order_id, receipt
  from (
    select judged.*, ${numberIn('field[12]')} as log_at from (
      select *, string_to_array(receipt, ' ') as field from micro_orders where id in ${ids} offset 0
    ) judged offset 0
  ) micro_order
  left join micro_products product on product.id = product_id
  where (
    (field[2], field[3], field[4], field[5], field[6], field[7], field[9], field[10], field[11])
      is distinct from (token, micro_order.instrument, micro_order.price_scale::text, direction,
        micro_order.seconds::text, trim_scale(stake * 0.000000000000000001)::text,
        micro_order.profit_ppm::text, micro_order.loss_ppm::text, accepted_at_ms::text)
    or field[8] is distinct from (select code from currencies where id = ${STAKE_CURRENCY})
    or (log_at between 1 and accepted_at_ms) is not true
    or (micro_order.instrument, micro_order.seconds, micro_order.price_scale)
      is distinct from (product.instrument, product.seconds, product.price_scale)
    or not exists (
      select from micro_terms offered
      where offered.product_id = micro_order.product_id and offered.at_ms <= accepted_at_ms
        and offered.profit_ppm = micro_order.profit_ppm and offered.loss_ppm = micro_order.loss_ppm
        and stake between offered.stake_min and offered.stake_max
    ))`;

/** Index of a line in ticks; null for a gap. */
const TICKS = numberIn("split_part(line, ' ', 4)");

const minuteOfColumn = (time: string): string => `${time} - (${time}) % ${MINUTE_MS}`;

/** The point is the last of a signed minute that has another head. */
const IS_OTHER_END = "last_ms = at_ms and encode(minute.head, 'hex') <> point.head";

/** The opening price is that of its point, at most 2 s after the acceptance, and the expiry follows from it. Orders of one moment share the point. */
export const microOpeningNotInLog: RecordRule = (ids) => `
  select 'micro_opening_not_in_log' as fault, micro_order.id as order_id, open_ticks, opened_at_ms, line
  from micro_orders micro_order
  left join lateral (
    select line, exists (
      select from index_minutes minute
      where minute.instrument = micro_order.instrument and minute_ms = ${minuteOfColumn('opened_at_ms')} and ${IS_OTHER_END}
    ) as is_other_end
    from micro_points point where point.instrument = micro_order.instrument and at_ms = opened_at_ms
    offset 0
  ) point on true
  where micro_order.id in ${ids} and opened_at_ms is not null and (
    ${TICKS} is distinct from open_ticks or is_other_end
    or split_part(line, ' ', 2) <> micro_order.instrument or split_part(line, ' ', 3) <> opened_at_ms::text
    or opened_at_ms <= accepted_at_ms or opened_at_ms > accepted_at_ms + ${2 * SECOND_MS}
    or expires_at_ms <> opened_at_ms + seconds * ${SECOND_MS}
  )`;

/**
 * The window is that of the stored points, each of which names its instrument and time, and follows the one before it. The last point
 * of a minute has the signed head. Orders of one moment share the window.
 */
export const microWindowNotInLog: RecordRule = (ids) => `
  select 'micro_window_not_in_log' as fault, ended.order_id, ended.instrument, ended.expires_at_ms, settled.sum, settled.count,
    found.sum as sum_of_points, found.count as count_of_points
  from (
    select id as order_id, instrument, expires_at_ms from micro_orders
    where id in ${ids} and settled_at_ms is not null and expires_at_ms is not null
  ) ended
  left join micro_windows settled using (instrument, expires_at_ms)
  cross join lateral (
    select coalesce(sum(${TICKS}), 0) as sum, count(${TICKS}) as count,
      coalesce(bool_or(${chainBroken()}), false) or exists (
        select from index_minutes minute
        join micro_points point on point.instrument = minute.instrument and at_ms = last_ms
        where minute.instrument = ended.instrument
          and minute_ms in (${minuteOfColumn('ended.expires_at_ms')}, ${minuteOfColumn(`ended.expires_at_ms - ${SETTLEMENT_WINDOW_MS}`)})
          and at_ms > ended.expires_at_ms - ${SETTLEMENT_WINDOW_MS} and at_ms <= ended.expires_at_ms
          and ${IS_OTHER_END}
      ) as is_broken
    from (
      select point.*, lag(head) over chain as head_before, lag(at_ms) over chain as at_before
      from micro_points point
      where point.instrument = ended.instrument
        and at_ms > ended.expires_at_ms - ${SETTLEMENT_WINDOW_MS} and at_ms <= ended.expires_at_ms
      window chain as (order by at_ms)
    ) linked
  ) found
  where (settled.sum, settled.count::bigint) is distinct from (found.sum::bigint, found.count) or is_broken`;

/**
 * A point names another place, or its head does not follow. A restart of the log may put a line between two points. The minute is
 * counted, because the planner would read all minutes for a condition that some of them exist.
 */
function chainBroken(): string {
  return `split_part(line, ' ', 2) <> instrument or split_part(line, ' ', 3) <> at_ms::text
        or (at_before = at_ms - ${INDEX_GRID_MS}
          and encode(sha256(convert_to(head_before || chr(10) || line, 'UTF8')), 'hex') <> head
          and (
            select count(*) from index_minutes minute
            where minute.instrument = linked.instrument and minute_ms = ${minuteOfColumn('linked.at_ms')}
              and first_ms = linked.at_ms
          ) = 0
          and not exists (
            select from index_parts part
            where part.at_ms = linked.at_ms and lines like '%meridian-index-segment/%'
          ))`;
}

/** Outcome and payment follow from opening price, window and rates. */
export const microSettledOtherwise: RecordRule = (ids) => `
  select 'micro_settled_otherwise' as fault, id as order_id, state, outcome, payout, due
  from (
    select micro_order.*, case
      when opened_at_ms is null or settled.count = 0 then 'voided'
      when settled.sum = settled.count * open_ticks then 'drawn'
      when (settled.sum > settled.count * open_ticks) = (direction = 'up') then 'won'
      when settled.count > 0 then 'lost'
    end as outcome, ${PAYOUT} as due
    from micro_orders micro_order
    left join micro_windows settled using (instrument, expires_at_ms)
    where micro_order.id in ${ids} and settled_at_ms is not null
  ) judged
  where state is distinct from outcome or payout is distinct from due
    or settled_at_ms < coalesce(expires_at_ms, accepted_at_ms)`;
