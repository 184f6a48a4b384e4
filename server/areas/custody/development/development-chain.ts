/**
 * The embedded chain of demos and tests: blocks and transactions in tables of PostgreSQL, without keys
 * and without proof of work. Any sender may pay without a balance. Never runs in production.
 */
import { assert, ensure } from '../../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../../contract/limits.ts';
import type { Clock } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import type * as port from '../chain.types.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import { BroadcastFaults } from './broadcast-faults.ts';
import { depositAddress, isDevelopmentAddress, OUTSIDE } from './development-address.ts';
import * as repo from './development-chain.repo.ts';
import { DevelopmentHoldings } from './development-holdings.ts';
import { transactionHash } from './development-transfer.ts';
import { DevelopmentTransfers } from './development-transfers.ts';

export const DEVELOPMENT_CHAIN = 'development';

interface OutsidePayment {
  readonly address: string;
  readonly currencyId: number;
  readonly amount: bigint;
  /** Identifies the payment: the same payment with the same reference is the same transaction. */
  readonly reference: string;
}

interface Reorganisation {
  /** The number of blocks to remove; one more than that is added. */
  readonly depth: number;
  /** Hashes of transactions that the network forgets. */
  readonly drop: readonly string[];
  /** Hashes of transactions that the last of the new blocks contains; the first contains the others. */
  readonly later: readonly string[];
}

export class DevelopmentChain implements port.Chain {
  readonly name = DEVELOPMENT_CHAIN;
  readonly displayName = 'Development chain';
  readonly blockIntervalMs = CHAIN_LIMITS.development_block_ms;
  readonly feeCurrencyId = null;
  readonly faults: BroadcastFaults;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #transfers: DevelopmentTransfers;
  readonly #holdings: DevelopmentHoldings;
  readonly #listeners = new Set<() => void>();

  /** @param die ends the process immediately: for the fault of that name. */
  constructor(database: Database, clock: Clock, die: () => never) {
    this.#database = database;
    this.#clock = clock;
    this.#transfers = new DevelopmentTransfers(database, clock, DEVELOPMENT_CHAIN);
    this.#holdings = new DevelopmentHoldings(database, DEVELOPMENT_CHAIN);
    this.faults = new BroadcastFaults(DEVELOPMENT_CHAIN, die);
  }

  /** Creates block 0 of a new chain. Must run first. */
  async open(): Promise<void> {
    await repo.writeToChain(this.#database, async (tx) => {
      if ((await repo.findHead(tx)) === undefined)
        await repo.insertBlock(tx, undefined, this.#clock.now());
    });
  }

  async head(): Promise<port.BlockRef> {
    const { number, hash } = ensure(await repo.findHead(this.#database), 'block 0');
    return { number, hash };
  }

  block(number: number): Promise<port.Block | null> {
    return repo.findBlock(this.#database, number);
  }

  async payments(block: port.BlockRef, watch: port.Watch): Promise<readonly port.Payment[]> {
    const rows = await repo.findBlockPayments(this.#database, block);
    // Read after the payments, to detect that the block was removed during their read.
    if ((await this.block(block.number))?.hash !== block.hash)
      throw new ChainUnavailableError(this.name, 'block_gone');
    return paymentsOf(rows, watch);
  }

  async waiting(watch: port.Watch): Promise<readonly port.Payment[]> {
    return paymentsOf(await repo.findWaitingPayments(this.#database), watch);
  }

  async locate(hash: string): Promise<port.TransactionPlace> {
    const found = await repo.findTransaction(this.#database, hash);
    if (found === undefined) return null;
    const block =
      found.blockNumber === null ? null : await repo.findBlock(this.#database, found.blockNumber);
    // The block was removed since: the transaction is pending again.
    return block === null ? 'waiting' : { number: block.number, hash: block.hash };
  }

  addressFor(index: number): string {
    return depositAddress(index);
  }

  isAddress(text: string): boolean {
    return isDevelopmentAddress(text);
  }

  canonicalAddress(address: string): string {
    return address;
  }

  /** Always plain, because no code runs at its addresses. */
  recipientOf(): Promise<port.RecipientKind> {
    return Promise.resolve('plain');
  }

  async prepare(order: port.TransferOrder): Promise<port.PreparedTransfer> {
    return this.#transfers.prepare(order);
  }

  broadcast(transfer: port.SignedTransfer): Promise<port.BroadcastAnswer> {
    return this.faults.around(() => this.#transfers.accept(transfer));
  }

  status(transfer: port.SignedTransfer): Promise<port.TransferStatus> {
    return this.#transfers.status(transfer);
  }

  cancel(transfer: port.SignedTransfer): Promise<void> {
    return this.#transfers.cancel(transfer);
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
  ): Promise<port.WalletTransaction | null> {
    return this.#transfers.walletTransaction(which);
  }

  onChange(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => this.#listeners.delete(wake);
  }

  /** Creates coins and sends them from outside; the next block contains the transaction. Returns its hash. */
  async pay({ address, currencyId, amount, reference }: OutsidePayment): Promise<string> {
    const hash = transactionHash(`pay ${address} ${currencyId} ${amount} ${reference}`);
    await repo.writeToChain(this.#database, (tx) =>
      repo.insertTransaction(tx, {
        hash,
        currencyId,
        fromAddress: OUTSIDE,
        toAddress: address,
        amount,
        nonce: null,
        createdAtMs: this.#clock.now(),
      }),
    );
    this.notifyChange();
    return hash;
  }

  /** Has the hot wallet pay without this server, as after a restore from a backup; the next block contains it. */
  async payForeign(target: port.TransferTarget): Promise<{ nonce: number; hash: string }> {
    const paid = await this.#transfers.payForeign(target);
    this.notifyChange();
    return paid;
  }

  /** @param count blocks, one or more. The first contains all pending transactions. */
  async mine(count = 1): Promise<port.BlockRef> {
    await repo.writeToChain(this.#database, async (tx) => {
      let head = await repo.findHead(tx);
      for (let i = 0; i < count; i++) head = await repo.insertBlock(tx, head, this.#clock.now());
    });
    this.notifyChange();
    return this.head();
  }

  /** Mines when a transaction needs a block, so that an idle chain does not grow. */
  async mineIfWanted(): Promise<void> {
    const confirmations = Math.max(
      CHAIN_LIMITS.deposit_unlock_confirmations,
      CHAIN_LIMITS.withdrawal_confirmations,
    );
    if (await repo.hasOutstanding(this.#database, confirmations)) await this.mine();
  }

  /** Returns the new head. @throws AssertionError for a depth that would remove block 0. */
  async reorganise({ depth, drop, later }: Reorganisation): Promise<port.BlockRef> {
    await repo.writeToChain(this.#database, async (tx) => {
      const old = ensure(await repo.findHead(tx), 'block 0');
      assert(depth >= 1 && depth <= old.number, 'a reorganisation leaves block 0');
      await repo.removeBlocks(tx, old.number - depth + 1);
      await repo.removeWaiting(tx, drop);
      let head = await repo.findHead(tx);
      for (let i = 0; i <= depth; i++) {
        const held = i < depth ? later : [];
        head = await repo.insertBlock(tx, head, this.#clock.now(), held);
      }
    });
    this.notifyChange();
    return this.head();
  }

  /** Drops pending transactions, so that the network forgets them. */
  async forget(hashes: readonly string[]): Promise<void> {
    await repo.writeToChain(this.#database, (tx) => repo.removeWaiting(tx, hashes));
    this.notifyChange();
  }

  /** Returns all transactions to an address, pending or mined. */
  transactionsTo(address: string): Promise<readonly repo.DevelopmentTransaction[]> {
    return repo.findTransactionsTo(this.#database, address);
  }

  /** Notifies listeners of a new block or a new pending transaction. */
  notifyChange(): void {
    for (const listener of this.#listeners) listener();
  }
}

async function paymentsOf(
  rows: readonly repo.DevelopmentTransaction[],
  watch: port.Watch,
): Promise<readonly port.Payment[]> {
  const watched = await watch(rows.map(({ toAddress }) => toAddress));
  return rows
    .filter(({ toAddress }) => watched.has(toAddress))
    .map((row) => ({
      transactionHash: row.hash,
      outputIndex: 0,
      address: row.toAddress,
      currencyId: row.currencyId,
      amount: row.amount,
    }));
}
