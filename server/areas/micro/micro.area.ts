/** The door of fast contracts: everything that the rest of the server may import from this area. */
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
