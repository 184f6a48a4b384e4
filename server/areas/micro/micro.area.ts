/** The door of fast contracts and their index: everything that the rest of the server may import from this area. */
// Opening
export { NO_MICRO_DESK } from './micro-desk.ts';
export { createMicroHistory } from './micro-history.ts';
export { settlementFileOf } from './micro-settlement.ts';
export { MicroWire } from './micro-wire.ts';
export { openMicro } from './open-micro.ts';
export { readMicroSnapshot } from './micro-store.repo.ts';
// Handlers
export { createMicroHandlers, createPastHandlers, NO_MICRO_HANDLERS } from './micro-handlers.ts';
// Ledger
export { MICRO_BOOK } from './micro-book.repo.ts';
// Seed
export { seedDemoMicro } from './micro-seed.repo.ts';
// Functions and tables
export {
  findKeyedMicroOrder,
  findMicroOrder,
  findRunningInstruments,
} from './micro-orders.repo.ts';
export { replayMicroOrder } from './micro-lifecycle.ts';
export { findResultsNotInLog } from './micro-log-check.ts';
export { startMicroConformance } from './micro-conformance.ts';
export { isPoolFunded } from './micro-products.repo.ts';
export { countMicroOrders, findUsedMinutes } from './micro-minutes.repo.ts';
export { findNamedPoints } from './micro-points.repo.ts';
export { countMicroResults } from './micro-results.repo.ts';
export { startMicroCounting } from './micro-counting.ts';
export { startMicroWatch } from './micro-watch.ts';
// Types
export type { MicroInstrument } from './demo-products.ts';
export type { MicroRecord } from './micro-lifecycle.ts';
export type { MicroHandlers } from './micro-handlers.ts';
export type {
  MicroChosenTerms,
  MicroCommands,
  MicroDeskCommands,
  MicroDeskView,
  MicroProduct,
  MicroSide,
  MicroView,
} from './micro.types.ts';
// The index and its log
export { IndexWitnesses } from './index/witnesses.ts';
export { findIndexKey, openIndexKey, type IndexKey } from './index/index-key.ts';
export { IndexLog } from './index/index-log.ts';
export {
  createReadNeededPoints,
  createReadPoints,
  readStoredPoints,
} from './index/index-history.ts';
export { LineRemoval } from './index/index-removal.ts';
export { restoreLines, type Restored } from './index/index-restore.repo.ts';
export { createIndexSource, NO_INDEX_SOURCE } from './index/index-source.ts';
export {
  createIndexHandlers,
  createReadMinutes,
  NO_INDEX_HANDLERS,
} from './index/index-handlers.ts';
export { PRICE_INDEX_BOOK } from './index/index-rules.repo.ts';
export { indexCryptoOf } from './index/index-crypto.ts';
export { INDEXED_PAIRS, loggedPairs } from './index/indexed-pairs.ts';
export { findLastHours } from './index/index-reads.repo.ts';
export type { ReadNeededPoints } from './index/index-history.ts';
export type { PriceIndexHandlers, ReadMinutes } from './index/index-handlers.ts';
