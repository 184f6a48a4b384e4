/** The door of contracts: everything that the rest of the server may import from this area. */
// Opening
export { openAccountAudit } from './open-account-audit.ts';
export { openLeverExchange } from './open-lever-exchange.ts';
// Ledger
export { LEVER_BOOK } from './lever-book.repo.ts';
// Seed
export { seedDemoLever } from './lever-seed.repo.ts';
// Functions and tables
export { DEALING_POSTINGS } from './dealing-postings.ts';
// Types
export type { DemoInstrument } from './demo-markets.ts';
export type { LeverExchange, LeverMarketRules } from './lever-exchange.types.ts';
export type { LeverPrices } from './taken-marks.ts';
