/**
 * Deposits as the scanner reports them. The scanner's own transactions store blocks and their outputs;
 * effects of the number of confirmations follow after the head has moved. Repeated reports change
 * nothing, because an output is one row with the number and hash of its block. A pending deposit is
 * shown as `seen` and is not credited before a block contains it.
 */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import { ChainUnavailableError } from '../custody/custody.area.ts';
import type {
  BlockConnected,
  BlockDisconnected,
  BlockRef,
  ChainListener,
  Custody,
  OwnPayment,
  WaitingRead,
} from '../custody/custody.area.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { lockAccounts } from '../../ledger/ledger.repo.ts';
import { BlockPayments } from './block-payments.ts';
import { areOverCap } from './credit-caps.ts';
import type { CreditCaps } from './credit-caps.ts';
import { isSameDeposit, type ComparedStep } from './deposit-comparison.ts';
import { DepositSightings } from './deposit-sightings.ts';
import type { SightingParts } from './deposit-sightings.ts';
import { createDepositSteps, type DepositSteps, type DepositStepsParts } from './deposit-steps.ts';
import * as repo from './deposits.repo.ts';
import { isOfOneRecord } from './record-faults.ts';
import { collectShortfalls } from './shortfalls.ts';
import type { ShortfallParts } from './shortfalls.ts';
import { WaitingPatience } from './waiting-patience.ts';
import { lockCredit, sumUnsettled } from './unsettled-credit.repo.ts';
import type { DepositRow } from './wallet-lifecycles.ts';
import { worthOf } from './withdrawable.ts';
import type { Valuer } from './withdrawable.ts';

export interface DepositParts
  extends DepositStepsParts, Omit<SightingParts, 'steps'>, Valuer, ShortfallParts {
  readonly database: Database;
  readonly caps: CreditCaps;
  readonly clock: Clock;
  readonly custody: Pick<Custody, 'health'>;
}

const CHAIN = { role: 'chain', userId: 0 } as const;

/** The deposits' part of the scanner's listener. */
export class Deposits implements ChainListener {
  readonly #parts: DepositParts;
  readonly #steps: DepositSteps;
  readonly #sightings: DepositSightings;
  readonly #patience = new WaitingPatience();
  /** Owners by deposit id, for deposits that scanner transactions have changed and that are not published yet. */
  readonly #unpublished = new Map<number, number>();

  constructor(parts: DepositParts) {
    this.#parts = parts;
    this.#steps = createDepositSteps(parts);
    this.#sightings = new DepositSightings({ ...parts, steps: this.#steps });
  }

  async blockConnected(tx: Transaction, fact: BlockConnected): Promise<void> {
    const now = this.#parts.clock.now();
    for (const payment of fact.payments) {
      const changed = await this.#sightings.mined(tx, fact, payment, now);
      for (const { id, userId } of changed) this.#unpublished.set(id, userId);
    }
  }

  async blockDisconnected(tx: Transaction, { chain, block }: BlockDisconnected): Promise<void> {
    const now = this.#parts.clock.now();
    const settled: number[] = [];
    const rows = await repo.lockDepositsOfBlock(tx, chain, block);
    await lockAccounts(tx, rows.flatMap(accountsOfReversal));
    for (const row of rows) {
      if (row.phase === 'settled') settled.push(row.id);
      await repo.setDepositBlock(tx, row.id, null);
      await this.#sightings.vanish(tx, row.id, now);
      this.#unpublished.set(row.id, row.userId);
    }
    if (settled.length > 0) {
      const detail = `block ${block.number}, deposits ${settled.join(', ')}`;
      await this.#parts.custody.health.halt(tx, chain, 'settled_deposit_lost', detail);
    }
  }

  /** @throws ChainUnavailableError at the end, when a deposit was not compared and waits for the next report. */
  async headMoved(chain: string, head: BlockRef): Promise<void> {
    const { database, owing } = this.#parts;
    const rows = await repo.findCounting(database, chain);
    const blocks = new BlockPayments(rows);
    let unavailable: ChainUnavailableError | undefined;
    for (const row of rows)
      unavailable = (await this.#countOrLeave(row, head, blocks)) ?? unavailable;
    for (const [id, userId] of this.#unpublished) {
      this.#unpublished.delete(id);
      const row = await repo.findDeposit(database, userId, id);
      if (row !== undefined) this.#publish(row);
    }
    await collectShortfalls(this.#parts);
    await owing.refresh(chain);
    if (unavailable !== undefined) throw unavailable;
  }

  /**
   * Records new pending deposits, and ends deposits that {@link WaitingPatience} gives up. Both change only
   * the list of the owner: a block that contains one later is processed like any other.
   */
  async waitingRead({ chain, payments, fateOf }: WaitingRead): Promise<void> {
    const { database, clock } = this.#parts;
    const now = clock.now();
    const known = await repo.findWaiting(database, chain);
    this.#patience.keepOnly(chain, known);
    const shown = new Set(known.map(outputOf));
    for (const payment of payments)
      if (!shown.has(outputOf(payment))) await this.#noteWaiting(chain, payment, now);
    const waits = new Set(payments.map(outputOf));
    for (const row of known) {
      const ask = () => (waits.has(outputOf(row)) ? 'waiting' : fateOf(row.transactionHash));
      if (await this.#patience.hasEnded(row, ask, now)) await this.#endWaiting(row, now);
    }
  }

  async #noteWaiting(chain: string, payment: OwnPayment, now: EpochMs): Promise<void> {
    const seen = await transaction(this.#parts.database, (tx) =>
      this.#sightings.waiting(tx, chain, payment, now),
    );
    if (seen !== null) this.#publish(seen);
  }

  /** Like {@link #countOrLeave}, for the end of a pending deposit. */
  async #endWaiting({ id }: DepositRow, now: EpochMs): Promise<void> {
    try {
      const ended = await transaction(this.#parts.database, async (tx) => {
        const { blockNumber, phase } = await repo.lockDeposit(tx, id);
        // A block may contain it by now.
        const hasWaited = blockNumber === null && phase === 'seen';
        return hasWaited ? this.#sightings.vanish(tx, id, now) : null;
      });
      if (ended !== null) this.#publish(ended);
    } catch (error) {
      this.#leave(id, error);
    }
  }

  /**
   * A failure of this deposit alone leaves it for the next block and does not block the others.
   * @returns the error of a chain that did not answer.
   */
  async #countOrLeave(
    row: DepositRow,
    head: BlockRef,
    blocks: BlockPayments,
  ): Promise<ChainUnavailableError | undefined> {
    try {
      await this.#count(row, head, blocks);
    } catch (error) {
      this.#leave(row.id, error);
      if (error instanceof ChainUnavailableError) return error;
    }
    return undefined;
  }

  #leave(id: number, error: unknown): void {
    if (!isOfOneRecord(error)) throw error;
    this.#parts.log.error({ err: error, deposit: id }, 'a deposit cannot be processed now');
  }

  async #count(compared: DepositRow, head: BlockRef, blocks: BlockPayments): Promise<void> {
    const { database, clock, comparison } = this.#parts;
    const { id } = compared;
    const now = clock.now();
    const step = this.#stepOf(compared, head);
    const round = { headNumber: head.number, blocks };
    if (step !== null && !(await comparison.confirm(compared, step, round))) return;
    const taken = await transaction(database, async (tx) => {
      // Taken first: a credit also locks the debts of the owner, and two chains would wait for each other.
      await lockCredit(tx);
      const row = await repo.lockDeposit(tx, id);
      const { blockNumber } = row;
      if (blockNumber === null) return null;
      // Another writer has changed it since the comparison, so that the next block compares it again.
      if (this.#stepOf(row, head) !== step || !isSameDeposit(row, compared)) return null;
      const confirmations = head.number - blockNumber + 1;
      const isOverCap = await this.#isOverCap(tx, row, confirmations);
      const event = {
        ...({ type: 'output.confirmed', by: CHAIN, blockNumber, confirmations } as const),
        ...(isOverCap && { isOverCap }),
      };
      return this.#steps.send(tx, { id, event }, { now });
    });
    if (taken?.ok !== true) return;
    this.#unpublished.delete(id);
    await taken.value.finish();
  }

  /** The step that the block permits and that the chain must confirm; null when nothing is credited or settled. */
  #stepOf({ phase, blockNumber }: DepositRow, head: BlockRef): ComparedStep | null {
    const { rules } = this.#parts;
    const confirmations = blockNumber === null ? 0 : head.number - blockNumber + 1;
    if (confirmations >= rules.unlockConfirmations) return 'settlement';
    return phase !== 'credited' && confirmations >= rules.creditConfirmations ? 'credit' : null;
  }

  /** Whether a credit now, before the deposit is final, would exceed a cap. */
  async #isOverCap(tx: Transaction, row: DepositRow, confirmations: number): Promise<boolean> {
    const { rules, caps } = this.#parts;
    const { phase, userId, currencyId, amount } = row;
    if (phase === 'credited' || confirmations < rules.creditConfirmations) return false;
    if (confirmations >= rules.unlockConfirmations) return false;
    const added = { currencyId, total: amount, ofUser: amount };
    const sums = [added, ...(await sumUnsettled(tx, userId))];
    return areOverCap(sums, caps, (id, units) => worthOf(this.#parts, 'atMost', id, units));
  }

  #publish(row: DepositRow): void {
    const { updates, wire } = this.#parts;
    updates.publish(row.userId, { kind: 'deposit', record: wire.deposit(row) });
  }
}

/** The accounts that a reversal of the deposit changes; none when it is not credited. */
function accountsOfReversal({ phase, currencyId }: DepositRow) {
  if (phase !== 'credited' && phase !== 'settled') return [];
  const { custody, reversed } = HOUSE_ACCOUNTS;
  return [custody, reversed].map((accountType) => ({
    ownerId: OWNERS.house,
    accountType,
    currencyId,
  }));
}

const outputOf = (output: Pick<OwnPayment, 'transactionHash' | 'outputIndex'>): string =>
  `${output.transactionHash} ${output.outputIndex}`;
