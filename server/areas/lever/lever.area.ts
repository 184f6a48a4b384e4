/** The door of contracts: everything that the rest of the server may import from this area. */
// Opening
export { openAccountAudit } from './open-account-audit.ts';
export { createLeverHistory } from './lever-history.ts';
export { createLeverRecordRepo } from './lever-record.repo.ts';
export { LeverWire } from './lever-wire.ts';
export { openLeverExchange } from './open-lever-exchange.ts';
// Handlers
export { createLeverHandlers } from './lever-handlers.ts';
// Ledger
export { LEVER_BOOK } from './lever-book.repo.ts';
// Lifecycles
export { replayLeverOrder } from './lever-lifecycle.ts';
// Seed
export { seedDemoLever } from './lever-seed.repo.ts';
// Functions and tables
export { LEVER_PUSH } from './lever-push.ts';
export { DEALING_POSTINGS } from './dealing-postings.ts';
export { coverOfLiens } from './cover-of-liens.ts';
export { startLeverConformance } from './lever-conformance.ts';
export { countLeverResults } from './lever-results.repo.ts';
export { offeredMultiples } from './lever-product.ts';
export { newLeverMarket, tickLotUnitsOf } from './new-market.ts';
// Types
export type { DemoInstrument } from './demo-markets.ts';
export type {
  LeverBatch,
  LeverCommands,
  LeverDeskCommands,
  LeverExchange,
  LeverMarketRules,
  LeverMarkView,
  LeverView,
} from './lever-exchange.types.ts';
export type { LeverHandlers } from './lever-handlers.ts';
export type { LeverRecord } from './lever-lifecycle.ts';
export type { LeverInstrument } from './new-market.ts';
export type { LeverPrices } from './taken-marks.ts';
