/** The door of token subscriptions: everything that the rest of the server may import from this area. */
// Opening
export { openIeo } from './open-ieo.ts';
// Ledger
export { IEO_BOOK } from './ieo-book.repo.ts';
// Lifecycles
export { IEO_LIFECYCLES } from './ieo-lifecycles.ts';
// Seed
export { seedDemoIeo } from './demo-ieo.ts';
