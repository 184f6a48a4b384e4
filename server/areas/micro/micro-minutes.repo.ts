/** Counts the orders of fast contracts whose receipts name a point of a minute of the index log. */
import { sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { MinuteOrders } from '../../../contract/figures/index-chain.ts';
import { INDEX_AGE_MS } from '../../../contract/figures/index-record.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { LOG_AT } from './micro-rules.repo.ts';

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
