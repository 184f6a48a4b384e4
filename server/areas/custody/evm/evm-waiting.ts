/**
 * Finds payments of pending transactions to watched addresses, from the pending block if the node has
 * one. It finds only payments that are certain before execution: the chain's own coin sent to an
 * address, and a token sent by its own `transfer`.
 */
import { decodeFunctionData, getAddress, isAddressEqual, parseAbi } from 'viem';
import type { Address, Hash, Transaction } from 'viem';
import { toLedgerUnits } from '../chain-amounts.ts';
import type { Payment, TransactionPlace, Watch } from '../chain.types.ts';
import type { EvmCoin } from './evm-coins.ts';
import type { EvmRpc } from './evm-rpc.ts';

const TRANSFER = parseAbi(['function transfer(address to, uint256 value)']);

interface Candidate {
  readonly transaction: Transaction;
  readonly payment: Payment;
}

export class EvmWaiting {
  readonly #rpc: EvmRpc;
  readonly #coins: readonly EvmCoin[];

  /** @param coins the chain's own coin first. */
  constructor(rpc: EvmRpc, coins: readonly EvmCoin[]) {
    this.#rpc = rpc;
    this.#coins = coins;
  }

  /** Returns an empty list when the node has no pending block. @throws ChainUnavailableError */
  async of(watch: Watch): Promise<readonly Payment[]> {
    const pending = await this.#rpc.askOrNull((client) =>
      client.getBlock({ blockTag: 'pending', includeTransactions: true }),
    );
    const candidates = (pending?.transactions ?? []).flatMap((one) => this.#candidate(one) ?? []);
    const watched = await watch([...new Set(candidates.map(({ payment }) => payment.address))]);
    const wanted = candidates.filter(({ payment }) => watched.has(payment.address));
    const payments: Payment[] = [];
    for (const one of wanted) if (await this.#wouldSucceed(one)) payments.push(one.payment);
    return payments;
  }

  /** @throws ChainUnavailableError */
  async locate(hash: string): Promise<TransactionPlace> {
    const found = await this.#rpc.ask((client) => client.getTransaction({ hash: hash as Hash }));
    if (found === null) return null;
    return found.blockHash === null
      ? 'waiting'
      : { number: Number(found.blockNumber), hash: found.blockHash };
  }

  #candidate(transaction: Transaction): Candidate | null {
    const { to, value, hash: transactionHash } = transaction;
    if (to === null) return null;
    const sent = value > 0n ? this.#sentCoin(to, value) : this.#sentToken(transaction, to);
    return sent && { transaction, payment: { transactionHash, ...sent } };
  }

  #sentCoin(to: Address, value: bigint): Omit<Payment, 'transactionHash'> | null {
    const coin = this.#coins.find(({ contract }) => contract === null);
    return coin === undefined ? null : { outputIndex: 0, ...sumOf(coin, to, value) };
  }

  /** Tokens log a transfer first, so that its place in the transaction is that of the only payment. */
  #sentToken({ input }: Transaction, contract: Address): Omit<Payment, 'transactionHash'> | null {
    const coin = this.#coins.find(
      (one) => one.contract !== null && isAddressEqual(one.contract, contract),
    );
    if (coin === undefined) return null;
    try {
      const [to, value] = decodeFunctionData({ abi: TRANSFER, data: input }).args;
      return value === 0n ? null : { outputIndex: 1, ...sumOf(coin, to, value) };
    } catch {
      // A call of the token that is no transfer.
      return null;
    }
  }

  /**
   * Whether the transaction would succeed now. A failing one costs its sender almost nothing, and would
   * look like money on its way.
   */
  async #wouldSucceed({ transaction }: Candidate): Promise<boolean> {
    const { from: account, to, value, input: data } = transaction;
    const answer = await this.#rpc.askOrNull((client) => client.call({ account, to, value, data }));
    return answer !== null;
  }
}

function sumOf(coin: EvmCoin, to: Address, value: bigint) {
  return {
    address: getAddress(to),
    currencyId: coin.currencyId,
    amount: toLedgerUnits(value, coin.decimals),
  };
}
