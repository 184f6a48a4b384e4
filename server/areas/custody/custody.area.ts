/** The door of custody: everything that the rest of the server may import from this area. */
// Opening
export { ChainUnavailableError } from './chain-unavailable-error.ts';
export { openCustody } from './open-custody.ts';
// Handlers
export { createChainHandlers } from './chains-handlers.ts';
// Functions and tables
export { toChainUnits } from './chain-amounts.ts';
export { findDeepBlock } from './chain-cursor.repo.ts';
export { BLOCKS_KEPT } from './chain-scanner.ts';
export { HOLDERS_MAX } from './chain.types.ts';
export { BROADCAST_FAULTS } from './development/broadcast-faults.ts';
export { depositAddress } from './development/development-address.ts';
export { findNextNonce, passNonces } from './wallet-nonces.repo.ts';
export { findWalletCoins, lockWalletCoin, updateWalletCoin } from './wallet-coins.repo.ts';
// Types
export type {
  Block,
  BlockConnected,
  BlockDisconnected,
  BlockRef,
  Chain,
  ChainListener,
  OwnPayment,
  Payment,
  RecipientKind,
  SignedTransfer,
  TransactionFate,
  TransferStatus,
  WaitingRead,
  WalletState,
  WalletTransaction,
} from './chain.types.ts';
export type { ChainHalt } from './chain-halts.repo.ts';
export type { Custody, WalletCoin, WalletCoins } from './custody.types.ts';
export type { Faucet } from './development/faucet.ts';
export type { OpenedCustody } from './open-custody.ts';
export type { WalletCoinRow, WalletCoinTerms } from './wallet-coins.repo.ts';
