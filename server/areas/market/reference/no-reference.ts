/** The reference of a server without outside prices. */
import type { ReferenceMarkets } from './reference-markets.ts';

/**
 * No order is accepted then. Candles start with the first trade, and a market without a trade has the
 * price 0.
 */
export const NO_REFERENCE: ReferenceMarkets = { priceTicks: () => null, history: () => null };
