/** The reference of a server that knows no prices from outside: all it has is its own deals. */
import type { ReferenceMarkets } from './reference-markets.ts';

/**
 * The price band then follows the last deal, and there is none before the first; candles begin with
 * the first deal; a market without a deal has the price 0.
 */
export const NO_REFERENCE: ReferenceMarkets = { priceTicks: () => null, history: () => null };
