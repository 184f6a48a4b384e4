/** The bounds of the terms of a new trading pair, for the server and the forms. */
import { parseUnits } from '../money/decimal.ts';
import { priceBandOf } from './spot.ts';

/** Terms of a trading pair under the names of a request. */
interface MarketTerms {
  readonly base_currency_id: number;
  readonly quote_currency_id: number;
  /** Decimals of a price. */
  readonly price_scale: number;
  readonly price_band_ppm: number;
  readonly opening_price: string;
}

/** The price band around the opening price has at least this many ticks above it, so that the price can move. */
const BAND_TICKS_MIN = 10n;

/** Returns the terms that do not go with the others. An opening price with too many decimals is not judged. */
export function wrongMarketTerms(terms: MarketTerms): readonly (keyof MarketTerms)[] {
  const wrong: (keyof MarketTerms)[] = [];
  if (terms.base_currency_id === terms.quote_currency_id) wrong.push('quote_currency_id');
  const ticks = parseUnits(terms.opening_price, terms.price_scale);
  if (ticks !== null && priceBandOf(ticks, terms.price_band_ppm).high < ticks + BAND_TICKS_MIN)
    wrong.push('price_band_ppm');
  return wrong;
}
