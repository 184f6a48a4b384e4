/** The reference of a server without outside prices: it has only its own trades. */
import type { ReferenceMarkets } from './reference-markets.ts';

/**
 * The price band then follows the last trade, and there is none before the first. Candles start with
 * the first trade. A market without a trade has the price 0.
 */
export const NO_REFERENCE: ReferenceMarkets = { priceTicks: () => null, history: () => null };
