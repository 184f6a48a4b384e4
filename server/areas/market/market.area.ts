/** The door of market: everything that the rest of the server may import from this area. */
// Opening
export { Audience } from './audience.ts';
export { DealMarkets } from './deals/deal-markets.ts';
export { HouseDealRemoval } from './deals/house-deal-removal.ts';
export { DepthBoard } from './depth-board.ts';
export { createEquivalents } from './equivalents.ts';
export { HouseTrading } from './maker/house-trading.ts';
export { SimulatedReference } from './reference/simulated-reference.ts';
export { SimulatedForex } from './simulation/simulated-forex.ts';
export { createSimulatedPairs } from './simulation/simulated-pairs.ts';
// Handlers
export { createMarketHandlers } from './market-handlers.ts';
// Functions and tables
export { SPOT_MARKETS } from './catalogue.ts';
export { periodStart } from './periods.ts';
export { NO_REFERENCE } from './reference/no-reference.ts';
export { syncSpotMarkets, withStoredScales } from './spot-markets.ts';
// Types
export type { Equivalents } from './equivalents.ts';
export type { MarketListener, MarketSource, PriceRecord, SpotMarket } from './market-source.ts';
