/** What the rest of the server gets of the chains: see `chain.types.ts` for the port itself. */
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Chain, ChainListener } from './chain.types.ts';
import type { WalletCoinRow } from './wallet-coins.repo.ts';

/** A currency on a chain. `canDeposit` and `canWithdraw` are false, too, while the chain does not run. */
export interface WalletCoin extends WalletCoinRow {
  readonly chainName: string;
  readonly hasFaucet: boolean;
}

/** A coin as its chain knows it. */
export interface ChainCoin {
  readonly currencyId: number;
  readonly decimals: number;
  /** Of a token; null for the chain's own coin. */
  readonly contractAddress: string | null;
}

export interface WalletCoins {
  /** Every coin on every chain, in the order of currencies. */
  list(): Promise<readonly WalletCoin[]>;
  find(
    currencyId: number,
    chain: string,
  ): Promise<Result<WalletCoin, 'currency_not_found' | 'chain_not_found'>>;
}

export interface DepositAddresses {
  /**
   * The person's own address for a coin on a chain: made when it is asked for first.
   * service_unavailable: it is not known yet from which block on the chain is read.
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
}

export interface Custody {
  /** Running chains by name; none in production without a configured chain. */
  readonly chains: ReadonlyMap<string, Chain>;
  readonly coins: WalletCoins;
  readonly addresses: DepositAddresses;
  /**
   * Follows every chain from where it was left, until the server stops. Call once, when the listener
   * is ready; what happened on the development chain meanwhile has been told when it is fulfilled.
   */
  startScanning(listener: ChainListener): Promise<void>;
  /** Whether the chain is being read, so that deposits will be seen. */
  isFollowed(chain: string): boolean;
}
