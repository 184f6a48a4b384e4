/** The services of the chains for the rest of the server; `chain.types.ts` has the port itself. */
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { ChainHealth } from './chain-health.ts';
import type { Chain, ChainListener } from './chain.types.ts';
import type { WalletCoinRow } from './wallet-coins.repo.ts';

/**
 * A currency on a chain. `canDeposit` and `canWithdraw` are also false while the chain does not run, or has
 * the coin otherwise than it is listed.
 */
export interface WalletCoin extends WalletCoinRow {
  readonly chainName: string;
  readonly hasFaucet: boolean;
}

/** A coin as its chain knows it. */
export interface ChainCoin {
  readonly currencyId: number;
  readonly decimals: number;
  /** The contract of a token; null for the chain's own coin. */
  readonly contractAddress: string | null;
}

export interface WalletCoins {
  /** Lists every coin on every chain, in the order of currencies. */
  list(): Promise<readonly WalletCoin[]>;
  find(
    currencyId: number,
    chain: string,
  ): Promise<Result<WalletCoin, 'currency_not_found' | 'chain_not_found'>>;
}

export interface DepositAddresses {
  /**
   * Returns the user's own address for a coin on a chain, and creates it on the first call.
   * service_unavailable: the first block to read on the chain is not known yet.
   */
  get(
    owner: { readonly userId: number; readonly currencyId: number; readonly chain: string },
    now: EpochMs,
  ): Promise<
    Result<
      string,
      'currency_not_found' | 'chain_not_found' | 'deposits_suspended' | 'service_unavailable'
    >
  >;
  /**
   * Returns the user of a deposit address; null for an address of no user, and for an address that does not follow from its
   * number, so that its row was changed.
   */
  ownerOf(chain: string, address: string): Promise<number | null>;
  /** Whether the first address of the chain does not follow from its number, because the keys of the settings have changed. */
  haveOtherKeys(chain: string): Promise<boolean>;
}

export interface Custody {
  /** Running chains by name; none in production without a configured chain. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly coins: WalletCoins;
  readonly addresses: DepositAddresses;
  /**
   * Follows every chain from its cursor until the server stops. Call once, when the listener is ready.
   * Resolves after the present blocks of the development chain are reported.
   */
  startScanning(listener: ChainListener): Promise<void>;
  readonly health: ChainHealth;
  /** Whether the chain is being read, so that deposits will be seen. */
  isFollowed(chain: string): boolean;
}
