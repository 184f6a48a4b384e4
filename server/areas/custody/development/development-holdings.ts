/** Reads the holdings of addresses of the development chain as of one block. */
import type { Database } from '../../../kit/db/database.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import type * as port from '../chain.types.ts';
import { HOT_WALLET } from './development-address.ts';
import * as repo from './development-chain.repo.ts';
import { readTransfer } from './development-transfer.ts';

export class DevelopmentHoldings {
  readonly #database: Database;
  readonly #chain: string;

  constructor(database: Database, chain: string) {
    this.#database = database;
    this.#chain = chain;
  }

  async balances(
    block: port.BlockRef,
    holders: readonly port.Holder[],
  ): Promise<readonly bigint[]> {
    const addresses = [...new Set(holders.map(({ address }) => address))];
    const found = await this.#sumsOf(block, addresses);
    return holders.map((holder) => found.get(keyOf(holder)) ?? 0n);
  }

  /** The balances are below zero, because the wallet pays without limit. */
  async walletAt(block: port.BlockRef): Promise<port.WalletState> {
    const last = await repo.findLastNonce(this.#database, block.number);
    const found = await this.#sumsOf(block, [HOT_WALLET]);
    const balances = [...found].map(([key, amount]) => [currencyOf(key), amount] as const);
    return { used: (last ?? -1) + 1, balances: new Map(balances) };
  }

  /** No fee is ever paid. */
  spendOf(transfer: port.SignedTransfer): port.TransferSpend | null {
    const read = readTransfer(transfer);
    return read && { nonce: read.nonce, feeMax: 0n, cancellationFeeMax: 0n };
  }

  async #sumsOf(
    { number, hash }: port.BlockRef,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, bigint>> {
    const sums = new Map<string, bigint>();
    for (const { amount, ...holder } of await repo.findHoldings(this.#database, addresses, number))
      sums.set(keyOf(holder), (sums.get(keyOf(holder)) ?? 0n) + amount);
    // Read after the sums, to detect that the block was removed during their read.
    const block = await repo.findBlock(this.#database, number);
    if (block?.hash !== hash) throw new ChainUnavailableError(this.#chain, 'block_gone');
    return sums;
  }
}

const keyOf = ({ address, currencyId }: port.Holder): string => `${address} ${currencyId}`;
const currencyOf = (key: string): number => Number(key.split(' ')[1]);
