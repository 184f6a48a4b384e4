/**
 * Formats prices of a market. Order book, ticket, sheets and orders use it, so that one price has
 * one text in all of them. No decimal of a price is cut, so that it is never shown too low.
 */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { Format } from '../../format/use-format.ts';
import { bandValues } from './error-values.ts';

type Prices = Pick<Format, 'price'>;

/**
 * @param scale decimals of the market's prices; null while the market is unknown: all decimals of
 *   the price.
 */
export const priceText = (format: Prices, price: string, scale: number | null): string =>
  format.price(price, scale ?? price.split('.')[1]?.length ?? 0);

/** Returns the smallest step of a price or of a quantity with that many decimals. */
export const stepText = (format: Prices, scale: number): string =>
  format.price(formatUnits(1n, scale), scale);

/** Returns the price limits of a limit order around a price; null while it is unknown. */
export function bandTexts(
  format: Prices,
  market: Pick<CurrencyMatch, 'price_scale' | 'price_band_ppm'>,
  price: string,
): { readonly low: string; readonly high: string } | null {
  const band = bandValues(market, price);
  if (band === null) return null;
  const written = (text: string) => priceText(format, text, market.price_scale);
  return { low: written(band.low), high: written(band.high) };
}
