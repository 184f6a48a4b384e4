/** The door of staking: everything that the rest of the server may import from this area. */
// Opening
export { openStaking } from './open-staking.ts';
// Functions and tables
export {
  bookStakingFunding,
  insertStakingProduct,
  updateStakingProduct,
} from './staking-desk.repo.ts';
export {
  findProducts as findStakingProducts,
  lockProduct as lockStakingProduct,
} from './staking.repo.ts';
export { payDividends } from './dividends.repo.ts';
// Ledger
export { STAKING_BOOK } from './staking-book.repo.ts';
// Push
export { STAKING_PUSH } from './staking-push.ts';
// Lifecycles
export { STAKING_LIFECYCLES } from './staking-lifecycle.ts';
// Seed
export { seedDemoStaking } from './demo-staking.ts';
// Types
export type { StakingChosenTerms } from './staking-desk.repo.ts';
export type { ProductRow as StakingProductRow } from './staking.types.ts';
