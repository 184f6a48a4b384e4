/** The door of the index: everything that the rest of the server may import from this area. */
// Opening
export { IndexWitnesses } from './witnesses.ts';
export { findIndexKey, openIndexKey, type IndexKey } from './index-key.ts';
export { IndexLog } from './index-log.ts';
export { createReadNeededPoints, createReadPoints, readStoredPoints } from './index-history.ts';
export { LineRemoval } from './index-removal.ts';
export { restoreLines, type Restored } from './index-restore.repo.ts';
export { createIndexSource, NO_INDEX_SOURCE } from './index-source.ts';
// Handlers
export { createIndexHandlers, createReadMinutes, NO_INDEX_HANDLERS } from './index-handlers.ts';
// Ledger
export { PRICE_INDEX_BOOK } from './index-rules.repo.ts';
// Functions and tables
export { indexCryptoOf } from './index-crypto.ts';
export { INDEXED_PAIRS, loggedPairs } from './indexed-pairs.ts';
export { findLastHours } from './index-reads.repo.ts';
// Types
export type { ReadNeededPoints } from './index-history.ts';
export type { PriceIndexHandlers, ReadMinutes } from './index-handlers.ts';
