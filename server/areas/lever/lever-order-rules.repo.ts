/** Ledger rules on contract orders: their amounts and reasons follow from the terms and the stored facts of each end. */
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { GUARD_PERCENT } from '../../engine/lever/house-risk.ts';
import { LEVER_DEBT_ACCOUNT } from '../../ledger/chart.ts';
import { recordsOf } from '../../ledger/verify-causes.repo.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';
import { WATCHED_ACCOUNTS } from '../../ledger/verify-tables.repo.ts';

/*
 * The formulas of `contract/figures` again, in SQL: a fault of one of the two is found by the other. All are
 * of columns of `lever_orders`, and exact.
 */
export const ceiled = (dividend: string, divisor: string): string =>
  `div(${dividend} + ${divisor} - 1, ${divisor})`;
const notionalAt = (ticks: string): string => `${ticks}::numeric * lots * tick_lot_units`;
const marginOf = (notional: string): string => ceiled(notional, 'multiple::numeric');
const feeOf = (notional: string, ppm: string): string =>
  ceiled(`${notional} * ${ppm}`, '1000000::numeric');
/** 1 for a long, -1 for a short. */
export const SIGN = "case direction when 'long' then 1 else -1 end";

const RESERVED_AT = notionalAt(
  `case direction when 'long' then limit_ticks else ${ceiled('limit_ticks::numeric * 101', '100::numeric')} end`,
);
/** Amount that the order held back while it was pending. */
export const RESERVE = `case when limit_ticks is null then 0
  else ${marginOf(RESERVED_AT)} + ${feeOf(RESERVED_AT, 'fee_ppm')} end`;

/** Number of the UTC day since 1970-01-01. */
const dayOf = (ms: string): string => `floor(${ms} / ${DAY_MS}.0)::bigint`;
/** Sum of the weights of days before this one, which is a Thursday after each whole week. */
const weightBefore = (day: string): string =>
  `(${day} / 7 * 7 + (array[0, 1, 2, 2, 2, 3, 4])[${day} % 7 + 1])`;
/** The weights of the nights of a position until then. */
export const nightsUntil = (ms: string): string => `case calendar
  when 'coin' then ${dayOf(ms)} - ${dayOf('opened_at_ms')}
  else ${weightBefore(dayOf(ms))} - ${weightBefore(dayOf('opened_at_ms'))} end`;

/** Whether the market offered the terms of the order when it was placed. */
const TERMS_OFFERED = `exists (
      select from lever_terms offered
      where offered.market_id = compared.market_id and offered.spread_ppm = compared.spread_ppm
        and offered.fee_ppm = compared.fee_ppm and offered.night_ppm = compared.night_ppm
        and compared.multiple = any(multiples) and lots between lots_min and lots_max
        and offered.at_ms <= placed_at_ms
    )`;

/** Each amount of an order as it is stored, and as it follows from others. */
const AMOUNTS: readonly (readonly [name: string, stored: string, computed: string])[] = [
  ['reserve', 'reserve', `case state when 'pending' then ${RESERVE} else 0 end`],
  ['notional', 'notional', notionalAt('open_ticks')],
  ['margin', 'margin', marginOf('notional')],
  ['fee', 'fee', feeOf('notional', 'fee_ppm')],
  ['night_fee', 'night_fee', feeOf('notional', 'night_ppm')],
  ['profit', 'profit', `(close_ticks - open_ticks) * (${SIGN}) * lots * tick_lot_units`],
  ['nights', 'nights', `night_fee * (${nightsUntil('closed_at_ms')})`],
  ['settled_available', 'settled_available', 'margin + profit - nights + settled_debt'],
  ['tick_lot_units', 'tick_lot_units', 'units_of_market'],
  ['calendar', '0', '(calendar <> calendar_of_market)::integer'],
  ['terms', '0', `(not ${TERMS_OFFERED})::integer`],
];

/**
 * All amounts follow from size, terms and prices, and the terms are some that the market offered. Only orders with a
 * difference are listed by amount, because PostgreSQL prepares each row of `values` again for each order.
 */
export const leverArithmetic: RecordRule = (ids) => `
  select 'lever_arithmetic' as fault, compared.id as order_id, state, name, stored, computed
  from (
    select lever_order.*, market.tick_lot_units as units_of_market, market.calendar as calendar_of_market
    from ${recordsOf('lever_orders', ids)} lever_order join lever_markets market on market.id = market_id
  ) compared
  cross join lateral (values
    ${AMOUNTS.map(([name, stored, computed]) => `('${name}', ${stored}, ${computed})`).join(',\n    ')}
  ) amounts (name, stored, computed)
  where (${AMOUNTS.map(([, stored, computed]) => `${stored} is distinct from ${computed}`).join('\n    or ')})
    and stored is distinct from computed`;

/** The pool covered too little of the operator's funding until then. A funding of the same millisecond counts or not. */
const DELEVERAGING_JUSTIFIED = `profit > 0 and seen_cover * 100 < ${GUARD_PERCENT.deleverage} * (
    select greatest(sum(pool), sum(pool) filter (where at_ms < closed_at_ms))
    from lever_funds where at_ms <= closed_at_ms
  )`;

/** An end that an operator takes back so shortly before it may have come nevertheless. */
const TAKEN_BACK_BEFORE_MS = MINUTE_MS;

/** The terms of the market announced an end that had come, and did not take it back before. */
const END_JUSTIFIED = `exists (
    select from lever_terms ending
    where ending.market_id = lever_order.market_id and ending.at_ms <= closed_at_ms
      and ending.ends_at_ms <= closed_at_ms and not exists (
        select from lever_terms later
        where later.market_id = ending.market_id and later.revision > ending.revision
          and later.ends_at_ms is null and later.at_ms < ending.ends_at_ms - ${TAKEN_BACK_BEFORE_MS}
      )
  )`;

/** No order opens worse than its limit, and every close has the reason that its mark and its account give. */
export const leverReasonNotJustified: RecordRule = (ids) => `
  select 'lever_reason_not_justified' as fault, id as order_id, reason, open_ticks, close_ticks
  from (
    select *, case
      when (direction = 'long' and open_ticks > coalesce(limit_ticks, worst_ticks))
        or (direction = 'short' and open_ticks < coalesce(limit_ticks, worst_ticks)) then 'opened'
      when closed_at_ms is null then null
      when close_reason = 'take_profit' and not coalesce(case direction
        when 'long' then close_ticks >= take_profit_ticks
        else close_ticks <= take_profit_ticks end, false) then close_reason
      when close_reason = 'stop_loss' and not coalesce(case direction
        when 'long' then close_ticks <= stop_loss_ticks
        else close_ticks >= stop_loss_ticks end, false) then close_reason
      when close_reason = 'deleveraged' and not coalesce(${DELEVERAGING_JUSTIFIED}, false)
        then close_reason
      when close_reason = 'wound_down' and not ${END_JUSTIFIED} then close_reason
      when close_reason <> 'stop_out' and num_nonnulls(seen_margin, seen_equity, seen_movement, seen_marks) > 0
        then close_reason
      when close_reason <> 'deleveraged' and seen_cover is not null then close_reason
    end as reason
    from ${recordsOf('lever_orders', ids)} lever_order
  ) judged
  where reason is not null`;

/**
 * A debt is there only while positions of its owner cover it, and only when nothing is available: otherwise
 * the owner would owe money.
 */
const contractDebtAlone: Rule = () => `
  select 'contract_debt_alone' as fault, debt.owner_id, debt.currency_id, debt.available, debt.frozen,
    account.available as available_of_account
  from ${WATCHED_ACCOUNTS} debt
  left join ledger_accounts account on account.owner_id = debt.owner_id
    and account.account_type = ${ACCOUNT_TYPES.contract} and account.currency_id = debt.currency_id
  where debt.account_type = ${LEVER_DEBT_ACCOUNT} and (
    debt.frozen <> 0 or debt.available > 0 or (debt.available < 0 and (
      coalesce(account.available, 0) > 0 or not exists (
        select from lever_orders lever_order
        where lever_order.owner_id = debt.owner_id and state in ('in_trading', 'closing')
      ))))`;

export const LEVER_FUND_RULES: readonly Rule[] = [contractDebtAlone];
