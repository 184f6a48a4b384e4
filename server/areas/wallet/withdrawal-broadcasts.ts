/**
 * Signs withdrawals, broadcasts them and watches their transactions, one chain at a time. A transaction
 * is stored before it is broadcast, and so is the start of the broadcast, so that a crash in between
 * never causes a second one. Watching finds the unknown result of a broadcast, and fees that are too low.
 */
import type { Clock } from '../../../contract/time.ts';
import type { WithdrawalEvent } from '../../../machines/domain/wallet/withdrawal.events.ts';
import {
  ChainUnavailableError,
  type BlockRef,
  type Chain,
  type Custody,
} from '../custody/custody.area.ts';
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { Log } from '../../kit/log.ts';
import type { DamagedWithdrawals } from './damaged-withdrawals.ts';
import { isFeeRaiseDue, raiseFee, type FeeRaiseParts } from './fee-raises.ts';
import { requireLoggedTransfers } from './held-terms.ts';
import { checkRecipient } from './recipient-check.ts';
import { networkFeeMax } from './network-fee.ts';
import type { NetworkFeeParts } from './network-fee.ts';
import { isOfOneRecord } from './record-faults.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import {
  eventOf,
  knownPaymentStatus,
  newestTransferOf,
  paymentStatus,
  transfersOf,
  withTransfer,
  type PaymentStatus,
} from './withdrawal-transfers.ts';
import type { WithdrawalCause } from './withdrawal-steps.ts';
import type { Withdrawals } from './withdrawals.ts';
import * as repo from './withdrawals.repo.ts';

interface BroadcastParts extends NetworkFeeParts, Pick<FeeRaiseParts, 'rules' | 'seals'> {
  readonly database: Database;
  readonly custody: Pick<Custody, 'chains' | 'health'>;
  readonly withdrawals: Withdrawals;
  readonly clock: Clock;
  readonly log: Log;
  readonly damaged: DamagedWithdrawals;
  /** Nothing is signed while the ledger is not consistent. */
  readonly health: LedgerHealth;
}

const CHAIN = { role: 'chain', userId: 0 } as const;
const SYSTEM = { role: 'system', userId: 0 } as const;
const WATCHED = ['broadcasting', 'confirming', 'manual_review'] as const;
/** States that the chain advances. */
const IN_THE_HANDS_OF_CHAINS = ['approved', 'broadcasting', 'confirming'] as const;
/** After this many withdrawals in a row without an answer, the others are not watched until the next block. */
const UNANSWERED_MAX = 3;

/**
 * The withdrawal was rejected, its owner barred, or its chain closed during signing: the rollback also
 * frees the nonce.
 */
class NotSignedError extends Error {}
/** The owner is disabled, on hold or owes; operators see the withdrawal until it is decided or signed. */
class OwnerBarredError extends Error {}

export class WithdrawalBroadcasts {
  readonly #parts: BroadcastParts;
  readonly #running = new Map<string, Promise<void>>();
  readonly #wanted = new Set<string>();
  /** Withdrawals whose last status check got no response from the chain. */
  readonly #unanswered = new Set<number>();
  #isStopping = false;

  constructor(parts: BroadcastParts) {
    this.#parts = parts;
  }

  /** Signs and sends all due withdrawals of the chain, now or after the present run. */
  wake(chain: string): void {
    this.#wanted.add(chain);
    if (this.#running.has(chain) || this.#isStopping) return;
    const run = this.#run(chain)
      .catch((error: unknown) => this.#parts.log.error({ err: error, chain }, 'sending failed'))
      .finally(() => {
        this.#running.delete(chain);
        // A caller woke it at its very end.
        if (this.#wanted.has(chain)) this.wake(chain);
      });
    this.#running.set(chain, run);
  }

  /** Runs after each block: checks all transactions that were broadcast, then sends due withdrawals. */
  async headMoved(chainName: string, head: BlockRef): Promise<void> {
    const chain = this.#parts.custody.chains.get(chainName);
    if (chain === undefined) return;
    const rows = await repo.findSigned(this.#parts.database, chainName, WATCHED);
    // The chain may never answer about these withdrawals, so all others come first.
    const isLate = ({ id }: WithdrawalRow) => Number(this.#unanswered.has(id));
    let unanswered = 0;
    for (const row of rows.toSorted((one, other) => isLate(one) - isLate(other))) {
      const isAnswered = await this.#watchOrLeave(chain, row, head);
      this.#noteAnswer(row, isAnswered);
      unanswered = isAnswered ? 0 : unanswered + 1;
      if (unanswered === UNANSWERED_MAX || this.#isStopping) break;
    }
    this.wake(chainName);
  }

  /** Shows operators the withdrawals whose chain is not configured; they wait until it is. */
  async noteStranded(): Promise<void> {
    const { database, custody, damaged } = this.#parts;
    const chains = [...custody.chains.keys()];
    for (const id of await repo.findIdsBeyond(database, IN_THE_HANDS_OF_CHAINS, chains))
      damaged.note(id, undefined, 'the chain of a withdrawal is not configured');
  }

  /** Resolves after the broadcast that is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.idle();
  }

  /** Resolves when no run is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #run(chainName: string): Promise<void> {
    const { custody } = this.#parts;
    const chain = custody.chains.get(chainName);
    if (chain === undefined) {
      // A chain that is not configured is removed, because it would be woken forever.
      this.#wanted.delete(chainName);
      return;
    }
    while (this.#wanted.delete(chainName) && !this.#isStopping) {
      try {
        await this.#sendDue(chain);
        for (const id of await repo.findIdsIn(this.#parts.database, ['approved'], chainName)) {
          if (this.#isStopping) return;
          // The next sweep or block retries.
          if (!this.#parts.health.isConsistent() || !(await custody.health.isOpen(chain.name)))
            break;
          await this.#signOrLeave(chain, id);
          await this.#sendDue(chain);
        }
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error;
        if (error.reason === 'foreign_nonces')
          await custody.health.halt(this.#parts.database, chainName, error.reason, error.message);
        // The next block wakes it again.
        this.#parts.log.warn({ err: error, chain: chainName }, 'withdrawals wait for the chain');
      }
    }
  }

  /** A failure of this withdrawal alone leaves it for the next block and does not block the others. */
  async #signOrLeave(chain: Chain, id: number): Promise<void> {
    try {
      await this.#sign(chain, id);
      this.#parts.damaged.clear(id);
    } catch (error) {
      this.#leave(id, error, 'a withdrawal cannot be signed now');
    }
  }

  /** Like {@link #signOrLeave}, for a check of its transaction. */
  async #watchOrLeave(chain: Chain, row: WithdrawalRow, head: BlockRef): Promise<boolean> {
    try {
      return await this.#watch(chain, row, head);
    } catch (error) {
      this.#leave(row.id, error, 'a withdrawal cannot be watched');
      return true;
    }
  }

  /** @throws the error when it concerns other withdrawals too, or the chain. */
  #leave(id: number, error: unknown, what: string): void {
    const isOfThisOne =
      error instanceof ChainUnavailableError ? error.isOfTransfer : isOfOneRecord(error);
    if (!isOfThisOne) throw error;
    this.#parts.damaged.note(id, error, what);
  }

  /** @throws ChainUnavailableError when the recipient cannot be paid or the chain cannot prepare; nothing is signed. */
  async #sign(chain: Chain, id: number): Promise<void> {
    const { database, custody, withdrawals, clock, log, seals } = this.#parts;
    const row = await repo.findWithdrawal(database, id);
    if (row?.phase !== 'approved') return;
    // It waits until the account is enabled, the hold ends or the debt is paid, or an operator rejects it.
    if (await repo.isOwnerBarred(database, row.userId, clock.now())) throw new OwnerBarredError();
    const { currencyId, address, feeMaxFactor } = row;
    const amount = row.amount - row.fee;
    // The ledger decides what is paid. The log and the seal decide whether it may be paid at all.
    await seals.requireApproved(database, row);
    await this.#requirePayable(row);
    const feeMax = networkFeeMax(this.#parts, chain, row);
    const signed = await repo.findSigned(database, chain.name, WATCHED);
    const underWay = signed.flatMap((one) => newestTransferOf(one) ?? []);
    const order = { currencyId, address, amount, networkFeeMax: feeMax, feeMaxFactor, underWay };
    const prepared = await chain.prepare(order);
    try {
      const taken = await transaction(database, async (tx) => {
        if (await repo.isOwnerBarred(tx, row.userId, clock.now())) throw new NotSignedError();
        if (!(await custody.health.isOpenIn(tx, chain.name))) throw new NotSignedError();
        const { hash, rawTransaction } = await prepared.sign(tx);
        const event = { type: 'transaction.signed', by: SYSTEM, hash } as const;
        const step = await withdrawals.step(tx, id, event, clock.now(), { rawTransaction });
        if (step === null) throw new NotSignedError();
        return step;
      });
      await taken.finish();
    } catch (error) {
      if (!(error instanceof NotSignedError)) throw error;
      log.info(
        { withdrawal: id },
        'not signed: it was rejected, its owner barred, or its chain closed',
      );
    }
  }

  /** @throws ChainUnavailableError when the recipient cannot be paid now. */
  async #requirePayable({ id, userId, currencyId, chain, address, amount, fee }: WithdrawalRow) {
    const transfer = { currencyId, chain, address, amount: amount - fee };
    const question = { ...transfer, userId, now: this.#parts.clock.now(), signing: id };
    const checked = await checkRecipient(this.#parts, question);
    if (!checked.ok) throw new ChainUnavailableError(chain, 'would_fail', checked.error);
  }

  async #sendDue(chain: Chain): Promise<void> {
    for (const id of await repo.findBroadcastsDue(this.#parts.database, chain.name)) {
      if (this.#isStopping) return;
      await this.#broadcastOrLeave(chain, id);
    }
  }

  /** Like {@link #signOrLeave}. A failed broadcast is not repeated: watching finds its result. */
  async #broadcastOrLeave(chain: Chain, id: number): Promise<void> {
    try {
      await this.#broadcast(chain, id);
    } catch (error) {
      this.#leave(id, error, 'the result of a broadcast cannot be stored');
    }
  }

  async #broadcast(chain: Chain, id: number): Promise<void> {
    const { database, log } = this.#parts;
    const row = await repo.takeBroadcast(database, id);
    const transfer = row && newestTransferOf(row);
    if (row === undefined || transfer === undefined) return;
    await requireLoggedTransfers(database, row, transfersOf(row));
    try {
      const answer = await chain.broadcast(transfer);
      if (answer !== 'rejected') {
        await this.#report(id, { type: 'transaction.accepted', by: CHAIN });
        return;
      }
      log.error({ withdrawal: id, chain: chain.name }, 'the network refuses a withdrawal');
      // The network may reject a transaction because it has it already.
      await this.#watch(chain, row, await chain.head(), true);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      log.warn({ err: error, withdrawal: id }, 'the result of a broadcast is unknown');
      // The broadcast is never repeated: watching finds its result, or the delay expires.
      await this.#watch(chain, row, await this.#headOf(chain));
    }
  }

  /** Logs a missing answer once for each withdrawal, until the chain answers. */
  #noteAnswer({ id, chain }: WithdrawalRow, isAnswered: boolean): void {
    if (isAnswered) this.#unanswered.delete(id);
    else if (!this.#unanswered.has(id)) {
      this.#unanswered.add(id);
      this.#parts.log.warn({ withdrawal: id, chain }, 'a chain does not answer about a withdrawal');
    }
  }

  /** @returns false when the chain is unavailable. */
  async #watch(
    chain: Chain,
    row: WithdrawalRow,
    head: BlockRef | null,
    isRejected = false,
  ): Promise<boolean> {
    const transfers = transfersOf(row);
    if (transfers.length === 0 || head === null) return false;
    await requireLoggedTransfers(this.#parts.database, row, transfers);
    const status = await statusOf(chain, row);
    if (status === null) return false;
    const event = eventOf(status, head, row, isRejected);
    const mined = status.kind === 'mined' ? status.transfer : null;
    const isUnknown = mined !== null && transfers.every(({ hash }) => hash !== mined.hash);
    if (event !== null)
      await this.#report(row.id, event, isUnknown ? withTransfer(transfers, mined) : {});
    else if (status.kind === 'pending' && isFeeRaiseDue(row, this.#parts))
      await raiseFee(this.#parts, chain, row);
    return true;
  }

  /** Sends a status of the chain as an event. An accepted event clears the damage; an unchanged status does not. */
  async #report(
    id: number,
    event: WithdrawalEvent,
    extra: WithdrawalCause['extra'] = {},
  ): Promise<void> {
    const { withdrawals, clock, damaged } = this.#parts;
    const { kind } = await withdrawals.send(id, event, clock.now(), { extra });
    if (kind === 'done') damaged.clear(id);
  }

  async #headOf(chain: Chain): Promise<BlockRef | null> {
    try {
      return await chain.head();
    } catch (error) {
      if (error instanceof ChainUnavailableError) return null;
      throw error;
    }
  }
}

/** Returns null when the chain is unavailable. */
async function statusOf(chain: Chain, row: WithdrawalRow): Promise<PaymentStatus | null> {
  try {
    // The search for an unknown payment is long: it is made before a manual review, and before its decision.
    return row.phase === 'manual_review'
      ? await knownPaymentStatus(chain, row)
      : await paymentStatus(chain, row);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  }
}
