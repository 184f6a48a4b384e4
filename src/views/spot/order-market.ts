/** The market of an order: its names, and its prices as text. */
import type { CurrencyMatch, MarketStatus } from '../../../contract/market/market.ts';
import type { Format } from '../../format/use-format.ts';
import { priceText } from './market-prices.ts';

/** The market of an order, as far as it is loaded. */
export interface OrderMarket {
  readonly label: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of its prices; null while the market is unknown. */
  readonly priceScale: number | null;
  readonly status: MarketStatus;
}

/** Returns the attributes of a market that the screens of orders need. */
export const orderMarketOf = (match: CurrencyMatch): OrderMarket => ({
  label: `${match.base_currency_code}/${match.quote_currency_code}`,
  base: match.base_currency_code,
  quote: match.quote_currency_code,
  priceScale: match.price_scale,
  status: match.status,
});

/** Returns a price of the market with the decimals of its order book. */
export const priceOf = (format: Format, price: string, { priceScale }: OrderMarket): string =>
  priceText(format, price, priceScale);
