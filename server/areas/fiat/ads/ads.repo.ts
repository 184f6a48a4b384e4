/** Statements on ads. Every change of an ad locks its row first. */
import { and, asc, count, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { ensure } from '../../../../contract/assert.ts';
import type { FiatAdState } from '../../../../contract/fiat/fiat-kinds.ts';
import type { CollectionKind } from '../../../../contract/people/people.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor, Transaction } from '../../../kit/db/database.ts';
import { executeNamed, type NamedStatement } from '../../../kit/db/named-statement.ts';
import { fiatAds, shops } from '../../../kit/db/schema/fiat.ts';
import { users } from '../../../kit/db/schema/identity.ts';
import type { AdRow } from './ad-lifecycle.ts';

type NewAd = typeof fiatAds.$inferInsert;
export type AdChange = Partial<Omit<NewAd, 'id' | 'userId' | 'shopId' | 'side'>>;

/** An ad with the payment kinds that it is shown with. */
export interface ShownAd {
  readonly ad: AdRow;
  /** For a sell ad, its payment kinds with at least one usable method; for a buy ad, all its kinds. */
  readonly payableKinds: readonly CollectionKind[];
}

/** A shown ad with the facts that decide whether other users see it. */
export interface ListedAd extends ShownAd {
  readonly isShopOpen: boolean;
  /** The time at which its merchant was disabled; null when not disabled. */
  readonly disabledAtMs: EpochMs | null;
}

/** The payment kinds of {@link ShownAd}: a sell ad is paid to the methods it names while its merchant keeps them. */
export const PAYABLE_KINDS_TEXT = `
  case when fiat_ads.side = 'buy' then fiat_ads.payment_kinds else array(
    select kind from unnest(fiat_ads.payment_kinds) with ordinality as named (kind, place)
    where exists (select 1 from collection_methods as method
      where method.id = any(fiat_ads.collection_method_ids) and method.user_id = fiat_ads.user_id
        and method.kind = named.kind and method.is_checked and method.removed_at_ms is null)
    order by place) end`;
export const PAYABLE_KINDS = sql.raw(PAYABLE_KINDS_TEXT) as SQL<CollectionKind[]>;

/** The states in which the rest of an ad may still be taken. */
const ALIVE: readonly FiatAdState[] = ['opening', 'suspended'];

export async function insertAd(tx: Transaction, ad: NewAd): Promise<AdRow> {
  const rows = await tx.insert(fiatAds).values(ad).returning();
  return ensure(rows[0], 'the ad that was inserted');
}

export async function updateAd(tx: Transaction, id: number, change: AdChange): Promise<AdRow> {
  const rows = await tx.update(fiatAds).set(change).where(eq(fiatAds.id, id)).returning();
  return ensure(rows[0], `ad ${id}`);
}

/** The columns that a step of its lifecycle changes. */
type AdProgress = Pick<
  AdRow,
  'total' | 'remaining' | 'inOrders' | 'sold' | 'removal' | 'state' | 'revision' | 'updatedAtMs'
>;

const PROGRESS: NamedStatement = {
  name: 'fiat_ad_progress',
  text: `update fiat_ads set total = $2, remaining = $3, in_orders = $4, sold = $5, removal = $6,
    state = $7, revision = $8, updated_at_ms = $9 where id = $1`,
};

/** Uses a named statement, because orders run it often. */
export async function noteProgress(
  tx: Transaction,
  id: number,
  { total, remaining, inOrders, sold, removal, state, revision, updatedAtMs }: AdProgress,
): Promise<void> {
  const parts = [total, remaining, inOrders, sold].map(String);
  await executeNamed(tx, PROGRESS, [id, ...parts, removal, state, revision, updatedAtMs]);
}

/** Locks the ad until the transaction ends. */
export async function lockAdRow(tx: Transaction, id: number): Promise<AdRow | undefined> {
  const rows = await tx.select().from(fiatAds).where(eq(fiatAds.id, id)).for('update');
  return rows[0];
}

/** Locks the ads of a shop that have not ended, in the order of their ids. */
export function lockAliveAds(tx: Transaction, shopId: number): Promise<AdRow[]> {
  return tx
    .select()
    .from(fiatAds)
    .where(and(eq(fiatAds.shopId, shopId), inArray(fiatAds.state, [...ALIVE])))
    .orderBy(asc(fiatAds.id))
    .for('update');
}

const SHOWN = { ad: fiatAds, payableKinds: PAYABLE_KINDS };
const LISTED = { ...SHOWN, isShopOpen: shops.isOpen, disabledAtMs: users.disabledAtMs };

/** Reads an ad with the facts that decide whether other users see it. */
export async function findListedAd(database: Executor, id: number): Promise<ListedAd | undefined> {
  const rows = await database
    .select(LISTED)
    .from(fiatAds)
    .innerJoin(shops, eq(shops.id, fiatAds.shopId))
    .innerJoin(users, eq(users.id, fiatAds.userId))
    .where(eq(fiatAds.id, id));
  return rows[0];
}

/** Finds the ad that was posted under the idempotency key. */
export async function findKeyedAd(
  database: Executor,
  userId: number,
  idempotencyKey: string,
): Promise<AdRow | undefined> {
  const rows = await database
    .select()
    .from(fiatAds)
    .where(and(eq(fiatAds.userId, userId), eq(fiatAds.idempotencyKey, idempotencyKey)));
  return rows[0];
}

export async function countAliveAds(database: Executor, userId: number): Promise<number> {
  const rows = await database
    .select({ ads: count() })
    .from(fiatAds)
    .where(and(eq(fiatAds.userId, userId), inArray(fiatAds.state, [...ALIVE])));
  return ensure(rows[0], 'the count of ads').ads;
}

export interface OwnAdFilter {
  readonly userId: number;
  readonly state: FiatAdState | undefined;
  /** Returns only ads with a smaller id. */
  readonly before: number | undefined;
  readonly count: number;
}

/** Returns the ads of a merchant, newest first. */
export function findOwnAds(
  database: Executor,
  { userId, state, before, count: size }: OwnAdFilter,
): Promise<ShownAd[]> {
  return database
    .select(SHOWN)
    .from(fiatAds)
    .where(
      and(
        eq(fiatAds.userId, userId),
        state && eq(fiatAds.state, state),
        before === undefined ? undefined : lt(fiatAds.id, before),
      ),
    )
    .orderBy(desc(fiatAds.id))
    .limit(size);
}
