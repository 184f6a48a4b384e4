/** The statement behind the list of the fiat market. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import type { CollectionKind } from '../../../../contract/people/people.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { fiatAds, shops } from '../../../kit/db/schema/fiat.ts';
import { users } from '../../../kit/db/schema/identity.ts';
import { PAYABLE_KINDS, type ShownAd } from '../ads/ads.repo.ts';
import type { TradeScales } from '../../../../contract/figures/fiat.ts';
import { mayBuyOn } from '../standing.repo.ts';
import { adListFigures } from './ad-list-figures.repo.ts';

export interface AdListFilter {
  /** The side of the merchants. */
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
  readonly scales: TradeScales;
  /** The present price of the coin, in units of a price. */
  readonly reference: bigint;
  /** An amount that one order must be able to have, in units of the fiat currency. */
  readonly amount: bigint | undefined;
  readonly paymentKind: CollectionKind | undefined;
  readonly shopId: number | undefined;
  /** The start of the day whose cancellations close buy ads. */
  readonly dayStart: EpochMs;
  readonly offset: number;
  readonly count: number;
}

/** Returns the ads that may be taken now, the best price for the taker first. */
export async function findListedAds(
  database: Executor,
  { scales, reference, amount, paymentKind, shopId, dayStart, ...wanted }: AdListFilter,
): Promise<ShownAd[]> {
  const { side, currencyId, fiatCode, offset, count } = wanted;
  const figures = adListFigures(fiatAds, reference, scales);
  const { price } = figures;
  const text = amount === undefined ? null : sql`${String(amount)}::numeric`;
  return database
    .select({ ad: fiatAds, payableKinds: PAYABLE_KINDS })
    .from(fiatAds)
    .innerJoin(shops, eq(shops.id, fiatAds.shopId))
    .innerJoin(users, eq(users.id, fiatAds.userId))
    .where(
      and(
        eq(fiatAds.state, 'opening'),
        eq(fiatAds.currencyId, currencyId),
        eq(fiatAds.fiatCode, fiatCode),
        eq(fiatAds.side, side),
        shops.isOpen,
        isNull(users.disabledAtMs),
        sql`${price} > 0`,
        figures.isWithinBand,
        figures.isWithinLimit,
        figures.remainderCovers(fiatAds.minAmount),
        text === null
          ? undefined
          : sql`${text} between ${fiatAds.minAmount} and ${fiatAds.maxAmount}
              and ${figures.remainderCovers(text)}`,
        side === 'buy' ? mayBuyOn(fiatAds.userId, dayStart) : undefined,
        shopId === undefined ? undefined : eq(fiatAds.shopId, shopId),
        paymentKind === undefined
          ? sql`cardinality(${PAYABLE_KINDS}) > 0`
          : sql`${paymentKind} = any(${PAYABLE_KINDS})`,
      ),
    )
    .orderBy(side === 'sell' ? asc(price) : desc(price), asc(fiatAds.id))
    .offset(offset)
    .limit(count);
}
