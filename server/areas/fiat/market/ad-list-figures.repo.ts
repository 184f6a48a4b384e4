/**
 * The formulas of `contract/figures/fiat.ts` and of the price band in SQL, so that the database filters
 * and sorts the list of the market. `tests/server/fiat/ad-list-figures.test.ts` compares both.
 */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { quantityStep, type TradeScales } from '../../../../contract/figures/fiat.ts';
import { LIMITS } from '../../../../contract/limits.ts';

/** Columns of an ad, or values in their place. */
interface FiguredAd {
  readonly side: SQLWrapper;
  /** Null when the price of the ad floats. */
  readonly price: SQLWrapper;
  /** Null when the price of the ad is fixed. */
  readonly priceShareBp: SQLWrapper;
  readonly limitPrice: SQLWrapper;
  readonly remaining: SQLWrapper;
}

interface AdListFigures {
  /** The price of the ad; a floating price is computed like `floatingPrice`. */
  readonly price: SQL;
  /** Like the function `isWithinBand`. */
  readonly isWithinBand: SQL;
  /** The opposite of `isBeyondLimit`. */
  readonly isWithinLimit: SQL;
  /** Whether the quantity that the amount buys, like `quantityOf`, is at most the remainder of the ad. */
  remainderCovers(fiatUnits: SQLWrapper): SQL;
}

/** @param reference the present price of the coin, in units of a price. */
export function adListFigures(
  ad: FiguredAd,
  reference: bigint,
  scales: TradeScales,
): AdListFigures {
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
