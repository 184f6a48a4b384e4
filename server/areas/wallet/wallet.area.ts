/** The door of wallet: everything that the rest of the server may import from this area. */
// Opening
export { createAccountsService } from './accounts-service.ts';
export { openWallet } from './open-wallet.ts';
export { OwingUsers } from './owing-users.ts';
export { createContractable } from './contractable.ts';
export { createTransferService } from './transfers.ts';
export { createWalletWire } from './wallet-wire.ts';
// Handlers
export { createAccountHandlers } from './accounts-handlers.ts';
export { createTransferHandlers } from './transfers-handlers.ts';
// Ledger
export { WALLET_BOOK } from './wallet-book.repo.ts';
// Lifecycles
export { WALLET_LIFECYCLES } from './wallet-lifecycles.ts';
// Functions and tables
export { ALL_ACCOUNTS } from './accounts-service.ts';
export { findLiens } from './deposits.repo.ts';
export { publishedRules } from './wallet-rules.ts';
export { unitOfAccount } from './withdrawable.ts';
export { findWithdrawals } from './withdrawals.repo.ts';
// Types
export type { ContractableParts } from './contractable.ts';
export type { AccountsService } from './accounts-service.ts';
export type { ReserveChecks } from './reserve-checks.ts';
export type { ForeignNaming, NamingError } from './foreign-transactions.ts';
export type { WithdrawalRow } from './wallet-lifecycles.ts';
export type { WalletWire } from './wallet-wire.ts';
export type { Decision, ReviewError, WithdrawalReview } from './withdrawal-review.ts';
export type { WithdrawalFilter } from './withdrawals.repo.ts';
