/** Ledger rule on stop-outs: equity and margin that each one saw are computed again from the rows before it. */
import { RISK_PERCENT } from '../../../contract/figures/lever-account.ts';
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { ROUNDEST_MOMENT, roundestMomentsAround } from '../../kit/db/schema/lever.ts';
import { JOURNALS, LEVER_DEBT_ACCOUNT } from '../../ledger/chart.ts';
import { numberIn, recordsOf } from '../../ledger/verify-causes.repo.ts';
import type { RecordRule } from '../../ledger/verify-rule.types.ts';
import { nightsUntil, SIGN } from './lever-order-rules.repo.ts';

const { contract } = ACCOUNT_TYPES;
/** Movements of one owner in which a stop-out and all of its millisecond lie. */
const MOVEMENTS_AROUND = 2 * (LEVER_LIMITS.pendingMax + LEVER_LIMITS.positionsMax);

/** Common fields of the orders of one stop-out. */
const SEEN = 'owner_id, closed_at_ms, seen_equity, seen_margin, seen_movement, seen_marks';

/** The stop-outs of these orders, each once. */
const stopOuts = (ids: string): string => `
  select min(id) as order_id, ${SEEN} from ${recordsOf('lever_orders', ids)} lever_order
  where close_reason = 'stop_out' and state = 'closed'
  group by ${SEEN}`;

/** Condition on a row with an account: the balance or the debt of the owner. */
const isOfOwner = (row: string): string => `
  ${row}.owner_id = stop_out.owner_id and ${row}.account_type = account.type
    and ${row}.currency_id = settlement.currency_id`;

/** Entries of a journal after the ranges that were closed up to that one. */
const entriesAfter = (journal: number): string => `
  select available_delta + frozen_delta from ledger_entries entry
  where ${isOfOwner('entry')} and journal = ${journal} and number > coalesce((
    select max(last_number) from ledger_ranges where journal = ${journal} and id <= closed.id), 0)`;

/**
 * Balance, what is frozen, and debt of the owner before the stop-out: the sums at the last range of the dealing journal
 * before it, and the entries since. An owner may have millions of entries, and many stop-outs. Entries of other
 * journals are from before there was a dealing writer, and always count.
 */
const HELD = `
  select coalesce(sum(amount), 0) as amount
  from (values (${contract}), (${LEVER_DEBT_ACCOUNT})) account (type)
  cross join (
    select coalesce(max(id), 0) as id, coalesce(max(last_number), 0) as last_number
    from ledger_ranges where journal = ${JOURNALS.dealing} and last_number <= seen_movement
  ) closed
  cross join lateral (
    (select available_total + frozen_total as amount from ledger_range_sums own
     where ${isOfOwner('own')} and range_id <= closed.id order by range_id desc limit 1)
    union all
    select available_delta + frozen_delta from ledger_entries entry
    where ${isOfOwner('entry')} and journal = ${JOURNALS.dealing}
      and number > closed.last_number and number <= seen_movement
    union all ${entriesAfter(JOURNALS.general)}
    union all ${entriesAfter(JOURNALS.spot)}
  ) each`;

/**
 * Orders of the owner that were a position at the moment of the stop-out or in its millisecond. An index of
 * their times finds the closed ones: an owner may have a million.
 */
const ORDERS_OF_THE_TIME = `
  select open.* from lever_orders open
  where open.owner_id = stop_out.owner_id and state in ('in_trading', 'closing')
    and opened_at_ms <= stop_out.closed_at_ms
  union all
  select closed.* from lever_orders closed
  where state = 'closed' and closed.owner_id = stop_out.owner_id
    and ${ROUNDEST_MOMENT} = any(${roundestMomentsAround('stop_out.closed_at_ms')})
    and opened_at_ms <= stop_out.closed_at_ms and closed.closed_at_ms >= stop_out.closed_at_ms`;

/** Orders of the owner that opened or were closed by later movements: orders of the same millisecond are distinguished. */
const LATER = `
  select coalesce(array_agg(order_id) filter (where recipe = 'lever.opened'), '{}') as opened,
    coalesce(array_agg(order_id) filter (where recipe in ('lever.closed', 'lever.closed_with_shortfall')), '{}') as closed
  from (
    select number from ledger_entries entry
    where entry.owner_id = stop_out.owner_id and account_type = ${contract}
      and entry.currency_id = settlement.currency_id and journal = ${JOURNALS.dealing} and number > seen_movement
    order by number limit ${MOVEMENTS_AROUND}
  ) following
  join ledger_movements movement on journal = ${JOURNALS.dealing} and movement.number = following.number
  cross join lateral (select ${numberIn('cause_id')} as order_id) cause`;

/**
 * The positions of the owner at that moment. Closed ones have their own marks, of two seconds at most. The others had
 * no live price, and count at the last one that was stored before.
 */
const POSITIONS = `
  select sum(margin) as margin,
    sum(case when is_closed then profit - nights
      else (mark.ticks - open_ticks) * (${SIGN}) * lots * tick_lot_units
        - night_fee * (${nightsUntil('stop_out.closed_at_ms')}) end) as result,
    coalesce(bool_or(mark.ticks is null), false) as is_unpriced,
    coalesce(bool_or(is_closed and stop_out.closed_at_ms - mark.taken_at_ms > ${LEVER_LIMITS.stopOutMarkMsMax}),
      false) as is_old,
    bool_and(is_closed) as are_all_closed, sum(insured + waived) filter (where is_closed) as paid
  from (${ORDERS_OF_THE_TIME}) other
  cross join lateral (
    select other.close_reason = 'stop_out' and other.closed_at_ms = stop_out.closed_at_ms
      and (other.seen_equity, other.seen_margin, other.seen_movement)
        = (stop_out.seen_equity, stop_out.seen_margin, stop_out.seen_movement) as is_of_stop_out
  ) compared
  cross join lateral (select coalesce(is_of_stop_out, false) as is_closed) closed
  left join lateral (
    select ticks, taken_at_ms, (
        select taken_at_ms from mark_ticks next
        where next.market_id = tick.market_id and next.seq > tick.seq order by next.seq limit 1
      ) as next_at_ms
    from mark_ticks tick
    where tick.market_id = other.market_id and tick.seq = case when is_closed then other.close_mark_seq else (
        select min((seen ->> 'seq')::bigint) from jsonb_array_elements(stop_out.seen_marks) seen
        where (seen ->> 'marketId')::integer = other.market_id
      ) end
  ) mark on mark.taken_at_ms <= stop_out.closed_at_ms
    and coalesce(mark.next_at_ms >= stop_out.closed_at_ms, true)
  where (other.opened_at_ms < stop_out.closed_at_ms or other.id <> all(later.opened))
    and (other.closed_at_ms is null or other.closed_at_ms > stop_out.closed_at_ms
      or (other.closed_at_ms = stop_out.closed_at_ms and other.id = any(later.closed)))`;

/**
 * A stop-out saw the equity and the margin that the account had, at half of the margin or below it. When it closed all
 * positions, the exchange paid what the equity was below zero; otherwise it paid nothing.
 */
export const leverStopOutNotJustified: RecordRule = (ids) => `
  select 'lever_stop_out_not_justified' as fault, order_id, owner_id, seen_equity, held.amount + result as equity,
    seen_margin, margin, is_unpriced, is_old
  from (${stopOuts(ids)}) stop_out
  cross join (select min(settle_currency_id) as currency_id from lever_markets) settlement
  cross join lateral (${HELD}) held
  cross join lateral (${LATER}) later
  cross join lateral (${POSITIONS}) positions
  where (seen_margin, seen_equity) is distinct from (margin, held.amount + result)
    or seen_movement is null or seen_marks is null or is_unpriced or is_old
    or coalesce(seen_equity * 100 > seen_margin * ${RISK_PERCENT.stopOut}, true)
    or paid <> case when are_all_closed then greatest(0, -seen_equity) else 0 end`;
