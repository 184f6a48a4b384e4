/** Ledger rules on contract orders: their amounts, prices and reasons follow from the terms and the stored marks. */
import { RISK_PERCENT } from '../../../contract/figures/lever-account.ts';
import { DAY_MS } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { LEVER_DEBT_ACCOUNT } from '../../ledger/chart.ts';
import type { RecordRule, Rule } from '../../ledger/verify-rule.types.ts';

/*
 * The formulas of `contract/figures` again, in SQL: a fault of one of the two is found by the other. All are
 * of columns of `lever_orders`, and exact.
 */
const ceiled = (dividend: string, divisor: string): string =>
  `div(${dividend} + ${divisor} - 1, ${divisor})`;
const notionalAt = (ticks: string): string => `${ticks}::numeric * lots * tick_lot_units`;
const marginOf = (notional: string): string => ceiled(notional, 'multiple::numeric');
const feeOf = (notional: string, ppm: string): string =>
  ceiled(`${notional} * ${ppm}`, '1000000::numeric');
const SIGN = "case direction when 'long' then 1 else -1 end";

const RESERVED_AT = notionalAt(
  `case direction when 'long' then limit_ticks else ${ceiled('limit_ticks::numeric * 101', '100::numeric')} end`,
);
/** What the order held back while it was pending. */
export const RESERVE = `case when limit_ticks is null then 0
  else ${marginOf(RESERVED_AT)} + ${feeOf(RESERVED_AT, 'fee_ppm')} end`;

/** Number of the UTC day since 1970-01-01. */
const dayOf = (ms: string): string => `floor(${ms} / ${DAY_MS}.0)::bigint`;
/** Sum of the weights of days before this one, which is a Thursday after each whole week. */
const weightBefore = (day: string): string =>
  `(${day} / 7 * 7 + (array[0, 1, 2, 2, 2, 3, 4])[${day} % 7 + 1])`;
const NIGHTS = `case calendar
  when 'coin' then ${dayOf('closed_at_ms')} - ${dayOf('opened_at_ms')}
  else ${weightBefore(dayOf('closed_at_ms'))} - ${weightBefore(dayOf('opened_at_ms'))} end`;

/** All amounts follow from size, terms and prices, and the terms are some that the market offered. */
export const leverArithmetic: RecordRule = (ids) => `
  select 'lever_arithmetic' as fault, compared.id as order_id, state, name, stored, computed
  from (
    select lever_order.*, market.tick_lot_units as units_of_market, market.calendar as calendar_of_market
    from lever_orders lever_order join lever_markets market on market.id = market_id
    where lever_order.id in ${ids}
  ) compared
  cross join lateral (values
    ('reserve', reserve, case state when 'pending' then ${RESERVE} else 0 end),
    ('notional', notional, ${notionalAt('open_ticks')}),
    ('margin', margin, ${marginOf('notional')}),
    ('fee', fee, ${feeOf('notional', 'fee_ppm')}),
    ('night_fee', night_fee, ${feeOf('notional', 'night_ppm')}),
    ('profit', profit, (close_ticks - open_ticks) * (${SIGN}) * lots * tick_lot_units),
    ('nights', nights, night_fee * (${NIGHTS})),
    ('settled_available', settled_available, margin + profit - nights + settled_debt),
    ('tick_lot_units', tick_lot_units, units_of_market),
    ('calendar', 0, (calendar <> calendar_of_market)::integer),
    ('terms', 0, (not exists (
      select from lever_terms offered
      where offered.market_id = compared.market_id and offered.spread_ppm = compared.spread_ppm
        and offered.fee_ppm = compared.fee_ppm and offered.night_ppm = compared.night_ppm
        and compared.multiple = any(multiples) and lots between lots_min and lots_max
        and offered.at_ms <= placed_at_ms
    ))::integer)
  ) amounts (name, stored, computed)
  where stored is distinct from computed`;

/**
 * The price of an opening is its mark and the spread, that of a close its mark, and both marks are stored. Sources
 * agree on the mark of every opening, and of every close that its owner gains by.
 */
export const leverPriceNotMarked: RecordRule = (ids) => `
  select 'lever_price_not_marked' as fault, lever_order.id as order_id, act.name, act.ticks, act.mark_seq,
    case act.name when 'close' then mark.ticks else entry_ticks end as ticks_of_mark
  from lever_orders lever_order
  cross join lateral (values
    ('open', open_ticks, open_mark_seq, opened_at_ms),
    ('close', close_ticks, close_mark_seq, closed_at_ms)
  ) act (name, ticks, mark_seq, at_ms)
  left join mark_ticks mark on mark.market_id = lever_order.market_id and mark.seq = act.mark_seq
  cross join lateral (
    select case direction
      when 'long' then ${ceiled('mark.ticks::numeric * (1000000 + spread_ppm)', '1000000::numeric')}
      else div(mark.ticks::numeric * (1000000 - spread_ppm), 1000000) end as entry_ticks
  ) entry
  where lever_order.id in ${ids} and act.ticks is not null and (
    mark.seq is null or mark.at_ms > act.at_ms
    or act.ticks <> case act.name when 'close' then mark.ticks else entry_ticks end
    or (act.name = 'open' and mark.is_close_only)
    or (not mark.is_agreed
      and (act.name = 'open' or close_reason in ('owner', 'take_profit', 'wound_down'))))`;

/** A stored mark is the median of two sources or more: the mean of two in the middle, half a tick to the even one. */
export const markNotOfSources: RecordRule = (ids) => `
  select 'mark_not_of_sources' as fault, market_id, seq, ticks, median from (
    select mark.*, case when total % 2 = 1 and below % 2 = 1 then below + 1 else below end as median
    from mark_ticks mark
    left join lateral (
      select array_agg((source ->> 'ticks')::bigint order by (source ->> 'ticks')::bigint) as prices
      from jsonb_array_elements(sources) source
    ) sorted on true
    cross join lateral (
      select prices[(cardinality(prices) + 1) / 2] + prices[cardinality(prices) / 2 + 1] as total
    ) middle
    cross join lateral (select total / 2 as below) half
    where (market_id, seq) in (
      select market_id, unnest(array[open_mark_seq, close_mark_seq]) from lever_orders where id in ${ids}
    )
  ) compared
  where ticks is distinct from median or jsonb_array_length(sources) < 2`;

/**
 * Whether a stop-out saw the margin of the other order: it closed the order too, or the order had no live mark
 * and stayed open. Orders that opened or ended otherwise in the same millisecond may be seen or not.
 */
const SEEN_SURELY = `(other.close_reason = 'stop_out' and other.closed_at_ms = lever_order.closed_at_ms
    and other.seen_margin = lever_order.seen_margin)
  or (other.opened_at_ms < lever_order.closed_at_ms
    and coalesce(other.closed_at_ms > lever_order.closed_at_ms, true))`;

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
      when close_reason = 'deleveraged' and profit <= 0 then close_reason
      when close_reason = 'stop_out' and not coalesce(
        seen_equity * 100 <= seen_margin * ${RISK_PERCENT.stopOut}
        and (
          select lever_order.seen_margin between
            sum(other.margin) filter (where ${SEEN_SURELY}) and sum(other.margin)
          from lever_orders other
          where other.owner_id = lever_order.owner_id and other.opened_at_ms <= lever_order.closed_at_ms
            and coalesce(other.closed_at_ms, lever_order.closed_at_ms) >= lever_order.closed_at_ms
        ), false) then close_reason
      when close_reason <> 'stop_out' and seen_margin is not null then close_reason
    end as reason
    from lever_orders lever_order where id in ${ids}
  ) judged
  where reason is not null`;

/**
 * A debt is there only while positions of its owner cover it, and only when nothing is available: otherwise
 * the owner would owe money.
 */
const contractDebtAlone: Rule = () => `
  select 'contract_debt_alone' as fault, debt.owner_id, debt.currency_id, debt.available, debt.frozen,
    account.available as available_of_account
  from ledger_accounts debt
  left join ledger_accounts account on account.owner_id = debt.owner_id
    and account.account_type = ${ACCOUNT_TYPES.contract} and account.currency_id = debt.currency_id
  where debt.account_type = ${LEVER_DEBT_ACCOUNT} and (
    debt.frozen <> 0 or debt.available > 0 or (debt.available < 0 and (
      coalesce(account.available, 0) > 0 or not exists (
        select from lever_orders lever_order
        where lever_order.owner_id = debt.owner_id and state in ('in_trading', 'closing')
      ))))`;

export const LEVER_FUND_RULES: readonly Rule[] = [contractDebtAlone];
