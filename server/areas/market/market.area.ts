/** The door of market: everything that the rest of the server may import from this area. */
// Opening
export { Audience } from './audience.ts';
export { createEquivalents } from './equivalents.ts';
export { prepareMarket } from './open-market.ts';
export { createCalmPrices } from './sources/calm-prices.ts';
// Handlers
export { createMarketHandlers } from './market-handlers.ts';
// Functions and tables
export { FOREX_PAIRS, SPOT_MARKETS } from './catalog.ts';
export { periodStart } from './periods.ts';
export { NO_REFERENCE } from './reference/no-reference.ts';
export { SOURCE_NAMES } from './sources/create-sources.ts';
export { followSources } from './sources/follow-sources.ts';
export { pairName } from './sources/price-pairs.ts';
export { syncSpotMarkets } from './spot-markets.ts';
// Types
export type { Equivalents } from './equivalents.ts';
export type { MakerAccount } from './maker/house-parts.ts';
export type { CalmPrices } from './sources/calm-prices.ts';
export type { FollowedSources } from './sources/follow-sources.ts';
export type { PriceControl } from './sources/controlled-sources.ts';
export { Marks } from './sources/marks.ts';
export type { MarketListener, MarketSource, PriceRecord } from './market-source.ts';
export type { MarketParts, OpenedMarket } from './open-market.ts';
