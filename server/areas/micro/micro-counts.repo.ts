/**
 * The public figures of fast contracts by day: each minute of acceptance is counted once, when all its orders have
 * ended.
 */
import { and, asc, eq, gte, isNull, lt, min, sql } from 'drizzle-orm';
import { DAY_MS, dayOf, MINUTE_MS, minuteOf, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { microCounts, microDays, microOrders, microProducts } from '../../kit/db/schema/micro.ts';
import { LOSS, PROFIT } from './micro-rules.repo.ts';
import type { MicroDay } from './micro.types.ts';

const ROW = 1;
/** Orders of the last minutes may not be stored yet. */
const SETTLED_MS = 2 * MINUTE_MS;

/** Returns the time before which orders are counted; 0 before the first. */
async function countedUntil(database: Pick<Database, 'select'>): Promise<EpochMs> {
  const [row] = await database.select().from(microCounts);
  return row?.untilMs ?? 0;
}

/**
 * Counts the next minute that has orders, each minute once, however many servers do it at a time.
 * @param scale decimals of the stake's currency. @returns whether there was one.
 */
export async function countNextMinute(
  database: Database,
  { scale, now }: { readonly scale: number; readonly now: EpochMs },
): Promise<boolean> {
  const countedMs = await countedUntil(database);
  const minuteMs = await nextMinute(database, countedMs, now);
  if (minuteMs === null) return false;
  const untilMs = minuteMs + MINUTE_MS;
  await database.execute(sql`
    with turn as (
      insert into micro_counts as counts (id, until_ms) values (${ROW}, ${untilMs})
      on conflict (id) do update set until_ms = excluded.until_ms where counts.until_ms = ${countedMs}
      returning 1
    ), ended as (
      select micro_orders.*, settled.sum as window_sum, settled.count as window_count,
        ${sql.raw(PROFIT)} as profit, ${sql.raw(LOSS)} as loss
      from micro_orders left join micro_windows settled using (instrument, expires_at_ms)
      where accepted_at_ms >= ${minuteMs} and accepted_at_ms < ${untilMs}
    ), swings as (
      select product_id, sum(cents * cents) as squared from (
        select product_id, ${sql.raw(centsOf('profit + loss', scale))} as cents
        from ended where state in ('won', 'lost') group by product_id, opened_at_ms
      ) decided group by product_id
    ), leans as (
      select product_id, sum(skew * move) as skew_move, sum(skew * skew) as skew_squared, sum(move * move) as move_squared
      from (
        select product_id, ${sql.raw(centsOf('stake', scale))} as skew, ${sql.raw(MOVE)} as move
        from ended where state in ('won', 'lost', 'drawn') group by product_id, opened_at_ms
      ) opened group by product_id
    )
    insert into micro_days as day (${sql.raw(COLUMNS)})
    select ${dayOf(minuteMs)}::bigint, ${sql.raw(SUMS)}
    from turn, ended left join swings using (product_id) left join leans using (product_id)
    group by product_id
    on conflict (day_ms, product_id) do update set ${sql.raw(ADDED)}`);
  return true;
}

/** Returns the next minute with orders that can be counted; null for none yet. */
async function nextMinute(
  database: Database,
  countedMs: EpochMs,
  now: EpochMs,
): Promise<EpochMs | null> {
  const { acceptedAtMs, settledAtMs } = microOrders;
  const [next] = await database
    .select({ atMs: min(acceptedAtMs) })
    .from(microOrders)
    .where(gte(acceptedAtMs, countedMs));
  if (next?.atMs == null) return null;
  const [open] = await database
    .select({ atMs: min(acceptedAtMs) })
    .from(microOrders)
    .where(isNull(settledAtMs));
  const untilMs = minuteOf(Math.min(now - SETTLED_MS, open?.atMs ?? now));
  const minuteMs = minuteOf(next.atMs);
  return minuteMs < untilMs ? minuteMs : null;
}

const numberOf = (condition: string): string => `count(*) filter (where ${condition})`;
const ofDecided = (amount: string): string =>
  `coalesce(sum(${amount}) filter (where state in ('won', 'lost')), 0)`;
/** Amounts of rises less the amounts of falls, in whole hundredths of the currency. */
const centsOf = (amount: string, scale: number): string =>
  `div(sum(case direction when 'up' then ${amount} else -(${amount}) end), ${10n ** BigInt(scale - 2)}::numeric)`;
/** The move of the index, in millionths of the opening price; all orders of a group have the same. */
const OPENING = 'min(window_count)::numeric * min(open_ticks)';
const MOVE = `div((min(window_sum) - ${OPENING}) * 1000000, ${OPENING})`;
const OPENING_DELAY = 'opened_at_ms - accepted_at_ms';
const SETTLING_DELAY = 'settled_at_ms - expires_at_ms';

/** The columns of a day with their sums over orders, and how the sums of two minutes are joined. */
const FIGURES: readonly (readonly [column: string, sum: string, join?: 'greatest'])[] = [
  ['won_up', numberOf("state = 'won' and direction = 'up'")],
  ['won_down', numberOf("state = 'won' and direction = 'down'")],
  ['lost_up', numberOf("state = 'lost' and direction = 'up'")],
  ['lost_down', numberOf("state = 'lost' and direction = 'down'")],
  ['drawn', numberOf("state = 'drawn'")],
  ['unopened', numberOf("state = 'voided' and opened_at_ms is null")],
  ['unpriced', numberOf("state = 'voided' and opened_at_ms is not null")],
  ['stake', 'sum(stake)'],
  ['payout', 'sum(payout)'],
  ['decided_stake', ofDecided('stake')],
  ['profit', ofDecided('profit')],
  ['loss', ofDecided('loss')],
  ['swing_squared', 'coalesce(max(squared), 0)'],
  ['lean_minutes', 'count(distinct skew_move)'],
  ['skew_move', 'coalesce(max(skew_move), 0)'],
  ['skew_squared', 'coalesce(max(skew_squared), 0)'],
  ['move_squared', 'coalesce(max(move_squared), 0)'],
  ['minute_squared', 'coalesce(max(skew_move * skew_move), 0)'],
  ['opening_delay_ms', `coalesce(sum(${OPENING_DELAY}), 0)`],
  ['opening_delay_max_ms', `coalesce(max(${OPENING_DELAY}), 0)`, 'greatest'],
  ['settling_delay_ms', `coalesce(sum(${SETTLING_DELAY}), 0)`],
  ['settling_delay_max_ms', `coalesce(max(${SETTLING_DELAY}), 0)`, 'greatest'],
];
const COLUMNS = ['day_ms', 'product_id', ...FIGURES.map(([column]) => column)].join(', ');
const SUMS = ['product_id', ...FIGURES.map(([, sum]) => sum)].join(', ');
const ADDED = FIGURES.map(([column, , join]) => {
  const [before, added] = [`day.${column}`, `excluded.${column}`];
  return `${column} = ${join === 'greatest' ? `greatest(${before}, ${added})` : `${before} + ${added}`}`;
}).join(', ');

/** Figures, and the time before which orders are in them. */
export interface CountedDays {
  readonly countedUntilMs: EpochMs;
  readonly days: readonly MicroDay[];
}

/** Reads the figures of an instrument of that many days, by day and duration, in one snapshot. */
export const findMicroDays = (
  database: Database,
  instrument: string,
  { fromMs, days }: { readonly fromMs: EpochMs; readonly days: number },
): Promise<CountedDays> =>
  database.transaction(
    async (work) => {
      const first = dayOf(fromMs);
      const rows = await work
        .select({ day: microDays, seconds: microProducts.seconds })
        .from(microDays)
        .innerJoin(microProducts, eq(microProducts.id, microDays.productId))
        .where(
          and(
            eq(microProducts.instrument, instrument),
            gte(microDays.dayMs, first),
            lt(microDays.dayMs, first + days * DAY_MS),
          ),
        )
        .orderBy(asc(microDays.dayMs), asc(microProducts.seconds));
      return {
        countedUntilMs: await countedUntil(work),
        days: rows.map(({ day, seconds }) => ({ ...day, seconds })),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
