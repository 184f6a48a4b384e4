/** An EVM chain behind a JSON-RPC node: its own coin and the ERC-20 tokens that are listed (ADR 7). */
import { getAddress, isAddress, isAddressEqual, zeroAddress } from 'viem';
import { SECOND_MS } from '../../../../contract/time.ts';
import type { EvmSettings } from '../../../kit/config/config-chains.ts';
import type { Log } from '../../../kit/log.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import { HOLDERS_MAX } from '../chain.types.ts';
import type * as port from '../chain.types.ts';
import type { EvmCoin } from './evm-coins.ts';
import { EvmHoldings } from './evm-holdings.ts';
import type { EvmKeys } from './evm-keys.ts';
import { EvmPayments } from './evm-payments.ts';
import { EvmRpc } from './evm-rpc.ts';
import { EvmTokens } from './evm-tokens.ts';
import type { EvmTokenFault } from './evm-tokens.ts';
import { EvmTransfers } from './evm-transfers.ts';
import { EvmWaiting } from './evm-waiting.ts';
import { EvmWalletHistory } from './evm-wallet-history.ts';

const TIMEOUT_MS = 10 * SECOND_MS;
/** The longest wait for the node during a user's withdrawal request. */
const QUICK_TIMEOUT_MS = 5 * SECOND_MS;

export class EvmChain implements port.Chain {
  readonly name: string;
  readonly displayName: string;
  readonly blockIntervalMs: number;
  readonly feeCurrencyId: number;
  readonly #rpc: EvmRpc;
  readonly #keys: EvmKeys;
  readonly #coins: readonly EvmCoin[];
  readonly #payments: EvmPayments;
  readonly #waiting: EvmWaiting;
  readonly #transfers: EvmTransfers;
  readonly #tokens: EvmTokens;
  readonly #holdings: EvmHoldings;
  readonly #history: EvmWalletHistory;

  /** @param coins the chain's own coin first. */
  constructor(
    settings: EvmSettings,
    keys: EvmKeys,
    coins: readonly [EvmCoin, ...EvmCoin[]],
    log: Log,
    timeoutMs = TIMEOUT_MS,
  ) {
    this.name = settings.chain;
    this.displayName = settings.chainName;
    this.blockIntervalMs = settings.blockMs;
    this.feeCurrencyId = coins[0].currencyId;
    this.#keys = keys;
    this.#coins = coins;
    this.#rpc = new EvmRpc({ ...settings, timeoutMs });
    this.#payments = new EvmPayments(settings.chain, this.#rpc, coins, coins[0]);
    this.#waiting = new EvmWaiting(this.#rpc, coins);
    const { chain, chainId, feeRiseMax } = settings;
    const wallet = keys.hotWallet;
    const quickRpc = new EvmRpc({ ...settings, timeoutMs: Math.min(timeoutMs, QUICK_TIMEOUT_MS) });
    const transferParts = { chain, chainId, rpc: this.#rpc, quickRpc, coins, wallet, feeRiseMax };
    this.#transfers = new EvmTransfers(transferParts);
    this.#history = new EvmWalletHistory(this.#rpc, wallet.address, coins);
    this.#tokens = new EvmTokens(quickRpc, coins, log);
    this.#holdings = new EvmHoldings({
      chain,
      rpc: new EvmRpc({ ...settings, timeoutMs, batchSize: HOLDERS_MAX }),
      coins,
      wallet: wallet.address,
    });
  }

  /** Returns the listed tokens that differ from their contracts. @throws ChainUnavailableError */
  async tokenFaults(): Promise<readonly EvmTokenFault[]> {
    await this.#tokens.compare();
    return this.#tokens.faults();
  }

  hasCoin(currencyId: number): boolean {
    return !this.#tokens.faults().some((fault) => fault.currencyId === currencyId);
  }

  async head(): Promise<port.BlockRef> {
    const { number, hash } = await this.#rpc.askSure((client) => client.getBlock());
    return { number: Number(number), hash };
  }

  async block(number: number): Promise<port.Block | null> {
    const found = await this.#rpc.ask((client) => client.getBlock({ blockNumber: BigInt(number) }));
    return found && { number, hash: found.hash, parentHash: found.parentHash };
  }

  /** Leaves out payments of tokens that differ from their contracts, because their amounts are wrong. */
  async payments(block: port.BlockRef, watch: port.Watch): Promise<readonly port.Payment[]> {
    return this.#correct(await this.#payments.of(block, watch));
  }

  hasTransfer(block: port.BlockRef, output: port.PaidOutput): Promise<boolean> {
    return this.#payments.hasTransfer(block, output);
  }

  async waiting(watch: port.Watch): Promise<readonly port.Payment[]> {
    return this.#correct(await this.#waiting.of(watch));
  }

  locate(transactionHash: string): Promise<port.TransactionPlace> {
    return this.#waiting.locate(transactionHash);
  }

  addressFor(index: number): string {
    return this.#keys.depositAddress(index);
  }

  /** Rejects the zero address and the token contracts, because they would swallow the payment. */
  isAddress(text: string): boolean {
    return (
      isAddress(text) &&
      !isAddressEqual(text, zeroAddress) &&
      !this.#coins.some(({ contract }) => contract !== null && isAddressEqual(text, contract))
    );
  }

  canonicalAddress(address: string): string {
    return getAddress(address);
  }

  recipientOf(order: port.TransferTarget): Promise<port.RecipientKind> {
    return this.#transfers.recipientOf(order);
  }

  async prepare(order: port.TransferOrder): Promise<port.PreparedTransfer> {
    const { currencyId } = order;
    await this.#tokens.compare();
    const hindrance = this.#tokens.hindranceOf(currencyId);
    if (hindrance !== null) throw new ChainUnavailableError(this.name, 'would_fail', hindrance);
    return this.#transfers.prepare(order);
  }

  balances(
    block: port.BlockRef,
    holders: readonly port.Holder[],
  ): Promise<readonly (bigint | null)[]> {
    return this.#holdings.balances(block, holders);
  }

  walletAt(block: port.BlockRef): Promise<port.WalletState> {
    return this.#holdings.walletAt(block);
  }

  spendOf(transfer: port.SignedTransfer): port.TransferSpend | null {
    return this.#holdings.spendOf(transfer);
  }

  walletUse(): Promise<port.WalletUse> {
    return this.#transfers.walletUse();
  }

  walletTransaction(
    which: { readonly nonce: number } | { readonly hash: string },
  ): Promise<port.WalletTransaction | 'not_kept' | null> {
    return 'nonce' in which ? this.#history.ofNonce(which.nonce) : this.#history.ofHash(which.hash);
  }

  broadcast(transfer: port.SignedTransfer): Promise<port.BroadcastAnswer> {
    return this.#transfers.broadcast(transfer);
  }

  status(transfer: port.SignedTransfer): Promise<port.TransferStatus> {
    return this.#transfers.status(transfer);
  }

  raise(
    transfers: readonly port.SignedTransfer[],
    order: port.RaiseOrder,
  ): Promise<port.SignedTransfer | null> {
    return this.#transfers.raise(transfers, order);
  }

  cancel(transfer: port.SignedTransfer): Promise<void> {
    return this.#transfers.cancel(transfer);
  }

  /** @throws ChainUnavailableError */
  async #correct(payments: readonly port.Payment[]): Promise<readonly port.Payment[]> {
    if (payments.length > 0) await this.#tokens.compare();
    const correct = payments.filter(({ currencyId }) => !this.#tokens.isDifferent(currencyId));
    for (const { currencyId } of correct) {
      // The block is read again until the contract answers: a payment that is left out is lost.
      const hindrance = this.#tokens.hindranceOf(currencyId);
      if (hindrance !== null) throw new ChainUnavailableError(this.name, 'unreachable', hindrance);
    }
    return correct;
  }
}
