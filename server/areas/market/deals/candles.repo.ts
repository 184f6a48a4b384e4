/** Statements on `spot_candles`, and reads of `spot_deals` for market data. */
import { sql, type SQL } from 'drizzle-orm';
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Database, Executor } from '../../../kit/db/database.ts';
import { spotCandles, spotDeals, spotMarkets } from '../../../kit/db/schema/spot.ts';
import { transaction } from '../../../kit/db/transaction.ts';
import type { SpotDeal } from '../../spot/spot.area.ts';
import type { TimedCandleBar } from '../candle-bars.ts';
import { periodLengthMs, periodOriginMs } from '../periods.ts';
import type { DealBar } from './deal-bars.ts';

/** The lengths of stored candles; other periods are joined from them. */
export type StoredPeriod = '1min' | '60min';

/** Locked while candles are written, so that only one of two servers on a database adds a trade. */
const CANDLES_LOCK = 0x6361_6e64;

/**
 * Adds the next `dealsMax` trades after `afterId`; all trades up to it are in their candles. Later
 * trades that another server or an earlier run has added are skipped.
 * @returns the last trade that is in the candles now; `afterId` when there was no other
 */
export function foldDeals(database: Database, afterId: number, dealsMax: number): Promise<number> {
  return transaction(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CANDLES_LOCK})`);
    const { rows } = await tx.execute<{ last_id: bigint | null }>(sql`
      with fresh as materialized (
        select d.id, d.market_id, d.price_ticks, d.quantity_lots, p.period,
          d.at_ms - d.at_ms % p.length_ms as time_ms
        from (
          select * from ${spotDeals} where id > ${afterId} order by id limit ${dealsMax}
        ) as d
        cross join (values ('1min', 60000), ('60min', 3600000)) as p(period, length_ms)
      ), touched as materialized (
        select t.*, coalesce((
          select last_deal_id from ${spotCandles} c
          where c.market_id = t.market_id and c.period = t.period and c.time_ms = t.time_ms
        ), 0) as last_deal_id
        from (select distinct market_id, period, time_ms from fresh) as t
      ), bars as (
        select f.market_id, f.period, f.time_ms,
          (array_agg(f.price_ticks order by f.id))[1] as open,
          max(f.price_ticks) as high,
          min(f.price_ticks) as low,
          (array_agg(f.price_ticks order by f.id desc))[1] as close,
          sum(f.quantity_lots) as volume,
          sum(f.price_ticks::numeric * f.quantity_lots) as turnover,
          max(f.id) as last_deal_id
        from fresh f
        join touched t using (market_id, period, time_ms)
        where f.id > t.last_deal_id
        group by 1, 2, 3
      ), written as (
        insert into ${spotCandles} as c
          (market_id, period, time_ms, open, high, low, close, volume, turnover, last_deal_id)
        select market_id, period, time_ms, open, high, low, close, volume, turnover, last_deal_id
        from bars
        on conflict (market_id, period, time_ms) do update set
          high = greatest(c.high, excluded.high),
          low = least(c.low, excluded.low),
          close = excluded.close,
          volume = c.volume + excluded.volume,
          turnover = c.turnover + excluded.turnover,
          last_deal_id = excluded.last_deal_id
      )
      select max(id) as last_id from fresh`);
    return Number(rows[0]?.last_id ?? afterId);
  });
}

/** Returns a trade up to which all trades are in the candles; there may be a later one. 0 without candles. */
export async function findFoldedDealId(database: Executor): Promise<number> {
  const { rows } = await database.execute<{ last_id: bigint | null }>(sql`
    select max(newest.last_deal_id) as last_id from ${spotMarkets} m
    cross join lateral (
      select last_deal_id from ${spotCandles}
      where market_id = m.id and period = '1min' order by time_ms desc limit 1
    ) newest`);
  return Number(rows[0]?.last_id ?? 0);
}

interface BarRow extends Record<string, unknown> {
  readonly time_ms: bigint;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: string;
  readonly turnover: string;
}

/** A stored candle of a market. */
interface MarketBar extends DealBar {
  readonly marketId: number;
}

/** Returns the bars of every market from its last one that starts before `from` on, oldest first. */
export async function listBars(
  database: Executor,
  period: StoredPeriod,
  from: EpochMs,
): Promise<MarketBar[]> {
  const { rows } = await database.execute<BarRow & { market_id: number; last_deal_id: bigint }>(sql`
    select bars.* from ${spotMarkets} m
    cross join lateral (
      select market_id, time_ms, open, high, low, close, volume, turnover, last_deal_id
      from ${spotCandles}
      where market_id = m.id and period = ${period} and time_ms >= coalesce((
        select max(time_ms) from ${spotCandles}
        where market_id = m.id and period = ${period} and time_ms < ${from}
      ), 0)
    ) bars
    order by bars.market_id, bars.time_ms`);
  return rows.map((row) => ({
    ...toBar(row),
    marketId: row.market_id,
    lastDealId: Number(row.last_deal_id),
  }));
}

/**
 * Returns the newest `size` bars of any period that start in `[from, until)`, joined from the stored
 * ones, oldest first.
 */
export async function listJoinedBars(
  database: Executor,
  query: {
    readonly marketId: number;
    readonly period: KlinePeriod;
    readonly from: EpochMs;
    readonly until: EpochMs;
    readonly size: number;
  },
): Promise<TimedCandleBar[]> {
  const { marketId, period, from, until, size } = query;
  const { rows } = await database.execute<BarRow>(sql`
    select start_ms as time_ms,
      (array_agg(open order by time_ms))[1] as open,
      max(high) as high,
      min(low) as low,
      (array_agg(close order by time_ms desc))[1] as close,
      sum(volume) as volume,
      sum(turnover) as turnover
    from (
      select *, ${periodStartOf(period)} as start_ms from ${spotCandles}
      where market_id = ${marketId} and period = ${storedPeriodOf(period)}
        and time_ms >= ${from} and time_ms < ${until}
    ) as stored
    group by start_ms order by start_ms desc limit ${size}`);
  return rows.map(toBar).toReversed();
}

/** Returns the time of each market's first trade. */
export async function findOpenings(database: Executor): Promise<ReadonlyMap<number, EpochMs>> {
  const { rows } = await database.execute<{ id: number; at_ms: bigint }>(sql`
    select m.id, first.at_ms from ${spotMarkets} m
    cross join lateral (
      select at_ms from ${spotDeals} where market_id = m.id order by id limit 1
    ) first`);
  return new Map(rows.map((row) => [row.id, Number(row.at_ms)]));
}

/** The fields of a trade that the list shows. */
export type ListedDeal = Pick<
  SpotDeal,
  'id' | 'marketId' | 'priceTicks' | 'quantityLots' | 'takerSide' | 'atMs'
>;

/** Returns the newest `size` trades of every market, oldest first. */
export async function listNewestDeals(database: Executor, size: number): Promise<ListedDeal[]> {
  const { rows } = await database.execute<{
    id: bigint;
    market_id: number;
    price_ticks: bigint;
    quantity_lots: bigint;
    taker_side: SpotDeal['takerSide'];
    at_ms: bigint;
  }>(sql`
    select deals.* from ${spotMarkets} m
    cross join lateral (
      select id, market_id, price_ticks, quantity_lots, taker_side, at_ms
      from ${spotDeals} where market_id = m.id order by id desc limit ${size}
    ) deals
    order by deals.id`);
  return rows.map((row) => ({
    id: Number(row.id),
    marketId: row.market_id,
    priceTicks: Number(row.price_ticks),
    quantityLots: Number(row.quantity_lots),
    takerSide: row.taker_side,
    atMs: Number(row.at_ms),
  }));
}

/** Returns the length of the stored candles from which candles of `period` are joined. */
export function storedPeriodOf(period: KlinePeriod): StoredPeriod {
  return period === '1min' || period === '5min' || period === '15min' || period === '30min'
    ? '1min'
    : '60min';
}

/** The start of the period that contains `time_ms`, as SQL. */
function periodStartOf(period: KlinePeriod): SQL {
  if (period === '1mon') {
    return sql`(extract(epoch from
      date_trunc('month', to_timestamp(time_ms / 1000.0), 'UTC')) * 1000)::bigint`;
  }
  return sql`time_ms - (time_ms - ${periodOriginMs(period)}::bigint) % ${periodLengthMs(period)}::bigint`;
}

function toBar({ time_ms, open, high, low, close, volume, turnover }: BarRow): TimedCandleBar {
  return {
    time: Number(time_ms),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: BigInt(volume),
    turnover: BigInt(turnover),
  };
}
