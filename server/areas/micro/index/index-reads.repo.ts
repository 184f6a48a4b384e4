/** Reads signed minutes of the index log. */
import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import type { MinuteHead } from '../../../../contract/figures/index-chain.ts';
import type { TradingHours } from '../../../../contract/figures/trading-calendar.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { indexBodies, indexMinutes, indexParts } from '../../../kit/db/schema/micro-index.ts';

/** The signed end of a minute as it is stored. */
export interface StoredHead extends MinuteHead {
  readonly signature: Buffer;
}

export interface StoredMinute extends StoredHead {
  /** Compressed lines; null after the time for which they are kept. */
  readonly body: Buffer | null;
}

/** Returns the minutes of an instrument that begin in that time, the oldest first, `untilMs` not included. */
export async function findMinutes(
  database: Database,
  instrument: string,
  [fromMs, untilMs]: readonly [EpochMs, EpochMs],
): Promise<readonly StoredMinute[]> {
  const rows = await database
    .select({ minute: indexMinutes, body: indexBodies.body })
    .from(indexMinutes)
    .leftJoin(
      indexBodies,
      and(
        eq(indexBodies.instrument, indexMinutes.instrument),
        eq(indexBodies.minuteMs, indexMinutes.minuteMs),
        eq(indexBodies.segment, indexMinutes.segment),
      ),
    )
    .where(
      and(
        eq(indexMinutes.instrument, instrument),
        gte(indexMinutes.minuteMs, fromMs),
        lt(indexMinutes.minuteMs, untilMs),
      ),
    )
    .orderBy(asc(indexMinutes.minuteMs), asc(indexMinutes.segment));
  return rows.map(({ minute, body }) => ({ ...storedHeadOf(minute), body }));
}

/** Returns the lines of points that no signed minute has yet, the oldest first, `untilMs` not included. */
export async function findParts(
  database: Database,
  [fromMs, untilMs]: readonly [EpochMs, EpochMs],
): Promise<readonly (readonly string[])[]> {
  const rows = await database
    .select({ lines: indexParts.lines })
    .from(indexParts)
    .where(and(gte(indexParts.atMs, fromMs), lt(indexParts.atMs, untilMs)))
    .orderBy(asc(indexParts.atMs));
  return rows.map(({ lines }) => lines.split('\n'));
}

/** Returns the trading hours of an instrument, as its last signed minute has them; undefined without one. */
export async function findLastHours(
  database: Database,
  instrument: string,
): Promise<TradingHours | undefined> {
  const rows = await database
    .select({ hours: indexMinutes.hours })
    .from(indexMinutes)
    .where(eq(indexMinutes.instrument, instrument))
    .orderBy(desc(indexMinutes.minuteMs), desc(indexMinutes.segment))
    .limit(1);
  return rows[0]?.hours;
}

/** Returns the row of a minute with its heads in hexadecimal digits. */
export const storedHeadOf = (row: typeof indexMinutes.$inferSelect): StoredHead => ({
  ...row,
  headBefore: row.headBefore.toString('hex'),
  head: row.head.toString('hex'),
  orders:
    row.ordersUp === null || row.ordersDown === null
      ? null
      : { up: row.ordersUp, down: row.ordersDown },
});
