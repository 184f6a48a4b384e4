/** Removes the lines of minutes of the index log; what was signed stays. */
import { and, desc, gte, inArray, lt, min, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { indexBodies, indexMinutes } from '../../../kit/db/schema/micro-index.ts';

/** Minutes of an instrument that begin in this time, `untilMs` not included. */
export interface UsedMinutes {
  readonly instrument: string;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

/** Begin and end of a time; the end is not included. */
export type Span = readonly [fromMs: EpochMs, untilMs: EpochMs];

const { instrument, minuteMs } = indexBodies;

/** Returns the first minute of the time that has lines; undefined without one. */
export async function findFirstLines(
  database: Executor,
  instruments: readonly string[],
  [fromMs, untilMs]: Span,
): Promise<EpochMs | undefined> {
  const [row] = await database
    .select({ first: min(minuteMs) })
    .from(indexBodies)
    .where(
      and(inArray(instrument, [...instruments]), gte(minuteMs, fromMs), lt(minuteMs, untilMs)),
    );
  return row?.first ?? undefined;
}

/** Returns the last signed minute of the log; undefined before the first. */
export async function findLastMinute(database: Executor): Promise<EpochMs | undefined> {
  const [row] = await database
    .select({ last: indexMinutes.minuteMs })
    .from(indexMinutes)
    .orderBy(desc(indexMinutes.segment), desc(indexMinutes.minuteMs))
    .limit(1);
  return row?.last;
}

/** Removes the lines of minutes that began before that time. */
export async function removeLines(
  database: Executor,
  instruments: readonly string[],
  beforeMs: EpochMs,
): Promise<void> {
  const isOfThem = inArray(instrument, [...instruments]);
  await database.delete(indexBodies).where(and(isOfThem, lt(minuteMs, beforeMs)));
}

/** Removes the lines of minutes that began in that time and are not used. */
export async function removeUnusedLines(
  database: Executor,
  instruments: readonly string[],
  { during: [fromMs, untilMs], used }: { during: Span; used: readonly UsedMinutes[] },
): Promise<void> {
  await database.execute(sql`
    with used as (
      select used.instrument, range_agg(int8range(used.from_ms, used.until_ms)) as minutes
      from unnest(
        ${sql.param(used.map((each) => each.instrument))}::text[],
        ${sql.param(used.map((each) => each.fromMs))}::bigint[],
        ${sql.param(used.map((each) => each.untilMs))}::bigint[]
      ) as used (instrument, from_ms, until_ms)
      group by used.instrument
    )
    delete from ${indexBodies}
    where ${inArray(instrument, [...instruments])} and ${minuteMs} >= ${fromMs} and ${minuteMs} < ${untilMs}
      and not exists (select from used where used.instrument = ${instrument} and used.minutes @> ${minuteMs})`);
}
