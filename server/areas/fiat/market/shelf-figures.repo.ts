/**
 * The formulas of `contract/figures/fiat.ts` and of the price band once more, in SQL, so that the list of the market
 * can be filtered and sorted by them. `tests/server/fiat/shelf-figures.test.ts` holds the two together.
 */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { quantityStep, type TradeScales } from '../../../../contract/figures/fiat.ts';
import { LIMITS } from '../../../../contract/limits.ts';

/** Columns of an ad, or values in their place. */
export interface ShelfAd {
  readonly side: SQLWrapper;
  /** Null of an ad whose price floats. */
  readonly price: SQLWrapper;
  /** Null of an ad whose price is fixed. */
  readonly priceShareBp: SQLWrapper;
  readonly limitPrice: SQLWrapper;
  readonly remaining: SQLWrapper;
}

export interface ShelfFigures {
  /** As `floatingPrice` has it, of an ad whose price floats. */
  readonly price: SQL;
  /** As `isWithinBand` has it. */
  readonly isWithinBand: SQL;
  /** The opposite of what `isBeyondLimit` has. */
  readonly isWithinLimit: SQL;
  /** Whether what an amount buys is no more than what remains, as `quantityOf` has it. */
  remainderCovers(fiatUnits: SQLWrapper): SQL;
}

/** @param reference units of a price: what the coin is worth now. */
export function shelfFigures(ad: ShelfAd, reference: bigint, scales: TradeScales): ShelfFigures {
  const worth = sql`${String(reference)}::numeric`;
  const price = sql`coalesce(${ad.price}, div(2 * ${worth} * ${ad.priceShareBp} + 10000, 20000))`;
  const step = sql.raw(`${quantityStep(scales)}::numeric`);
  const band = sql`${LIMITS.fiat_price_band_bp}::integer`;
  return {
    price,
    isWithinBand: sql`coalesce(
      abs(${ad.priceShareBp} - 10000) <= ${band},
      abs(${ad.price} - ${worth}) * 10000 <= ${worth} * ${band})`,
    isWithinLimit: sql`case when ${ad.side} = 'sell'
      then coalesce(${price} >= ${ad.limitPrice}, true)
      else coalesce(${price} <= ${ad.limitPrice}, true) end`,
    remainderCovers: (fiatUnits) => sql`
      div(${fiatUnits} * ${tenTo(scales.coin + scales.price)},
        ${price} * ${tenTo(scales.amount)} * ${step}) * ${step} <= ${ad.remaining}`,
  };
}

const tenTo = (exponent: number) => sql.raw(`${10n ** BigInt(exponent)}::numeric`);
