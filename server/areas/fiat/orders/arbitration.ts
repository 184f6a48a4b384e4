/** Operators' decisions on orders in rights protection, and their messages to both sides. */
import { randomUUID } from 'node:crypto';
import { assert, ensure } from '../../../../contract/assert.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import type { UserDesk } from '../../identity/identity.area.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import type { Log } from '../../../kit/log.ts';
import { lockLifecycle } from '../../../kit/lifecycle/lifecycles.repo.ts';
import { restoreSnapshot } from '../../../kit/lifecycle/stored-snapshots.ts';
import { insertAudit } from '../../../kit/audit-log.repo.ts';
import { findFalsePayers, freezeRequestId, type FalsePayer } from './arbitration.repo.ts';
import type {
  Award,
  AwardError,
  FiatArbitration,
  OperatorMessage,
  WriteError,
} from '../fiat.types.ts';
import type { Messages } from './messages.ts';
import { findSent, type MessageRow } from './messages.repo.ts';
import { judgesPaymentFalse, type OrderLife, type TakenOrderStep } from './order-effects.ts';
import { readHeads } from './order-heads.repo.ts';
import { FIAT_ORDER } from './order-lifecycle.ts';

interface ArbitrationParts {
  readonly database: Database;
  readonly life: OrderLife;
  readonly messages: Messages;
  readonly users: Pick<UserDesk, 'disable'>;
  readonly health: LedgerHealth;
  readonly log: Log;
}

interface Decided {
  readonly step: TakenOrderStep;
  /** The buyer whose payment was judged false; null when none was. */
  readonly falsePayerId: number | null;
}

/** The exchange, because no ledger entry names an operator. */
const ACTOR_ID = 0;

export class Arbitration implements FiatArbitration {
  readonly #parts: ArbitrationParts;
  #hasFreezeFailed = false;

  constructor(parts: ArbitrationParts) {
    this.#parts = parts;
  }

  async award(decision: Award): Promise<Result<null, AwardError>> {
    const { database, health } = this.#parts;
    if (!health.isConsistent()) return refuse('service_unavailable');
    const decided = await refusableTransaction(database, (tx) => this.#decide(tx, decision));
    if (!decided.ok) return decided;
    const { step, falsePayerId } = decided.value;
    if (falsePayerId !== null) await this.freezeFalsePayers(decision.now, falsePayerId);
    await step.finish();
    return ok(null);
  }

  async write(message: OperatorMessage): Promise<Result<null, WriteError>> {
    const { database, messages } = this.#parts;
    const written = await refusableTransaction(database, (tx) => this.#writeOnce(tx, message));
    if (!written.ok) return written;
    if (written.value !== null) await messages.publish(written.value);
    return ok(null);
  }

  /**
   * Disables buyers with too many payments judged false (RULES): one buyer, or all that an earlier run
   * has left out. Never throws: {@link retryFreezes} retries after a failure.
   */
  async freezeFalsePayers(now: EpochMs, buyerId?: number): Promise<void> {
    const since = now - LIMITS.fiat_false_payments_window_ms;
    const countMin = LIMITS.fiat_false_payments_max;
    const filter = { since, countMin, ...(buyerId !== undefined && { buyerId }) };
    await this.#orLater(async () => {
      const found = await findFalsePayers(this.#parts.database, filter);
      for (const payer of found) await this.#orLater(() => this.#freeze(payer, now));
    });
  }

  /** Runs again after a failed disabling; otherwise does nothing. */
  async retryFreezes(now: EpochMs): Promise<void> {
    if (!this.#hasFreezeFailed) return;
    this.#hasFreezeFailed = false;
    await this.freezeFalsePayers(now);
  }

  async #orLater(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#hasFreezeFailed = true;
      this.#parts.log.error({ err: error }, 'accounts with false payments are not disabled yet');
    }
  }

  async #freeze({ buyerId, orderId, operatorId }: FalsePayer, now: EpochMs): Promise<void> {
    const { users, log } = this.#parts;
    const disabled = await users.disable(buyerId, now, (tx) =>
      insertAudit(tx, {
        operatorId,
        action: 'user.disable',
        subjectKind: 'user',
        subjectId: String(buyerId),
        reason: `${LIMITS.fiat_false_payments_max} payments judged false`,
        details: { fiat_order_id: orderId },
        requestId: freezeRequestId(orderId),
        address: '',
        atMs: now,
      }),
    );
    if (disabled.ok) log.warn({ userId: buyerId, orderId }, 'account disabled: false payments');
  }

  async #decide(tx: Transaction, decision: Award): Promise<Result<Decided, AwardError>> {
    const { orderId, revision, operatorId, to, isPaymentFalse, text, now } = decision;
    assert(to === 'seller' || !isPaymentFalse, 'who has not paid is awarded nothing');
    const by = { role: 'operator', userId: operatorId } as const;
    const event = { type: 'dispute.award', by, to, isPaymentFalse, text } as const;
    const seen = await lockLifecycle(tx, FIAT_ORDER.kind, orderId);
    const [order] = await readHeads(tx, [orderId]);
    if (seen === undefined || order === undefined) return refuse('fiat_order_not_found');
    if (seen.revision !== revision) return refuse('record_changed');
    const actor = { actorId: ACTOR_ID, requestId: `fiat-order-${orderId}` };
    const extras = { awardText: text, operatorId };
    const cause = { actor, now, event: event.type, order, extras };
    const taken = await this.#parts.life.sendSeen(tx, { seen, event }, cause);
    if (taken === null) return refuse('already_decided');
    if (!taken.ok) return taken;
    const step = taken.value;
    await decision.alsoWrite(tx);
    return ok({ step, falsePayerId: judgesPaymentFalse(step) ? order.buyerId : null });
  }

  /** Returns null when the message exists already. */
  async #writeOnce(
    tx: Transaction,
    { orderId, revision, operatorId, content, clientId, now, alsoWrite }: OperatorMessage,
  ): Promise<Result<MessageRow | null, WriteError>> {
    // The lock makes messages sequential, because earlier ones of the page are looked up before the
    // insert.
    const life = await lockLifecycle(tx, FIAT_ORDER.kind, orderId);
    if (life === undefined) return refuse('fiat_order_not_found');
    const sent = clientId && (await findSent(tx, orderId, { operatorId }, clientId));
    if (sent) return sent.content === content ? ok(null) : refuse('idempotency_key_reused');
    if (life.revision !== revision) return refuse('record_changed');
    if (!restoreSnapshot(FIAT_ORDER, life).matches('rightsProtection'))
      return refuse('fiat_chat_closed');
    const row = { orderId, operatorId, content, clientId: clientId ?? randomUUID(), atMs: now };
    const [order] = await readHeads(tx, [orderId]);
    const parties = ensure(order, `fiat order ${orderId}`);
    const inserted = await this.#parts.messages.insert(tx, row, parties);
    await alsoWrite(tx);
    return ok(inserted);
  }
}
