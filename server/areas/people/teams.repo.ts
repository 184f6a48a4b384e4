/** Statements on teams of agents. */
import { count, eq, gte, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import { teamMembers } from '../../kit/db/schema/people.ts';
import { spotDeals, spotOrders } from '../../kit/db/schema/spot.ts';

interface MemberCounts {
  readonly members: number;
  /** The number of certified members. */
  readonly verified: number;
  readonly addedSince: number;
}

/** The volume of a team's trades in one market: an amount in quote units, and the rest in tick-lots. */
interface TradedVolume {
  readonly amount: bigint;
  readonly tickLots: bigint;
}
export interface MarketVolume {
  readonly marketId: number;
  readonly total: TradedVolume;
  readonly recent: TradedVolume;
}

export async function insertTeamMember(
  database: Executor,
  member: typeof teamMembers.$inferInsert,
): Promise<void> {
  await database.insert(teamMembers).values(member);
}

export async function isTeamMember(database: Executor, memberId: number): Promise<boolean> {
  const rows = await database
    .select({ memberId: teamMembers.memberId })
    .from(teamMembers)
    .where(eq(teamMembers.memberId, memberId));
  return rows.length === 1;
}

export async function countTeam(
  database: Executor,
  agentId: number,
  since: EpochMs,
): Promise<MemberCounts> {
  const [row] = await database
    .select({
      members: count(),
      verified: sql`count(*) filter (where ${users.isUserReal})`.mapWith(Number),
      addedSince: sql`count(*) filter (where ${gte(teamMembers.addedAtMs, since)})`.mapWith(Number),
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.memberId))
    .where(eq(teamMembers.agentId, agentId));
  return row ?? { members: 0, verified: 0, addedSince: 0 };
}

/**
 * Sums trades (`deals`) since `since`, and those since `recentSince`, for each member from the time
 * they were added. A trade between two members counts for both. An order that was placed within the
 * time counts as a whole, by its own totals. Single trades are read only for orders that were placed
 * before and executed within. The query reads no trades of others, because the exchange's own trades
 * outnumber those of all users.
 */
export async function sumTeamDeals(
  database: Executor,
  agentId: number,
  since: EpochMs,
  recentSince: EpochMs,
): Promise<readonly MarketVolume[]> {
  // Earlier trades of a member stay private: a comparison of the totals with and without the member
  // would reveal them.
  const { rows } = await database.execute<Record<string, string>>(sql`
    with own_orders as materialized (
      select orders.*, times.* from ${teamMembers}
      cross join lateral (
        select greatest(${since}::bigint, ${teamMembers.addedAtMs}) as since,
          greatest(${recentSince}::bigint, ${teamMembers.addedAtMs}) as recent_since
      ) times
      cross join lateral (
        select ${spotOrders.id} as id, ${spotOrders.marketId} as market_id,
          ${spotOrders.executedAmount} as amount,
          ${spotOrders.createdAtMs} as created_at, ${spotOrders.updatedAtMs} as updated_at
        from ${spotOrders}
        where ${spotOrders.ownerId} = ${teamMembers.memberId}
          and ${spotOrders.updatedAtMs} >= times.since and ${spotOrders.executedLots} > 0
        -- Keeps it a look-up by owner, however large the table is believed to be.
        offset 0
      ) orders
      where ${teamMembers.agentId} = ${agentId}
    ),
    parts as (
      select market_id, created_at as at, amount, 0::numeric as tick_lots,
        created_at, since, recent_since
      from own_orders
      union all
      select own_orders.market_id, deals.at_ms, 0, deals.tick_lots,
        own_orders.created_at, own_orders.since, own_orders.recent_since
      from own_orders cross join lateral (
        ${tickLotsOf(spotDeals.takerOrderId, spotDeals.takerOwnerId)}
        union all ${tickLotsOf(spotDeals.makerOrderId, spotDeals.makerOwnerId)}
      ) deals
      where own_orders.created_at < own_orders.since
        or (own_orders.created_at < own_orders.recent_since
          and own_orders.updated_at >= own_orders.recent_since)
    )
    select market_id::text,
      sum(amount) filter (where at >= since)::text as amount,
      sum(tick_lots) filter (where at >= since and created_at < since)::text as tick_lots,
      sum(amount) filter (where at >= recent_since)::text as recent_amount,
      sum(tick_lots) filter (where at >= recent_since and created_at < recent_since)::text
        as recent_tick_lots
    from parts group by market_id`);
  return rows.map((row) => ({
    marketId: Number(row['market_id']),
    total: volumeOf(row['amount'], row['tick_lots']),
    recent: volumeOf(row['recent_amount'], row['recent_tick_lots']),
  }));
}

/** Selects the trades of an order of `own_orders` by the index of the column, which has only users' trades. */
const tickLotsOf = (
  column: typeof spotDeals.takerOrderId | typeof spotDeals.makerOrderId,
  owner: typeof spotDeals.takerOwnerId | typeof spotDeals.makerOwnerId,
) =>
  sql`select ${spotDeals.atMs} as at_ms,
        ${spotDeals.priceTicks}::numeric * ${spotDeals.quantityLots} as tick_lots
      from ${spotDeals} where ${column} = own_orders.id and ${owner} > 0`;

/** The sum of no rows is null. */
const volumeOf = (amount: string | null | undefined, tickLots: string | null | undefined) => ({
  amount: BigInt(amount ?? '0'),
  tickLots: BigInt(tickLots ?? '0'),
});
