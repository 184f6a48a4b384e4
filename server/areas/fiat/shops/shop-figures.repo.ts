/** Statements on the results of the orders of shops. */
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ShopFigures } from '../../../../contract/fiat/fiat-market.ts';
import { DAY_MS } from '../../../../contract/time.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { fiatOrders, shops } from '../../../kit/db/schema/fiat.ts';

export interface ShopRecord {
  readonly shopId: number;
  readonly name: string;
  readonly figures: ShopFigures;
}

const RECENT_MS = 30 * DAY_MS;

/** Returns records of the shops that exist. */
export async function readShopRecords(
  database: Executor,
  shopIds: readonly number[],
  now: EpochMs,
): Promise<ShopRecord[]> {
  if (shopIds.length === 0) return [];
  const order = fiatOrders;
  const isCompleted = eq(order.state, 'completed');
  const released = and(isCompleted, eq(order.sellerId, shops.userId), isNotNull(order.paidAtMs));
  const paid = and(isCompleted, eq(order.buyerId, shops.userId), isNotNull(order.paidAtMs));
  const rows = await database
    .select({
      shopId: shops.id,
      name: shops.name,
      total: sql`count(${order.id})`.mapWith(Number),
      recent: sql`count(*) filter (where ${order.createdAtMs} > ${now - RECENT_MS})`.mapWith(
        Number,
      ),
      completed: sql`count(*) filter (where ${isCompleted})`.mapWith(Number),
      ended: sql`count(*) filter (where ${isNotNull(order.end)})`.mapWith(Number),
      releaseMs: mean(sql`${order.endedAtMs} - ${order.paidAtMs}`, released),
      payMs: mean(sql`${order.paidAtMs} - ${order.createdAtMs}`, paid),
    })
    .from(shops)
    .leftJoin(order, eq(order.shopId, shops.id))
    .where(inArray(shops.id, [...shopIds]))
    .groupBy(shops.id);
  return rows.map(({ shopId, name, total, recent, completed, ended, releaseMs, payMs }) => ({
    shopId,
    name,
    figures: {
      total_orders: total,
      orders_30_days: recent,
      completed_orders: completed,
      // Rounded down, so that 100 means only completed orders.
      completion_percent: ended === 0 ? null : Math.floor((completed * 100) / ended),
      average_release_ms: releaseMs,
      average_pay_ms: payMs,
    },
  }));
}

const mean = (span: ReturnType<typeof sql>, isCounted: ReturnType<typeof and>) =>
  sql<number | null>`round(avg(${span}) filter (where ${isCounted}))`.mapWith((value) =>
    value === null ? null : Number(value),
  );
