/**
 * Prices of a market in words. Book, ticket, sheets and orders write them here, so that one price reads
 * the same in all of them, and never as less than it is: no decimal of a price is cut.
 */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { Format } from '../../format/use-format.ts';
import { bandValues } from './error-values.ts';

type Prices = Pick<Format, 'price'>;

/** @param scale decimals of the market's prices; null while the market is not known: all that the price has. */
export const priceText = (format: Prices, price: string, scale: number | null): string =>
  format.price(price, scale ?? price.split('.')[1]?.length ?? 0);

/** The smallest step of a price or of a quantity with so many decimals. */
export const stepText = (format: Prices, scale: number): string =>
  format.price(formatUnits(1n, scale), scale);

/** The prices between which a limit may be; null while nobody knows the last price. */
export function bandTexts(
  format: Prices,
  market: Pick<CurrencyMatch, 'price_scale' | 'price_band_ppm'>,
  lastPrice: string,
): { readonly low: string; readonly high: string } | null {
  const band = bandValues(market, lastPrice);
  if (band === null) return null;
  const price = (text: string) => priceText(format, text, market.price_scale);
  return { low: price(band.low), high: price(band.high) };
}
