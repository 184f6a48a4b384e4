/** Statements on shops. */
import { and, count, eq, isNull } from 'drizzle-orm';
import { ensure } from '../../../../contract/assert.ts';
import type { Executor, Transaction } from '../../../kit/db/database.ts';
import { fiatOrders, shops } from '../../../kit/db/schema/fiat.ts';
import { users } from '../../../kit/db/schema/identity.ts';

export type ShopRow = typeof shops.$inferSelect;

/** A shop and the facts about its merchant. */
export interface ShopOfMerchant {
  readonly shop: ShopRow;
  readonly mobile: string | null;
  readonly isUserReal: boolean;
}

const withMerchant = (database: Executor) =>
  database
    .select({ shop: shops, mobile: users.mobile, isUserReal: users.isUserReal })
    .from(shops)
    .innerJoin(users, eq(users.id, shops.userId));

export async function findShop(
  database: Executor,
  id: number,
): Promise<ShopOfMerchant | undefined> {
  const rows = await withMerchant(database).where(eq(shops.id, id));
  return rows[0];
}

/** Undefined for a user who never opened a shop. */
export async function findShopWithMerchant(
  database: Executor,
  userId: number,
): Promise<ShopOfMerchant | undefined> {
  const rows = await withMerchant(database).where(eq(shops.userId, userId));
  return rows[0];
}

/** Returns the shop of a user without the facts about its merchant; undefined for a user who never opened one. */
export async function findShopOf(database: Executor, userId: number): Promise<ShopRow | undefined> {
  const rows = await database.select().from(shops).where(eq(shops.userId, userId));
  return rows[0];
}

/** Finds a shop with a name that looks the same, open or closed. */
export async function findShopByKey(
  database: Executor,
  nameKey: string,
): Promise<ShopRow | undefined> {
  const rows = await database.select().from(shops).where(eq(shops.nameKey, nameKey));
  return rows[0];
}

export async function insertShop(
  tx: Transaction,
  shop: typeof shops.$inferInsert,
): Promise<ShopRow> {
  const rows = await tx.insert(shops).values(shop).returning();
  return ensure(rows[0], 'the shop that was inserted');
}

export async function updateShop(
  tx: Transaction,
  id: number,
  change: Partial<Omit<ShopRow, 'id' | 'userId'>>,
): Promise<ShopRow> {
  const rows = await tx.update(shops).set(change).where(eq(shops.id, id)).returning();
  return ensure(rows[0], `shop ${id}`);
}

/** Counts orders of its ads that still hold coins, including orders of ended ads. */
export async function countOpenOrders(database: Executor, shopId: number): Promise<number> {
  const rows = await database
    .select({ orders: count() })
    .from(fiatOrders)
    .where(and(eq(fiatOrders.shopId, shopId), isNull(fiatOrders.end)));
  return ensure(rows[0], 'the count of orders').orders;
}
