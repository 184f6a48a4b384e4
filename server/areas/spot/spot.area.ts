/** The door of spot: everything that the rest of the server may import from this area. */
// Opening
export { createOrderHistory } from './order-history.ts';
export { createOrderRecordRepo } from './order-record.repo.ts';
export { openSpotExchange } from './open-spot-exchange.ts';
export { SpotMemory } from './spot-memory.ts';
export { openSpotStore } from './spot-store.repo.ts';
export { SpotWire } from './spot-wire.ts';
// Handlers
export { createSpotHandlers } from './spot-handlers.ts';
// Ledger
export { SPOT_BOOK } from './spot-book.repo.ts';
// Lifecycles
export { replayOrder } from './order-lifecycle.ts';
// Functions and tables
export { cancelOrdersOf } from './held-owners.ts';
export { startOrderConformance } from './order-conformance.ts';
export { addSpotMarket, findAddedSpotMarkets, syncSpotMarketRows } from './spot-markets.repo.ts';
export { SPOT_POSTINGS } from './spot-postings.ts';
// Types
export type { MarketScales, OrderRecord, Replay, ReplayStep } from './order-lifecycle.ts';
export type { CommittedBatch, LevelChange, SpotBalance, SpotDeal } from './spot-events.ts';
export type { TradingEnd } from './open-spot-exchange.ts';
export type {
  NewSpotOrder,
  ReferencePrices,
  SpotCommands,
  SpotExchange,
  SpotMarketRules,
  SpotView,
} from './spot-exchange.types.ts';
export type { SpotMarketRow } from './spot-markets.repo.ts';
export type { SealedBatch, SpotSnapshot, SpotStore } from './spot-store.types.ts';
