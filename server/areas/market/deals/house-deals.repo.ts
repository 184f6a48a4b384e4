/**
 * Deletes old trades (`deals`) of the exchange with itself, and keeps their sums. Trades of users'
 * orders, and of orders that are still kept, stay. See docs/adr/0016.
 */
import { sql } from 'drizzle-orm';
import { ensure } from '../../../../contract/assert.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Database, Executor } from '../../../kit/db/database.ts';
import { spotRemovedDeals } from '../../../kit/db/schema/spot.ts';
import { transaction } from '../../../kit/db/transaction.ts';
import { findLastVerification } from '../../../ledger/verifications.repo.ts';
import { changesByHouseDeals, IS_HOUSE_DEAL } from '../../../ledger/verify-house-rules.repo.ts';
import { findFoldedDealId } from './candles.repo.ts';

/** Locked during a deletion, so that only one of two servers on a database runs it. */
const REMOVAL_LOCK = 0x6465_616c;

interface RemovableDeals {
  /** Deletes only trades after this one. */
  readonly afterId: number;
  /** Deletes only trades from before this time. */
  readonly before: EpochMs;
  /**
   * The number of newest trades that stay in each market. The first trade stays too, because it dates
   * the opening.
   */
  readonly keptOfMarket: number;
  readonly removedMax: number;
}

/**
 * Returns the id of the last trade of the exchange with itself that has its own movement, as all had in
 * old versions; 0 when there is none. Trades up to it stay, because a movement needs its cause.
 */
export async function findLastBookedHouseDeal(database: Executor): Promise<number> {
  const { rows } = await database.execute<{ last_id: bigint }>(sql`
    select coalesce(max(deal.id), 0) as last_id from spot_deals deal
    join ledger_movements on cause_id = deal.id::text
    where journal = 2 and recipe = 'spot.deal' and ${sql.raw(IS_HOUSE_DEAL)}`);
  return Number(ensure(rows[0], 'the last trade').last_id);
}

/**
 * Deletes only trades that are in their candles and passed the ledger's verification, so that no needed
 * data is lost. @returns how many
 */
export function removeHouseDeals(
  database: Database,
  { afterId, before, keptOfMarket, removedMax }: RemovableDeals,
): Promise<number> {
  return transaction(database, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${REMOVAL_LOCK})`);
    const [verification, foldedId] = await Promise.all([
      findLastVerification(tx),
      findFoldedDealId(tx),
    ]);
    if (verification === undefined || verification.faults.length > 0) return 0;
    const lastId = Math.min(foldedId, verification.lastDealId);
    const { rows } = await tx.execute<{ count: string }>(sql`
      with bounds as materialized (
        select market.id as market_id, first.id as first_id, kept.id as kept_from_id
        from spot_markets market
        cross join lateral (
          select id from spot_deals where market_id = market.id order by id limit 1
        ) first
        cross join lateral (
          select id from spot_deals where market_id = market.id
          order by id desc offset ${keptOfMarket - 1} limit 1
        ) kept
      ), removable as materialized (
        select deal.id from spot_deals deal join bounds using (market_id)
        where deal.id > ${afterId} and deal.id <= ${lastId} and ${sql.raw(IS_HOUSE_DEAL)}
          and at_ms < ${before} and deal.id > first_id and deal.id < kept_from_id
          and not exists (select from spot_orders where id = taker_order_id)
          and not exists (select from spot_orders where id = maker_order_id)
        order by deal.id limit ${removedMax}
      ), removed as (
        select * from remove_house_deals((select array_agg(id) from removable))
      ), added as (
        insert into ${spotRemovedDeals} as sums
        select owner_id, account_type, currency_id, sum(amount)
        from (${sql.raw(changesByHouseDeals('removed'))}) change
        group by owner_id, account_type, currency_id
        on conflict (owner_id, account_type, currency_id) do update
        set amount = sums.amount + excluded.amount
      )
      select count(*) from removed`);
    return Number(ensure(rows[0], 'the number of trades').count);
  });
}
