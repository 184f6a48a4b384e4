/** Reads the points of the index log that fast contracts name, so that a start notices a log without them. */
import { sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { LOG_AT } from './micro-rules.repo.ts';

/** A point of the log, with the head of the chain after it. */
interface NamedPoint {
  readonly instrument: string;
  readonly atMs: EpochMs;
  readonly head: string;
}

/** Returns the points after a time at which orders opened or ended, and points that receipts of open orders name. */
export async function findNamedPoints(
  database: Executor,
  afterMs: EpochMs,
): Promise<readonly NamedPoint[]> {
  // The key of points begins with the instrument.
  const { rows } = await database.execute<
    Record<'instrument' | 'head', string> & { at_ms: bigint }
  >(
    sql`
      select point.instrument, point.at_ms, point.head
      from (select distinct instrument from micro_products) product
      join micro_points point on point.instrument = product.instrument and point.at_ms > ${afterMs}
      union
      select instrument, ${sql.raw(LOG_AT)}, split_part(receipt, ' ', 13) from micro_orders
      where settled_at_ms is null and ${sql.raw(LOG_AT)} > ${afterMs}`,
  );
  return rows.map(({ at_ms: atMs, ...point }) => ({ ...point, atMs: Number(atMs) }));
}
