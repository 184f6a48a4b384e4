/** The door of people: everything that the rest of the server may import from this area. */
// Opening
export { openPush } from './push/open-push.ts';
export { ProductRules } from './products/product-rules.ts';
// Handlers
export { createPeopleHandlers } from './people-handlers.ts';
export { createProductHandlers } from './products/product-handlers.ts';
// Functions and tables
export { acknowledgeAll } from './products/acknowledge-all.ts';
export { findMethods, insertMethod } from './collection-methods.repo.ts';
// Types
export type { StoredMethod } from './collection-methods.repo.ts';
