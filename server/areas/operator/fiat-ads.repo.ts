/** Statements on ads of the fiat market, of all merchants. */
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { FiatAdState } from '../../../contract/fiat/fiat-kinds.ts';
import type { Executor } from '../../kit/db/database.ts';
import { fiatAds, shops } from '../../kit/db/schema/fiat.ts';

export interface FiatAdFilter {
  /** A part of the name of a shop, or the number of an ad; empty for all. */
  readonly text: string;
  readonly state: FiatAdState | undefined;
  readonly userId: number | undefined;
  /** Limits the list to ads that are older than this one. */
  readonly beyond: number | undefined;
  readonly count: number;
}

export interface FoundFiatAd {
  readonly ad: typeof fiatAds.$inferSelect;
  readonly shop: typeof shops.$inferSelect;
}

/** Returns the newest ads first. */
export function findFiatAds(
  database: Executor,
  { text, state, userId, beyond, count }: FiatAdFilter,
): Promise<FoundFiatAd[]> {
  return select(database)
    .where(
      and(
        text === '' ? undefined : isNamed(text),
        state === undefined ? undefined : eq(fiatAds.state, state),
        userId === undefined ? undefined : eq(fiatAds.userId, userId),
        beyond === undefined ? undefined : lt(fiatAds.id, beyond),
      ),
    )
    .orderBy(desc(fiatAds.id))
    .limit(count);
}

export async function findFiatAd(
  database: Executor,
  adId: number,
): Promise<FoundFiatAd | undefined> {
  return (await select(database).where(eq(fiatAds.id, adId)))[0];
}

const select = (database: Executor) =>
  database
    .select({ ad: fiatAds, shop: shops })
    .from(fiatAds)
    .innerJoin(shops, eq(shops.id, fiatAds.shopId));

/** Uses `strpos`, which has no wildcards, because a name may contain any character. */
function isNamed(text: string) {
  const isInName = sql`strpos(lower(${shops.name}), lower(${text})) > 0`;
  return /^[1-9]\d{0,14}$/.test(text) ? or(isInName, eq(fiatAds.id, Number(text))) : isInName;
}
