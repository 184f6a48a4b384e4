/**
 * The health of each chain. A halt closes the withdrawals of its chain until an operator has
 * acknowledged it: no request is accepted and nothing is signed. Deposits are still followed.
 */
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { Log } from '../../kit/log.ts';
import * as repo from './chain-halts.repo.ts';
import type { ChainHalt, HaltCause } from './chain-halts.repo.ts';

interface Acknowledgement {
  readonly haltId: number;
  readonly operatorId: number;
  readonly now: EpochMs;
  /** Runs in the transaction that ends the halt, e.g. to insert its row of the audit log. */
  alsoWrite(tx: Transaction, halt: ChainHalt): Promise<void>;
}

export interface ChainHealthParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the cause still exists, as far as it can be seen now. */
  persists(halt: ChainHalt): boolean | Promise<boolean>;
}

export class ChainHealth {
  readonly #parts: ChainHealthParts;

  readonly #halted: GatheredRead<string, { readonly chain: string }>;

  constructor(parts: ChainHealthParts) {
    this.#parts = parts;
    this.#halted = new GatheredRead(
      (chains) => repo.findHalted(parts.database, chains),
      ({ chain }) => chain,
    );
  }

  /**
   * Closes the withdrawals of the chain. Repeated calls change nothing while the halt lasts.
   * @param db the transaction whose facts are the cause, so that both are stored or neither.
   * @param detail for the operator: what was found.
   */
  async halt(db: Executor, chain: string, cause: HaltCause, detail: string): Promise<void> {
    const { clock, log } = this.#parts;
    if (await repo.insertHalt(db, { chain, cause, detail, beganAtMs: clock.now() }))
      log.error({ chain, cause, detail }, 'the withdrawals of a chain are closed');
  }

  /**
   * Like {@link halt}, but ends a halt of the cause that lasts, so that an operator who saw only its
   * detail cannot acknowledge the new one.
   */
  async replaceHalt(
    tx: Transaction,
    chain: string,
    cause: HaltCause,
    detail: string,
  ): Promise<void> {
    await repo.endWithoutOperator(tx, chain, cause, this.#parts.clock.now());
    await this.halt(tx, chain, cause, detail);
  }

  /** Ends the halt of this cause, if one lasts: the cause has disappeared, and needs no operator. */
  async end(db: Executor, chain: string, cause: HaltCause): Promise<void> {
    const { clock, log } = this.#parts;
    if (await repo.endWithoutOperator(db, chain, cause, clock.now()))
      log.warn({ chain, cause }, 'the cause of a halt of withdrawals has disappeared');
  }

  /** Whether withdrawals may be requested and signed. Questions of one moment share a statement. */
  async isOpen(chain: string): Promise<boolean> {
    return (await this.#halted.find(chain)) === undefined;
  }

  /** Like {@link isOpen}, as the transaction sees it. */
  async isOpenIn(tx: Executor, chain: string): Promise<boolean> {
    return (await repo.findHalted(tx, [chain])).length === 0;
  }

  /** Lists the halts that last, oldest first. */
  list(): Promise<readonly ChainHalt[]> {
    return repo.findHalts(this.#parts.database);
  }

  /** Ends a halt. record_not_found: it does not exist, or has ended. chain_check_fails: its cause persists. */
  async acknowledge({
    haltId,
    operatorId,
    now,
    alsoWrite,
  }: Acknowledgement): Promise<Result<ChainHalt, 'record_not_found' | 'chain_check_fails'>> {
    const { database } = this.#parts;
    const halt = (await this.list()).find(({ id }) => id === haltId);
    if (halt === undefined) return refuse('record_not_found');
    if (await this.#parts.persists(halt)) return refuse('chain_check_fails');
    return transaction(database, async (tx) => {
      if (!(await repo.endHalt(tx, haltId, operatorId, now))) return refuse('record_not_found');
      await alsoWrite(tx, halt);
      return ok(halt);
    });
  }
}
