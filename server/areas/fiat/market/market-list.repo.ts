/** The statement behind the list of the fiat market. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { LIMITS } from '../../../../contract/limits.ts';
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import type { CollectionKind } from '../../../../contract/people/people.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { fiatAds, shops } from '../../../kit/db/schema/fiat.ts';
import { users } from '../../../kit/db/schema/identity.ts';
import { PAYABLE_KINDS, type ShownAd } from '../ads/ads.repo.ts';
import { quantityStep, type TradeScales } from '../../../../contract/figures/fiat.ts';
import { mayBuyOn } from '../orders/standing.repo.ts';

export interface ShelfFilter {
  /** What the merchants do. */
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
  readonly scales: TradeScales;
  /** Units of a price: what the coin is worth now. */
  readonly reference: bigint;
  /** Units of the fiat currency that one order of theirs may be of. */
  readonly amount: bigint | undefined;
  readonly paymentKind: CollectionKind | undefined;
  readonly shopId: number | undefined;
  /** When the day began for which cancellations close ads that buy. */
  readonly dayStart: EpochMs;
  readonly offset: number;
  readonly count: number;
}

/** Ads that may be taken from now, the best price for whoever takes them first. */
export async function findAdsOnShelf(
  database: Executor,
  { scales, reference, amount, paymentKind, shopId, dayStart, ...wanted }: ShelfFilter,
): Promise<ShownAd[]> {
  const { side, currencyId, fiatCode, offset, count } = wanted;
  // As `floatingPrice` has it.
  const price = sql`coalesce(${fiatAds.price},
    div(2 * ${String(reference)}::numeric * ${fiatAds.priceShareBp} + 10000, 20000))`;
  // As `isWithinBand` has it.
  const isWithin = sql`coalesce(
    abs(${fiatAds.priceShareBp} - 10000) <= ${LIMITS.fiat_price_band_bp}::integer,
    abs(${fiatAds.price} - ${String(reference)}::numeric) * 10000
      <= ${String(reference)}::numeric * ${LIMITS.fiat_price_band_bp}::integer)`;
  // As `isBeyondLimit` has it.
  const isWithinLimit = sql`case when ${fiatAds.side} = 'sell'
    then coalesce(${price} >= ${fiatAds.limitPrice}, true)
    else coalesce(${price} <= ${fiatAds.limitPrice}, true) end`;
  const stepText = sql.raw(`${quantityStep(scales)}::numeric`);
  /** As `quantityOf` has it. */
  const remainderCovers = (fiatUnits: unknown) => sql`
    div(${fiatUnits} * ${tenTo(scales.coin + scales.price)},
      ${price} * ${tenTo(scales.amount)} * ${stepText}) * ${stepText} <= ${fiatAds.remaining}`;
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
        isWithin,
        isWithinLimit,
        remainderCovers(fiatAds.minAmount),
        text === null
          ? undefined
          : sql`${text} between ${fiatAds.minAmount} and ${fiatAds.maxAmount}
              and ${remainderCovers(text)}`,
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

const tenTo = (exponent: number) => sql.raw(`${10n ** BigInt(exponent)}::numeric`);
