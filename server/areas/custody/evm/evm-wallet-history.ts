/**
 * Finds mined transactions of the hot wallet by their nonces. A node has no index of them: the block of a
 * nonce is found by halving the chain, with the number of transactions at a block as the guide.
 */
import {
  decodeFunctionData,
  getAddress,
  isAddressEqual,
  keccak256,
  parseAbi,
  serializeTransaction,
} from 'viem';
import type { Address, Hash, Hex, Transaction } from 'viem';
import { toLedgerUnits } from '../chain-amounts.ts';
import type { TransferTarget, WalletTransaction } from '../chain.types.ts';
import type { EvmCoin } from './evm-coins.ts';
import type { EvmRpc } from './evm-rpc.ts';

const TRANSFER = parseAbi(['function transfer(address to, uint256 value)']);

export class EvmWalletHistory {
  readonly #rpc: EvmRpc;
  readonly #wallet: Address;
  readonly #coins: readonly EvmCoin[];

  /** @param coins the chain's own coin first. */
  constructor(rpc: EvmRpc, wallet: Address, coins: readonly EvmCoin[]) {
    this.#rpc = rpc;
    this.#wallet = wallet;
    this.#coins = coins;
  }

  /**
   * Returns null when the nonce is not mined. not_kept: it is, and the node does not keep the states of its
   * time. @throws ChainUnavailableError
   */
  async ofNonce(nonce: number): Promise<WalletTransaction | 'not_kept' | null> {
    const blockNumber = await this.#blockOf(nonce);
    if (blockNumber === null) return null;
    const block = await this.#rpc.ask((client) =>
      client.getBlock({ blockNumber, includeTransactions: true }),
    );
    const isWanted = (one: Transaction) =>
      one.nonce === nonce && isAddressEqual(one.from, this.#wallet);
    const found = block?.transactions.find(isWanted);
    return found ? this.#read(found) : 'not_kept';
  }

  /** Returns null when it is not mined, or of another wallet. @throws ChainUnavailableError */
  async ofHash(hash: string): Promise<WalletTransaction | null> {
    const found = await this.#rpc.ask((client) => client.getTransaction({ hash: hash as Hash }));
    const isOwn = found !== null && isAddressEqual(found.from, this.#wallet);
    return isOwn && found.blockNumber !== null ? this.#read(found) : null;
  }

  #read(found: Transaction): WalletTransaction {
    const { nonce, hash } = found;
    return { nonce, hash, rawTransaction: rawOf(found), target: this.#targetOf(found) };
  }

  /** The first block with a kept state after which the wallet has more than `nonce` transactions. */
  async #blockOf(nonce: number): Promise<bigint | null> {
    const address = this.#wallet;
    const used = await this.#rpc.askSure((client) => client.getTransactionCount({ address }));
    if (used <= nonce) return null;
    let [low, high] = [0n, await this.#rpc.askSure((client) => client.getBlockNumber())];
    while (low < high) {
      const middle = (low + high) / 2n;
      // A node forgets old states only: a block without one is before the blocks that can be searched.
      if (await this.#hasPassed(nonce, middle)) high = middle;
      else low = middle + 1n;
    }
    return high;
  }

  /** Null when the node has no state of that block. */
  async #hasPassed(nonce: number, blockNumber: bigint): Promise<boolean | null> {
    const used = await this.#rpc.askOrNull((client) =>
      client.getTransactionCount({ address: this.#wallet, blockNumber }),
    );
    return used === null ? null : used > nonce;
  }

  /** Null for a transaction that is no transfer. */
  #targetOf({ to, value, input }: Transaction): WalletTransaction['target'] {
    if (to === null) return null;
    if (input === '0x') {
      const own = this.#coins.find(({ contract }) => contract === null);
      return own ? targetOf(own, to, value) : unlisted(to);
    }
    if (value > 0n) return null;
    const token = this.#coins.find(({ contract }) => contract && isAddressEqual(contract, to));
    try {
      const [recipient, amount] = decodeFunctionData({ abi: TRANSFER, data: input }).args;
      return token === undefined ? unlisted(recipient) : targetOf(token, recipient, amount);
    } catch {
      // Another call of the token.
      return null;
    }
  }
}

function targetOf({ currencyId, decimals }: EvmCoin, to: Address, value: bigint): TransferTarget {
  return { currencyId, address: getAddress(to), amount: toLedgerUnits(value, decimals) };
}

const unlisted = (to: Address) => ({ currencyId: null, address: getAddress(to) });

/** The signed bytes; null for a form that this server does not sign. */
function rawOf(found: Transaction): Hex | null {
  if (found.type !== 'eip1559') return null;
  const { type, chainId, nonce, to, value, input: data, gas, r, s, yParity, hash } = found;
  const { maxFeePerGas, maxPriorityFeePerGas, accessList } = found;
  const fees = { maxFeePerGas, maxPriorityFeePerGas };
  const call = { type, chainId, nonce, to, value, data, gas, accessList, ...fees };
  const raw = serializeTransaction(call, { r, s, yParity });
  return keccak256(raw) === hash ? raw : null;
}
