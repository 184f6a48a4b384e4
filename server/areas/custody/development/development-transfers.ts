/** Withdrawals on the development chain, paid by its hot wallet, which has unlimited funds. */
import { assert, ensure } from '../../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../../contract/limits.ts';
import type { Clock } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import type * as port from '../chain.types.ts';
import { findNextNonce, takeNonce } from '../wallet-nonces.repo.ts';
import { HOT_WALLET, isDevelopmentAddress } from './development-address.ts';
import * as repo from './development-chain.repo.ts';
import type { DevelopmentTransfer } from './development-transfer.ts';
import { readTransfer, transactionHash, writeTransfer } from './development-transfer.ts';

export class DevelopmentTransfers {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #chain: string;

  constructor(database: Database, clock: Clock, chain: string) {
    this.#database = database;
    this.#clock = clock;
    this.#chain = chain;
  }

  prepare(order: port.TransferOrder): port.PreparedTransfer {
    assert(order.amount > 0n, 'a transfer is above zero');
    assert(isDevelopmentAddress(order.address), 'a transfer goes to an address of the chain');
    return {
      sign: async (tx) => writeTransfer(order, await takeNonce(tx, this.#chain, HOT_WALLET, 0)),
    };
  }

  accept(transfer: port.SignedTransfer): Promise<port.BroadcastAnswer> {
    const sent = readTransfer(transfer);
    if (sent === null || sent.hash !== transfer.hash) return Promise.resolve('rejected');
    return repo.writeToChain(this.#database, async (tx) => {
      if (await repo.insertTransaction(tx, this.#rowOf(sent))) return 'accepted';
      const known = await repo.findTransaction(tx, sent.hash);
      return known === undefined ? 'rejected' : 'already_known';
    });
  }

  async status(transfer: port.SignedTransfer): Promise<port.TransferStatus> {
    const found = await repo.findTransaction(this.#database, transfer.hash);
    if (found === undefined)
      return { kind: (await this.#isNonceBuried(transfer)) ? 'impossible' : 'unknown' };
    const block =
      found.blockNumber === null ? null : await repo.findBlock(this.#database, found.blockNumber);
    // The block was removed since: the transaction is pending again.
    if (block === null) return { kind: 'pending' };
    const { number, hash } = block;
    return { kind: 'mined', block: { number, hash }, succeeded: true };
  }

  async cancel(transfer: port.SignedTransfer): Promise<void> {
    const original = ensure(readTransfer(transfer), 'a transfer of this chain');
    await repo.writeToChain(this.#database, async (tx) => {
      await repo.removeWaiting(tx, [original.hash]);
      await repo.insertTransaction(tx, {
        ...this.#rowOf(original),
        hash: transactionHash(`cancel ${original.hash}`),
        toAddress: HOT_WALLET,
        amount: 0n,
      });
    });
  }

  async walletUse(): Promise<port.WalletUse> {
    return { address: HOT_WALLET, used: await repo.countNonces(this.#database, 'mined') };
  }

  /** Pays as another program with the wallet's keys would, with the next nonce and unknown to this server. */
  async payForeign(target: port.TransferTarget) {
    return repo.writeToChain(this.#database, async (tx) => {
      const next = await findNextNonce(tx, this.#chain, HOT_WALLET);
      const nonce = Math.max(next, await repo.countNonces(tx, 'all'));
      const sent = ensure(readTransfer(writeTransfer(target, nonce)), 'a transfer of this chain');
      await repo.insertTransaction(tx, this.#rowOf(sent));
      return { nonce, hash: sent.hash };
    });
  }

  async walletTransaction(
    which: { readonly nonce: number } | { readonly hash: string },
  ): Promise<port.WalletTransaction | null> {
    const found =
      'nonce' in which
        ? await repo.findByNonce(this.#database, which.nonce)
        : await repo.findTransaction(this.#database, which.hash);
    if (found === undefined || found.nonce === null || found.blockNumber === null) return null;
    const { nonce, hash, currencyId, toAddress: address, amount } = found;
    const target = { currencyId, address, amount };
    const signed = writeTransfer(target, nonce);
    // A cancellation has a hash of its own.
    const rawTransaction = signed.hash === hash ? signed.rawTransaction : null;
    return { nonce, hash, rawTransaction, target };
  }

  /** Whether another transaction has its nonce, so deep that no reorganization removes it. */
  async #isNonceBuried(transfer: port.SignedTransfer): Promise<boolean> {
    const nonce = readTransfer(transfer)?.nonce;
    const other = nonce === undefined ? undefined : await repo.findByNonce(this.#database, nonce);
    const head = await repo.findHead(this.#database);
    if (typeof other?.blockNumber !== 'number' || head === undefined) return false;
    return head.number - other.blockNumber + 1 >= CHAIN_LIMITS.withdrawal_confirmations;
  }

  #rowOf({ hash, nonce, toAddress, currencyId, amount }: DevelopmentTransfer) {
    const createdAtMs = this.#clock.now();
    return { hash, nonce, toAddress, currencyId, amount, fromAddress: HOT_WALLET, createdAtMs };
  }
}
