/**
 * Requests of operators that another operator decides on. Each decision is one transaction with its line in the
 * audit log. The effects of an approval follow afterwards, by the next start if the server stops in between.
 */
import type { AuditAction } from '../../../contract/operator/audit-actions.ts';
import type { AuditDetails } from '../../../contract/operator/schemas/exchange.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { OneByOne } from '../../kit/queue/one-by-one.ts';
import { writeAudit } from './audit-trail.ts';
import type { AuditNote, OperatorDecision } from './audit-trail.ts';

/** Fields of every request. */
interface AskedRequest {
  readonly id: number;
  /** Only a waiting one is decided. */
  readonly state: string;
  readonly askedBy: number;
}

/** How a request is decided. */
interface Verdict {
  readonly state: 'approved' | 'withdrawn';
  readonly decidedBy: number;
  readonly decidedAtMs: EpochMs;
}

interface OperatorRequestsParts<Row extends AskedRequest> {
  readonly database: Database;
  readonly subject: AuditNote['subject'];
  /** Locks the row until the transaction ends. */
  lock(tx: Transaction, id: number): Promise<Row | undefined>;
  store(tx: Transaction, id: number, verdict: Verdict): Promise<void>;
  /** The request as the audit log names it. */
  detailsOf(row: Row): AuditDetails;
  /** The approved ones that are not carried out yet, oldest first. */
  findApproved(database: Database): Promise<readonly Row[]>;
  /** Carries out one of them; may leave it for the next time. */
  carryOut(row: Row): Promise<void>;
}

/** A request for an amount, of which one operator alone may move so much in a day. */
interface AmountAsked {
  readonly action: AuditAction;
  readonly details: AuditDetails;
  /** Null for an unknown value, of which another operator decides. */
  readonly size: bigint | null;
  readonly dayLimit: bigint;
  /** Returns the sizes that operators have moved alone since that time, together. */
  movedAlone(tx: Transaction, since: EpochMs): Promise<bigint>;
  insert(
    tx: Transaction,
    asked: {
      readonly askedBy: number;
      readonly askedAtMs: EpochMs;
      readonly state: 'waiting' | 'approved';
      readonly decidedBy?: number;
      readonly decidedAtMs?: EpochMs;
    },
  ): Promise<unknown>;
}

type Undecided = 'record_not_found' | 'already_decided';

type Judgement<E extends ErrorName> = Result<null, E> | Promise<Result<null, E>>;

/** All acts that follow approvals wait for each other. */
const CARRYING_OUT = 0;

export class OperatorRequests<Row extends AskedRequest> {
  readonly #parts: OperatorRequestsParts<Row>;
  readonly #acts = new OneByOne();

  constructor(parts: OperatorRequestsParts<Row>) {
    this.#parts = parts;
  }

  /** Writes the line of a request that is stored in the same transaction. */
  write(
    tx: Transaction,
    { act, reason, seen }: OperatorDecision,
    action: AuditAction,
    details: AuditDetails,
  ): Promise<void> {
    return writeAudit(tx, act, { action, subject: this.#parts.subject, reason, seen, details });
  }

  /** Stores a request, approved within the limit of a day and waiting above it, and carries out what is approved. */
  async askWithinDay(decision: OperatorDecision, asked: AmountAsked): Promise<void> {
    const { operatorId, now } = decision.act;
    const { action, details, size, dayLimit } = asked;
    await transaction(this.#parts.database, async (tx) => {
      // The line of the log locks the funds, so that two operators do not share one limit.
      await this.write(tx, decision, action, details);
      const moved = await asked.movedAlone(tx, now - DAY_MS);
      const isAlone = size !== null && moved + size <= dayLimit;
      await asked.insert(tx, {
        askedBy: operatorId,
        askedAtMs: now,
        state: isAlone ? 'approved' : 'waiting',
        ...(isAlone && { decidedBy: operatorId, decidedAtMs: now }),
      });
    });
    await this.carryOutApproved();
  }

  /** second_operator_needed: no operator approves an own request. @param judge says why it cannot be carried out now. */
  approve<E extends ErrorName>(
    decision: OperatorDecision,
    id: number,
    action: AuditAction,
    judge: (row: Row) => Judgement<E>,
  ): Promise<Result<null, Undecided | 'second_operator_needed' | E>> {
    return this.#decide<'second_operator_needed' | E>(
      decision,
      id,
      { action, state: 'approved' },
      (row) =>
        row.askedBy === decision.act.operatorId ? refuse('second_operator_needed') : judge(row),
    );
  }

  /** Any operator withdraws a request that waits. */
  withdraw(
    decision: OperatorDecision,
    id: number,
    action: AuditAction,
  ): Promise<Result<null, Undecided>> {
    return this.#decide<never>(decision, id, { action, state: 'withdrawn' }, () => ok(null));
  }

  /** Carries out what is approved, each once. */
  carryOutApproved(): Promise<void> {
    const { database, findApproved, carryOut } = this.#parts;
    return this.#acts.run(CARRYING_OUT, async () => {
      for (const row of await findApproved(database)) await carryOut(row);
    });
  }

  async #decide<E extends ErrorName>(
    decision: OperatorDecision,
    id: number,
    { action, state }: { readonly action: AuditAction; readonly state: Verdict['state'] },
    judge: (row: Row) => Judgement<E>,
  ): Promise<Result<null, Undecided | E>> {
    const { database, lock, store, detailsOf } = this.#parts;
    const { operatorId: decidedBy, now: decidedAtMs } = decision.act;
    const decided = await transaction(database, async (tx) => {
      const row = await lock(tx, id);
      if (row === undefined) return refuse('record_not_found');
      if (row.state !== 'waiting') return refuse('already_decided');
      const verdict = await judge(row);
      if (!verdict.ok) return verdict;
      await this.write(tx, decision, action, detailsOf(row));
      await store(tx, id, { state, decidedBy, decidedAtMs });
      return verdict;
    });
    if (decided.ok) await this.carryOutApproved();
    return decided;
  }
}
