/** Withdrawals as users and operators request them. `withdrawal-broadcasts.ts` signs and sends them. */
import { assert, ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Refusal, Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { WithdrawalEvent } from '../../../machines/domain/wallet/withdrawal.events.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { GatheredStatement } from '../../kit/db/gathered-statement.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { KeyedQueue } from '../../kit/queue/concurrency.ts';
import { orBusy } from '../../kit/queue/or-busy.ts';
import { lockLifecycle } from '../../kit/lifecycle/lifecycles.repo.ts';
import { userNotice, type StoredNotice } from '../../kit/notify/user-notice.ts';
import type { Lifecycles } from '../../kit/lifecycle/lifecycles.types.ts';
import type { TakenStep } from '../../kit/lifecycle/record-steps.ts';
import type { PostingId, Postings } from '../../ledger/writer/postings.types.ts';
import { checkedPosting } from '../../ledger/writer/written-postings.ts';
import type { DamagedWithdrawals } from './damaged-withdrawals.ts';
import { HeldOtherwiseError, holdCause } from './held-terms.ts';
import { isOfOneRecord } from './record-faults.ts';
import { passGate } from './withdrawal-gate.ts';
import type {
  GateError,
  GateFactsRead,
  GateParts,
  GatePass,
  WithdrawalRequest,
} from './withdrawal-gate.ts';
import { findGateFacts } from './withdrawal-gate.repo.ts';
import type { WithdrawalSeals } from './withdrawal-seals.ts';
import { advanceRequests, insertRequests } from './withdrawal-statements.repo.ts';
import type { NewRequest, NextStep } from './withdrawal-statements.repo.ts';
import { columnsOf, createWithdrawalSteps, holdOfRequest } from './withdrawal-steps.ts';
import type {
  WithdrawalCause,
  WithdrawalFacts,
  WithdrawalSteps,
  WithdrawalStepsParts,
} from './withdrawal-steps.ts';
import { WITHDRAWAL, withdrawalPhase } from './wallet-lifecycles.ts';
import type { WithdrawalRow, WithdrawalStep } from './wallet-lifecycles.ts';
import * as repo from './withdrawals.repo.ts';

interface WithdrawalParts extends GateParts, WithdrawalStepsParts {
  readonly database: Database;
  /** Stores requests; its statements have a time limit, see `openKeyedDatabase`. */
  readonly keyed: Database;
  readonly lifecycles: Lifecycles;
  readonly damaged: DamagedWithdrawals;
  readonly seals: WithdrawalSeals;
}

/** The result of an event: the withdrawal after it, or its unchanged row when its state refuses the event. */
type WithdrawalAnswer =
  | { readonly kind: 'done' | 'refused'; readonly row: WithdrawalRow }
  | { readonly kind: 'unknown' };

interface Beside {
  /** The event is refused when the withdrawal is at another revision. */
  readonly revision?: number | undefined;
  /** Columns that the event does not have. */
  readonly extra?: WithdrawalCause['extra'];
  /** Runs in the transaction of the step. */
  alsoWrite?(tx: Transaction, row: WithdrawalRow): Promise<void>;
}

/** Whether the withdrawal is at this revision; locks its lifecycle until the transaction ends. */
async function isAsSeen(tx: Transaction, id: number, revision: number): Promise<boolean> {
  await lockLifecycle(tx, WITHDRAWAL.kind, id);
  return (await repo.findWithdrawal(tx, id))?.revision === revision;
}

/** Returns the columns that an event sets in addition to the state. */
const extraOf = (event: WithdrawalEvent): WithdrawalCause['extra'] =>
  event.type === 'withdrawal.release' ? { feeMaxFactor: event.feeMaxFactor } : {};

const SYSTEM = { role: 'system', userId: 0 } as const;
const HELD = { type: 'funds.held', by: SYSTEM } as const satisfies WithdrawalEvent;

/** Few enough that other work still gets connections. */
const RECOVERED_AT_ONCE = 4;
/** Requests of one user, because each may wait a second for the node of its chain. */
const REQUESTS_MAX = 20;

/** A withdrawal that was just inserted, with the state of its lifecycle. */
interface Requested {
  readonly row: WithdrawalRow;
  readonly state: WithdrawalStep;
}

export class Withdrawals {
  readonly #parts: WithdrawalParts;
  readonly #steps: WithdrawalSteps;
  readonly #gateFacts: GateFactsRead;
  /** Stores the requests of one moment together, each in two steps. */
  readonly #requests: GatheredStatement<NewRequest, WithdrawalRow | null>;
  readonly #advances: GatheredStatement<NextStep, WithdrawalRow | null>;
  /** Requests of one user pass the gate one after the other, because limits count earlier requests. */
  readonly #queue = new KeyedQueue(REQUESTS_MAX);
  #recovering: Promise<void> | undefined;

  constructor(parts: WithdrawalParts) {
    const { database, keyed } = parts;
    this.#parts = parts;
    this.#gateFacts = new GatheredStatement((questions) => findGateFacts(database, questions));
    this.#requests = new GatheredStatement((requests) => insertRequests(keyed, requests));
    this.#advances = new GatheredStatement((steps) => advanceRequests(database, steps));
    this.#steps = createWithdrawalSteps(parts);
    this.#steps.watchDelays(parts.lifecycles, { causeOf: (_, now) => ({ now }) });
  }

  /**
   * Idempotent: a repeated key returns the existing withdrawal in its present state. Resolves when the
   * hold on the amount is committed. Refuses a request immediately while too many of the user wait.
   */
  create(request: WithdrawalRequest): Promise<Result<WithdrawalRow, GateError>> {
    const answer = this.#queue.run(String(request.userId), async () => {
      const passed = await passGate(this.#parts, this.#gateFacts, request);
      if (!passed.ok) return passed;
      if (passed.value.kind === 'repeated') {
        const { withdrawal } = passed.value;
        return this.#orDamaged(
          withdrawal.id,
          'a withdrawal that did not pass the gate was requested again',
          () => this.#hold(withdrawal, request.now),
        );
      }
      const requested = await this.#request(request, passed.value);
      return requested === null
        ? refuse('idempotency_key_reused')
        : this.#holdRequested(requested, request.now);
    });
    return orBusy(answer);
  }

  /** Cancels for the owner, while the withdrawal waits for an operator. */
  async cancel(
    userId: number,
    id: number,
    now: EpochMs,
  ): Promise<
    Result<WithdrawalRow, 'withdrawal_not_found' | 'withdrawal_not_pending' | 'service_unavailable'>
  > {
    if ((await repo.findOwnWithdrawal(this.#parts.database, userId, id)) === undefined)
      return refuse('withdrawal_not_found');
    const by = { role: 'person', userId } as const;
    return this.#orDamaged(id, 'a withdrawal that differs from its hold was canceled', async () => {
      const answer = await this.send(id, { type: 'withdrawal.cancel', by }, now);
      if (answer.kind === 'unknown') return refuse('withdrawal_not_found');
      return answer.kind === 'done' ? ok(answer.row) : refuse('withdrawal_not_pending');
    });
  }

  /** Shows operators a withdrawal whose record contradicts the call of its user, and refuses the call. */
  async #orDamaged<A extends Result<unknown, ErrorName>>(
    id: number,
    what: string,
    call: () => Promise<A>,
  ): Promise<A | Refusal<'service_unavailable'>> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof HeldOtherwiseError)) throw error;
      this.#parts.damaged.note(id, error, what);
      return refuse('service_unavailable');
    }
  }

  /** Sends an event to the withdrawal and runs its effects. */
  async send(
    id: number,
    event: WithdrawalEvent,
    now: EpochMs,
    { revision, extra, alsoWrite }: Beside = {},
  ): Promise<WithdrawalAnswer> {
    const { database } = this.#parts;
    const taken = await transaction(database, async (tx) => {
      if (revision !== undefined && !(await isAsSeen(tx, id, revision))) return null;
      const done = await this.step(tx, id, event, now, { ...extraOf(event), ...extra });
      if (done !== null) await alsoWrite?.(tx, done.facts.row);
      return done;
    });
    if (taken === null) {
      const row = await repo.findWithdrawal(database, id);
      return row === undefined ? { kind: 'unknown' } : { kind: 'refused', row };
    }
    const { row } = taken.facts;
    await taken.finish();
    // The withdrawal is approved already, so only its signing is retried now.
    if (event.type === 'withdrawal.release') this.#parts.wakeChain(row.chain);
    return { kind: 'done', row };
  }

  /**
   * Like {@link send}, in the transaction of the caller, who then finishes the step. Returns null when
   * it is refused.
   */
  async step(
    tx: Transaction,
    id: number,
    event: WithdrawalEvent,
    now: EpochMs,
    extra: WithdrawalCause['extra'] = {},
  ): Promise<TakenStep<WithdrawalFacts> | null> {
    const taken = await this.#steps.send(tx, { id, event }, { now, extra });
    return taken?.ok === true ? taken.value : null;
  }

  /**
   * Completes requests that an earlier run, or a failure, left unfinished. The ledger says whether their
   * amounts are frozen. Ends early when the signal is aborted; shares a run that is under way.
   */
  recover(now: EpochMs, signal?: AbortSignal): Promise<void> {
    this.#recovering ??= this.#recoverAll(now, signal).finally(
      () => (this.#recovering = undefined),
    );
    return this.#recovering;
  }

  async #recoverAll(now: EpochMs, signal: AbortSignal | undefined): Promise<void> {
    const ids = await repo.findIdsIn(this.#parts.database, ['requested'], undefined);
    for (let done = 0; done < ids.length; done += RECOVERED_AT_ONCE) {
      if (signal?.aborted === true) return;
      const slice = ids.slice(done, done + RECOVERED_AT_ONCE);
      await Promise.all(slice.map((id) => this.#recoverOrLeave(id, now)));
    }
  }

  /** A damaged withdrawal keeps its hold until an operator acts; others proceed. */
  async #recoverOrLeave(id: number, now: EpochMs): Promise<void> {
    const { database, damaged } = this.#parts;
    try {
      const { userId } = ensure(await repo.findWithdrawal(database, id), `withdrawal ${id}`);
      // Runs after a request of the user that is under way.
      await this.#queue.runAlways(String(userId), async () => {
        const row = await repo.findWithdrawal(database, id);
        const held = row?.phase === 'requested' && (await this.#hold(row, now));
        const isStuck = held && held.ok && held.value.phase === 'requested';
        assert(!isStuck, `withdrawal ${id} has no life`);
      });
      damaged.clear(id);
    } catch (error) {
      if (!isOfOneRecord(error)) throw error;
      damaged.note(id, error, 'a requested withdrawal is damaged; its amount stays frozen');
    }
  }

  /** Returns null when a concurrent request used the key. */
  async #request(
    { userId, requestId, now }: WithdrawalRequest,
    pass: Extract<GatePass, { kind: 'new' }>,
  ): Promise<Requested | null> {
    const { rules, seals } = this.#parts;
    const { amount, fee, value, usedToday, idempotencyKey, terms } = pass;
    const { currencyId, chain, address } = pass.address;
    // Counts the day, so that many small withdrawals are not approved where one large one is not.
    const autoApproveBelow = String(rules.autoApproveBelow - usedToday);
    const first = this.#steps.prepareStart({
      ownerId: userId,
      value: String(value),
      autoApproveBelow,
      requiredConfirmations: rules.withdrawalConfirmations,
      broadcastTimeoutMs: rules.broadcastTimeoutMs,
    });
    const target = { userId, currencyId, chain, address };
    const phase = withdrawalPhase(first.step.snapshot);
    const sums = { ...target, amount, fee, idempotencyKey };
    const seal = seals.of({ ...sums, value: String(value), autoApproveBelow });
    const asked = { ...sums, value, terms, requestId, phase, seal };
    const hold = checkedPosting(holdOfRequest(asked, first.step), 'spot');
    const row = await this.#requests.ask({ asked, first, hold, now });
    return row && { row, state: first.step };
  }

  /** Fast path of {@link #hold} for a withdrawal inserted by this call: its state need not be read again. */
  async #holdRequested(
    { row, state }: Requested,
    now: EpochMs,
  ): Promise<Result<WithdrawalRow, GateError>> {
    const posting = ensure(row.holdPostingId, 'posting of the hold');
    const hold = { ...holdOfRequest(row, state), causeId: holdCause(row.id, row) };
    const held = await this.#parts.postings.postOrRefuse(posting, hold);
    const next = held.ok ? this.#steps.prepareNext(state, HELD) : null;
    if (next === null) return this.#settle(row, held, now);
    const advanced = { ...row, ...columnsOf(next.step), updatedAtMs: now };
    const notice = userNotice(row.userId, this.#requestedNotice(row));
    const updated = await this.#advances.ask({ row: advanced, next, notice });
    if (updated === null) return this.#settle(row, held, now);
    this.#parts.notices.lookSoon();
    await this.#steps.finishStored({ row: updated, now }, next.step);
    return ok(updated);
  }

  /**
   * Freezes the amount of a requested withdrawal; for others, returns the earlier result.
   * @throws HeldOtherwiseError for a request that did not pass the gate.
   */
  async #hold(row: WithdrawalRow, now: EpochMs): Promise<Result<WithdrawalRow, GateError>> {
    if (row.phase === 'refused') return refuse(await this.#refusalOf(row.id));
    if (row.phase !== 'requested') return ok(row);
    await this.#parts.seals.require(this.#parts.database, row);
    const posting: PostingId = ensure(row.holdPostingId, 'posting of the hold');
    return this.#settle(row, await this.#parts.postings.postOrRefuse(posting), now);
  }

  /** Stores the result of the hold. */
  async #settle(
    row: WithdrawalRow,
    held: Awaited<ReturnType<Postings['postOrRefuse']>>,
    now: EpochMs,
  ): Promise<Result<WithdrawalRow, GateError>> {
    const event: WithdrawalEvent = held.ok
      ? HELD
      : { type: 'funds.refused', by: SYSTEM, refusal: held.error };
    const answer = await this.send(row.id, event, now, {
      alsoWrite: async (tx) => {
        if (held.ok) await this.#parts.notices.put(tx, row.userId, this.#requestedNotice(row), now);
      },
    });
    assert(answer.kind !== 'unknown', `withdrawal ${row.id} has no life`);
    return held.ok ? ok(answer.row) : held;
  }

  #requestedNotice(row: WithdrawalRow): StoredNotice {
    return { kind: 'withdrawalRequested', ...this.#parts.wire.sum(row), address: row.address };
  }

  async #refusalOf(id: number): Promise<'insufficient_balance' | 'service_unavailable'> {
    const { database, lifecycles } = this.#parts;
    const state = await lifecycles.read(database, WITHDRAWAL, id);
    return ensure(state?.snapshot.context.refusal, 'refusal of the funds');
  }
}
