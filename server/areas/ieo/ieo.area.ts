/** The door of token subscriptions: everything that the rest of the server may import from this area. */
// Opening
export { openIeo } from './open-ieo.ts';
// Functions and tables
export { findOffering } from './offerings.repo.ts';
export { findDistributedTokens, findOfferings } from './offering-desk.repo.ts';
export { IeoWire } from './ieo-wire.ts';
// Ledger
export { IEO_BOOK } from './ieo-book.repo.ts';
// Lifecycles
export { IEO_LIFECYCLES } from './ieo-lifecycles.ts';
// Seed
export { seedDemoIeo } from './demo-ieo.ts';
// Types
export type { OfferingCommands, OfferingTerms } from './offering-commands.ts';
