/** The door of staking: everything that the rest of the server may import from this area. */
// Opening
export { openStaking } from './open-staking.ts';
// Functions and tables
export { payDividends } from './dividends.repo.ts';
// Ledger
export { STAKING_BOOK } from './staking-book.repo.ts';
// Lifecycles
export { STAKING_LIFECYCLES } from './staking-lifecycle.ts';
// Seed
export { seedDemoStaking } from './demo-staking.ts';
