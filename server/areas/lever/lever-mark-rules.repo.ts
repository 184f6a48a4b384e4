/** Ledger rules on the marks of contract orders: each act has the newest mark of its market, and each mark its sources. */
import { PPM } from '../../../contract/money/fee.ts';
import { FRESH_MIN, FRESH_MS } from '../../engine/lever/market-mark.ts';
import {
  AGREED_WITHIN,
  AHEAD_MS_MAX,
  KEPT_WITHIN,
  SOURCES_MIN,
} from '../../../contract/figures/price-agreement.ts';
import { OWN_BOOK_SOURCE } from '../../engine/marks/mark-rule.ts';
import { MARK_AGE_MS } from '../../engine/marks/mark-track.ts';
import { recordsOf } from '../../ledger/verify-causes.repo.ts';
import type { RecordRule } from '../../ledger/verify-rule.types.ts';
import { ceiled } from './lever-order-rules.repo.ts';

/**
 * The price of an opening is its mark and the spread, that of a close its mark. Both marks are stored, and none
 * is of a time before the next one that was stored: an older one might be better for its user, or for the
 * exchange. Sources agree on the mark of every opening, and of every close that its owner gains by. They also agree within half of
 * the costs of the order, if its market has higher ones by now; before ADR 49 it was within the whole of them.
 */
export const leverPriceNotMarked: RecordRule = (ids) => `
  with act as materialized (
    select id as order_id, market_id, direction, spread_ppm, fee_ppm, null as close_reason, 'open' as name,
      open_ticks as ticks, open_mark_seq as mark_seq, opened_at_ms as at_ms
    from ${recordsOf('lever_orders', ids)} opened where open_ticks is not null
    union all
    select id, market_id, direction, spread_ppm, fee_ppm, close_reason, 'close', close_ticks, close_mark_seq, closed_at_ms
    from ${recordsOf('lever_orders', ids)} closed where close_ticks is not null
  ), mark as materialized (
    select tick.*, following.*, distance.*, exists (
        select from lever_terms offered
        where offered.market_id = tick.market_id and offered.spread_ppm + offered.fee_ppm = tick.agreed_within_ppm
      ) as is_of_whole_costs
    from (select distinct market_id, mark_seq from act) used
    join mark_ticks tick on tick.market_id = used.market_id and tick.seq = used.mark_seq
    left join lateral (
      select seq as next_seq, taken_at_ms as next_taken_at_ms from mark_ticks next
      where next.market_id = tick.market_id and next.seq > tick.seq order by next.seq limit 1
    ) following on true
    left join lateral (
      select (max(price) - min(price)) * ${PPM} / nullif(min(price), 0) as apart_ppm
      from jsonb_array_elements(tick.sources) source cross join lateral (select (source ->> 'ticks')::numeric as price) said
    ) distance on true
  )
  select 'lever_price_not_marked' as fault, act.order_id, act.name, act.ticks, act.mark_seq,
    case act.name when 'close' then mark.ticks else entry_ticks end as ticks_of_mark,
    case when next_taken_at_ms < act.at_ms then next_seq end as newer_mark_seq
  from act
  left join mark on mark.market_id = act.market_id and mark.seq = act.mark_seq
  cross join lateral (
    select case direction
      when 'long' then ${ceiled('mark.ticks::numeric * (1000000 + spread_ppm)', '1000000::numeric')}
      else div(mark.ticks::numeric * (1000000 - spread_ppm), 1000000) end as entry_ticks
  ) entry
  where mark.seq is null or mark.taken_at_ms > act.at_ms or next_taken_at_ms < act.at_ms
    or act.ticks <> case act.name when 'close' then mark.ticks else entry_ticks end
    or (act.name = 'open' and mark.is_close_only)
    or (not mark.is_agreed
      and (act.name = 'open' or close_reason in ('owner', 'take_profit', 'wound_down')))
    or (apart_ppm > case when is_of_whole_costs then spread_ppm + fee_ppm else div(spread_ppm + fee_ppm, 2) end
      and (act.name = 'open' or close_reason in ('owner', 'take_profit')))`;

/**
 * A source that counts is within 1/20 of the median of all, also of those that did not count, which are not
 * stored. The prices of two sources that count are therefore within this ratio.
 */
const APART_MAX = `highest * ${KEPT_WITHIN - 1} <= lowest * ${KEPT_WITHIN + 1}`;

/**
 * A stored mark is the median of two outside sources or more: the mean of two in the middle, half a tick to the
 * even one. All of them were fresh enough and near enough, and the mark says whether they agree as they do.
 */
export const markNotOfSources: RecordRule = (ids) => `
  select 'mark_not_of_sources' as fault, market_id, seq, ticks, median, sources_counted, is_agreed
  from (
    select mark.*, prices.*,
      case when total % 2 = 1 and below % 2 = 1 then below + 1 else below end as median,
      fresh >= ${FRESH_MIN} and (highest - lowest) * ${PPM} <= lowest * agreed_within_ppm as do_agree
    from mark_ticks mark
    left join lateral (
      select array_agg(price order by price) as sorted, min(price) as lowest, max(price) as highest,
        count(*) as sources_listed,
        count(distinct source ->> 'sourceId') filter (where source ->> 'sourceId' <> '${OWN_BOOK_SOURCE}'
          and mark.at_ms - said.at_ms <= ${MARK_AGE_MS} and said.at_ms - mark.at_ms <= ${AHEAD_MS_MAX}
        ) as sources_counted,
        count(*) filter (where mark.at_ms - said.at_ms <= ${FRESH_MS}) as fresh
      from jsonb_array_elements(sources) source
      cross join lateral (
        select (source ->> 'ticks')::numeric as price, (source ->> 'atMs')::numeric as at_ms
      ) said
    ) prices on true
    cross join lateral (
      select sorted[(sources_listed::integer + 1) / 2] + sorted[sources_listed::integer / 2 + 1] as total
    ) middle
    cross join lateral (select div(total, 2) as below) half
    where (market_id, seq) in (
      with lever_order as materialized (
        select market_id, open_mark_seq, close_mark_seq, seen_marks from ${recordsOf('lever_orders', ids)} compared
      )
      select market_id, open_mark_seq from lever_order
      union select market_id, close_mark_seq from lever_order
      union
      select (seen ->> 'marketId')::integer, (seen ->> 'seq')::bigint
      from lever_order, jsonb_array_elements(seen_marks) seen where seen_marks is not null
    )
  ) compared
  where ticks is distinct from median or sources_counted < ${SOURCES_MIN}
    or sources_counted <> sources_listed or not ${APART_MAX}
    or (sources_listed = ${SOURCES_MIN} and (highest - lowest) * ${AGREED_WITHIN} > lowest)
    or is_agreed is distinct from do_agree
    or not exists (
      select from lever_terms offered where offered.market_id = compared.market_id
        and agreed_within_ppm in (offered.spread_ppm + offered.fee_ppm, (offered.spread_ppm + offered.fee_ppm) / 2)
    )`;
