/**
 * Finds payments of a block to watched addresses: the chain's own coin by transactions, tokens by their
 * Transfer events. Coins that a contract forwards from its own balance have no transaction to the
 * address and no event, so they are not found.
 */
import { getAddress, isAddressEqual, isHash, parseAbiItem, parseEventLogs } from 'viem';
import type { Address, Hash, TransactionReceipt } from 'viem';
import { toLedgerUnits } from '../chain-amounts.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import type { BlockRef, PaidOutput, Payment, Watch } from '../chain.types.ts';
import type { EvmCoin } from './evm-coins.ts';
import type { EvmRpc } from './evm-rpc.ts';

const TRANSFER_EVENT = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
);

interface Candidate {
  readonly hash: Hash;
  readonly place: number;
  readonly to: Address;
  readonly coin: EvmCoin;
  readonly value: bigint;
  /** Place among all events of the block; null for the value of the transaction itself. */
  readonly logIndex: number | null;
}

export class EvmPayments {
  readonly #chain: string;
  readonly #rpc: EvmRpc;
  readonly #coin: EvmCoin;
  readonly #tokens: readonly (EvmCoin & { readonly contract: Address })[];

  constructor(chain: string, rpc: EvmRpc, coins: readonly EvmCoin[], coin: EvmCoin) {
    this.#chain = chain;
    this.#rpc = rpc;
    this.#coin = coin;
    this.#tokens = coins.flatMap((one) =>
      one.contract === null ? [] : [{ ...one, contract: one.contract }],
    );
  }

  /** Returns payments in the order of the block. @throws ChainUnavailableError */
  async of(block: BlockRef, watch: Watch): Promise<readonly Payment[]> {
    // Events are read first: if the node still has the block afterwards, it had it during that read
    // too.
    const tokens = await this.#tokenCandidates(block);
    const candidates = [...(await this.#coinCandidates(block)), ...tokens];
    const watched = await watch([...new Set(candidates.map(({ to }) => to))]);
    const wanted = candidates.filter(({ to }) => watched.has(to));
    const receipts = await this.#receipts(block, new Set(wanted.map(({ hash }) => hash)));
    const payments = wanted.flatMap((candidate) => {
      const receipt = receipts.get(candidate.hash);
      const payment = receipt && paymentOf(candidate, receipt);
      return payment ? [{ payment, place: candidate.place }] : [];
    });
    return payments
      .toSorted((a, b) => a.place - b.place || a.payment.outputIndex - b.payment.outputIndex)
      .map(({ payment }) => payment);
  }

  /** See the port. */
  async hasTransfer(
    block: BlockRef,
    { transactionHash: hash, outputIndex, address }: PaidOutput,
  ): Promise<boolean> {
    if (!isHash(hash)) return false;
    const receipt = await this.#rpc.ask((client) => client.getTransactionReceipt({ hash }));
    if (receipt?.blockHash !== block.hash) return false;
    const logs = receipt.logs.slice(Math.max(0, outputIndex - 1), Math.max(0, outputIndex));
    const [event] = parseEventLogs({ abi: [TRANSFER_EVENT], logs, strict: true });
    return event !== undefined && event.args.value > 0n && getAddress(event.args.to) === address;
  }

  async #coinCandidates({ hash }: BlockRef): Promise<readonly Candidate[]> {
    const full = await this.#rpc.ask((client) =>
      client.getBlock({ blockHash: hash as Hash, includeTransactions: true }),
    );
    if (full === null) throw this.#blockGone();
    return full.transactions.flatMap((transaction, place) =>
      transaction.to === null || transaction.value === 0n
        ? []
        : [
            {
              hash: transaction.hash,
              place,
              to: getAddress(transaction.to),
              coin: this.#coin,
              value: transaction.value,
              logIndex: null,
            },
          ],
    );
  }

  async #tokenCandidates({ hash }: BlockRef): Promise<readonly Candidate[]> {
    if (this.#tokens.length === 0) return [];
    const address = this.#tokens.map(({ contract }) => contract);
    const logs = await this.#rpc.ask((client) =>
      client.getLogs({ blockHash: hash as Hash, address, event: TRANSFER_EVENT, strict: true }),
    );
    return (logs ?? []).flatMap((log) => {
      const coin = this.#tokens.find(({ contract }) => isAddressEqual(contract, log.address));
      if (coin === undefined || log.removed || log.args.value === 0n) return [];
      return {
        hash: log.transactionHash,
        place: log.transactionIndex,
        to: getAddress(log.args.to),
        coin,
        value: log.args.value,
        logIndex: log.logIndex,
      };
    });
  }

  async #receipts(
    block: BlockRef,
    hashes: ReadonlySet<Hash>,
  ): Promise<ReadonlyMap<Hash, TransactionReceipt>> {
    const receipts = new Map<Hash, TransactionReceipt>();
    for (const hash of hashes) {
      const receipt = await this.#rpc.ask((client) => client.getTransactionReceipt({ hash }));
      if (receipt?.blockHash !== block.hash) throw this.#blockGone();
      receipts.set(hash, receipt);
    }
    return receipts;
  }

  #blockGone(): ChainUnavailableError {
    return new ChainUnavailableError(this.#chain, 'block_gone');
  }
}

/** Returns null for a transaction that failed. */
function paymentOf(candidate: Candidate, receipt: TransactionReceipt): Payment | null {
  const { coin, value, logIndex } = candidate;
  if (receipt.status !== 'success') return null;
  return {
    transactionHash: candidate.hash,
    // Places of events in the block change when another block contains the transaction; places within
    // the transaction stay.
    outputIndex:
      logIndex === null ? 0 : receipt.logs.findIndex((log) => log.logIndex === logIndex) + 1,
    address: candidate.to,
    currencyId: coin.currencyId,
    amount: toLedgerUnits(value, coin.decimals),
  };
}
