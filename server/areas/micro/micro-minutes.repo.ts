/** The minutes of the index log that fast contracts use: the orders whose receipts name a point of each, and the minutes in their settlement files. */
import { sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { MinuteOrders } from '../../../contract/figures/index-chain.ts';
import { INDEX_AGE_MS } from '../../../contract/figures/index-record.ts';
import { MINUTE_MS, SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import { LOG_AT } from './micro-rules.repo.ts';
import { OPENING_MS } from './micro-settlement.ts';

/** The points of one instrument, minute and segment. */
interface MinutePoints {
  readonly instrument: string;
  readonly firstMs: EpochMs;
  readonly lastMs: EpochMs;
}

/** Returns the orders of each minute, in its place. */
export async function countMicroOrders(
  database: Database,
  minutes: readonly MinutePoints[],
): Promise<readonly MinuteOrders[]> {
  const firstMs = Math.min(...minutes.map((minute) => minute.firstMs));
  const lastMs = Math.max(...minutes.map((minute) => minute.lastMs));
  const { rows } = await database.execute<Record<'up' | 'down', bigint>>(sql`
    with named as materialized (
      select instrument, direction, ${sql.raw(LOG_AT)} as log_at from micro_orders
      where accepted_at_ms >= ${firstMs} and accepted_at_ms <= ${lastMs + INDEX_AGE_MS}
    )
    select count(*) filter (where direction = 'up') as up, count(*) filter (where direction = 'down') as down
    from unnest(
      ${sql.param(minutes.map(({ instrument }) => instrument))}::text[],
      ${sql.param(minutes.map((minute) => minute.firstMs))}::bigint[],
      ${sql.param(minutes.map((minute) => minute.lastMs))}::bigint[]
    ) with ordinality as minute (instrument, first_ms, last_ms, place)
    left join named on named.instrument = minute.instrument and log_at between first_ms and last_ms
    group by place order by place`);
  return minutes.map((_, place) => {
    const { up, down } = ensure(rows[place], 'the orders of a minute');
    return { up: Number(up), down: Number(down) };
  });
}

/** Minutes of an instrument that begin in this time, `untilMs` not included. */
type MinuteRange = Record<'fromMs' | 'untilMs', EpochMs> & { readonly instrument: string };

/** More than the time between a minute of a settlement file and the acceptance or the end of its order. */
const AROUND_MS = 3 * MINUTE_MS;

/**
 * Returns the minutes that the settlement files of orders have, as far as they may begin in that time; minutes of an order
 * that has not ended go on until then.
 */
export async function findUsedMinutes(
  database: Executor,
  [fromMs, untilMs]: readonly [EpochMs, EpochMs],
): Promise<readonly MinuteRange[]> {
  const minuteOf = (value: string) => `${value} - ${value} % ${MINUTE_MS}`;
  const end = `greatest(settled_at_ms, expires_at_ms, accepted_at_ms + ${OPENING_MS})`;
  // Only an outage lies between the last price of an order and an end that comes long after its duration.
  const { rows } = await database.execute<
    Record<'from' | 'until', bigint> & { instrument: string }
  >(sql`
    with used as (
      select instrument, ${sql.raw(minuteOf(LOG_AT))} - ${MINUTE_MS} as first_ms,
        case when settled_at_ms is null then ${untilMs}::bigint
          else ${sql.raw(minuteOf(end))} + ${2 * MINUTE_MS} end as until_ms
      from micro_orders
      where accepted_at_ms < ${untilMs + AROUND_MS}::bigint and accepted_at_ms >= ${fromMs - AROUND_MS}::bigint
          - (select coalesce(max(seconds), 0) * ${SECOND_MS}::bigint from micro_products)
        or settled_at_ms >= ${fromMs - AROUND_MS}::bigint and settled_at_ms < ${untilMs + AROUND_MS}::bigint
        or settled_at_ms is null
    ), ranges as (
      select instrument, unnest(range_agg(int8range(first_ms, until_ms))) as minutes
      from used where first_ms < until_ms group by instrument
    )
    select instrument, lower(minutes) as "from", upper(minutes) as "until" from ranges`);
  return rows.map(({ instrument, from, until }) => ({
    instrument,
    fromMs: Number(from),
    untilMs: Number(until),
  }));
}
