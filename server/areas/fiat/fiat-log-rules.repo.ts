/**
 * Ledger rules that compare fiat orders with their append-only logs: sides and terms, deadlines, and the times at which
 * delays ended. One changed row of an order or of a timer would otherwise pay another user, or pay early.
 */
import type { RecordRule } from '../../ledger/verify-rule.types.ts';
import { FIAT_ORDER } from './orders/order-lifecycle.ts';
import { isAsPlaced } from './orders/order-terms.repo.ts';

const { kind } = FIAT_ORDER;
const hasPassed = (event: string): string => `${event} ->> 'type' = 'lifecycle.delayPassed'`;

/** The delay that runs after an event, as SQL; null after the events that let none run. */
const delayAfter = (event: string): string => `case
    when ${event} ->> 'type' = 'lifecycle.started' then 'paymentWindow'
    when ${event} ->> 'type' in ('payment.declare', 'rights.withdraw') then 'confirmWindow'
    when ${hasPassed(event)} and ${event} ->> 'delayName' = 'confirmWindow' then 'postponeWindow' end`;
/** Events that let the running delay go on. */
const LETS_IT_RUN = `event ->> 'type' in ('receipt.postpone', 'order.markAbnormal', 'lifecycle.migrated')`;

/**
 * The delay that an order's log has after its revisions below `revision`, and the earliest end of that delay. Outages and held
 * releases move it to later times only.
 */
const delayBefore = (id: string, revision: string): string => `(
    select ${delayAfter('event')} as delay, at_ms + (
        select event -> 'input' ->> (${delayAfter('began.event')} || 'Ms') from lifecycle_events
        where kind = '${kind}' and id = ${id} and revision = 1
      )::bigint as ends_from_ms
    from lifecycle_events began
    where kind = '${kind}' and id = ${id} and revision < ${revision} and not ${LETS_IT_RUN}
    order by revision desc limit 1
  )`;

/** No delay ended before its window had passed since the event that began it. */
export const fiatOrderEndedEarly: RecordRule = (ids) => `
  select 'fiat_order_ended_early' as fault, passed.id as order_id, passed.revision,
    passed.event ->> 'delayName' as delay, passed.at_ms, began.delay as running, began.ends_from_ms
  from lifecycle_events passed
  left join lateral ${delayBefore('passed.id', 'passed.revision')} began on true
  where passed.kind = '${kind}' and passed.id in ${ids} and ${hasPassed('passed.event')}
    and (passed.event ->> 'delayName' = began.delay and passed.at_ms >= began.ends_from_ms) is not true`;

/**
 * An open order has the timer of the delay that its log has. Neither the timer nor the deadline of its row, after which no
 * side may act, is before the earliest end of that delay.
 */
export const fiatOrderTimerEarly: RecordRule = (ids) => `
  select 'fiat_order_timer_early' as fault, trade.id as order_id, running.delay, running.ends_from_ms, due_at_ms,
    deadline_at_ms
  from fiat_orders trade
  left join lateral ${delayBefore('trade.id', '2147483647')} running on true
  left join lifecycle_timers timer
    on timer.kind = '${kind}' and timer.id = trade.id and timer.delay_name = running.delay
  where trade.id in ${ids} and "end" is null
    and case when running.delay is null then deadline_at_ms is not null
      else (due_at_ms >= running.ends_from_ms and deadline_at_ms >= running.ends_from_ms) is not true end`;

/** Both sides, the terms, the windows and the time of the end are those of the log. */
export const fiatOrderDiffersFromLog: RecordRule = (ids) => `
  select 'fiat_order_differs_from_log' as fault, trade.id as order_id, buyer_id, seller_id, quantity, amount, ended_at_ms,
    placed.input, life.snapshot -> 'context' as context, ended.at_ms
  from fiat_orders trade
  left join lateral (
    select event -> 'input' as input from lifecycle_events
    where kind = '${kind}' and id = trade.id and revision = 1
  ) placed on true
  left join lifecycles life on life.kind = '${kind}' and life.id = trade.id
  left join lateral (
    select at_ms from lifecycle_events
    where kind = '${kind}' and id = trade.id and event ->> 'type' <> 'lifecycle.migrated'
    order by revision desc limit 1
  ) ended on true
  where trade.id in ${ids} and (${isAsPlaced('placed.input')}
    and life.snapshot -> 'context' @> placed.input
    and ended_at_ms is not distinct from case when "end" is not null then ended.at_ms end) is not true`;
