/**
 * Users subscribe to offerings and raise their subscriptions. Each payment is stored with its posting in one
 * transaction; the spot writer's answer then adds it to the subscription or refuses it.
 */
import { ensure } from '../../../contract/assert.ts';
import { entryOf } from '../../../contract/figures/allocation-check.ts';
import { isSeenPhase } from '../../../contract/ieo/ieo-kinds.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { IeoSubscriptionEvent } from '../../../machines/domain/ieo/ieo-subscription.events.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { commandTransaction } from '../../kit/db/refusable-transaction.ts';
import { transaction, unlessTaken } from '../../kit/db/transaction.ts';
import type { Deadline } from '../../kit/http/deadline.ts';
import { OneByOne } from '../../kit/queue/one-by-one.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { PostingRefusal } from '../../ledger/writer/postings.types.ts';
import { sha256Hex } from './allocation-lists.ts';
import { ieoPaymentHeld } from './ieo-recipes.ts';
import type { OfferingRow, PaymentRow, SubscriptionRow } from './ieo.types.ts';
import { findOffering, lockOffering } from './offerings.repo.ts';
import type { SubscriptionSteps, SubscriptionStepsParts } from './subscription-steps.ts';
import * as repo from './subscriptions.repo.ts';

export interface SubscribeParts extends Pick<SubscriptionStepsParts, 'postings'> {
  readonly database: Database;
  readonly steps: SubscriptionSteps;
  readonly currencies: Pick<Currencies, 'byId'>;
  readonly newSalt: () => string;
  /** Users who owe for reversed deposits. */
  readonly owing: { has(userId: number): boolean };
  /** Returns the most units that unsettled deposits of the user let go. */
  readonly contractable: (userId: number, currencyId: number) => Promise<bigint>;
  /** Takes the steps of the offering that are due. */
  readonly fireDue: (offeringId: number) => Promise<void>;
}

/** A subscription that a user wants. */
interface WantedSubscription {
  readonly userId: number;
  readonly offeringId: number;
  /** Tokens in all; text, because the currency of the offering is not known yet. */
  readonly quantity: string;
  readonly idempotencyKey: string;
  readonly deadline: Deadline;
  readonly requestId: string;
  readonly now: EpochMs;
}

type Refusal =
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'offering_not_found'
  | 'offering_not_open'
  | 'amount_scale_exceeded'
  | 'quantity_out_of_bounds'
  | 'offering_limit_reached'
  | 'shortfall_unpaid'
  | 'balance_locked'
  | PostingRefusal;

const SYSTEM = { role: 'system', userId: 0 } as const;
const RECOVERED_AT_ONCE = 100;

/** A subscription with its offering. */
export interface Subscribed {
  readonly row: SubscriptionRow;
  readonly offering: OfferingRow;
}

export class IeoSubscribing {
  readonly #parts: SubscribeParts;
  readonly #ofUsers = new OneByOne();
  readonly #ofOfferings = new OneByOne();

  constructor(parts: SubscribeParts) {
    this.#parts = parts;
  }

  /** Idempotent by key. Resolves when the payment is on hold. */
  async subscribe(wanted: WantedSubscription): Promise<Result<Subscribed, Refusal>> {
    const { database, contractable, fireDue } = this.#parts;
    const seen = await findOffering(database, wanted.offeringId);
    if (seen === undefined || !isSeenPhase(seen.phase)) return refuse('offering_not_found');
    if (isStepDue(seen, wanted.now)) await fireDue(seen.id);
    // Serializes calls of a user, because two concurrent calls could each spend the amount that liens leave free.
    return this.#ofUsers.run(wanted.userId, async () => {
      const free = await contractable(wanted.userId, seen.payCurrencyId);
      // They lock the offering, and a call that waits here holds no connection.
      const stored = await this.#ofOfferings.run(seen.id, () => this.#store(wanted, free));
      return stored.ok ? this.#settle(stored.value, wanted.now) : stored;
    });
  }

  /** Asks again for payments whose answer an earlier run, or a failure, left open. */
  async recover(now: EpochMs): Promise<void> {
    for (let after = 0; ;) {
      const rows = await repo.findRequested(this.#parts.database, after, RECOVERED_AT_ONCE);
      for (const row of rows) {
        // Runs after a subscription of the user that is under way.
        await this.#ofUsers.run(row.userId, () => this.#settle(row, now));
        after = row.id;
      }
      if (rows.length < RECOVERED_AT_ONCE) return;
    }
  }

  /** Stores a payment, or finds the one of the key. */
  async #store(wanted: WantedSubscription, free: bigint): Promise<Result<PaymentRow, Refusal>> {
    const { userId, idempotencyKey, deadline, now } = wanted;
    const store = () =>
      commandTransaction<PaymentRow, Refusal>(this.#parts.database, async (tx) => {
        const offering = ensure(await lockOffering(tx, wanted.offeringId), 'the offering');
        const steps = this.#stepsOf(offering, wanted.quantity);
        const first = await repo.findKeyedPayment(tx, userId, idempotencyKey);
        if (first !== undefined)
          return steps.ok && first.offeringId === offering.id && first.stepsAfter === steps.value
            ? ok(first)
            : refuse('idempotency_key_reused');
        if (deadline.hasPassed()) return refuse('command_expired');
        if (offering.phase !== 'subscribing' || now >= offering.closesAtMs)
          return refuse('offering_not_open');
        if (!steps.ok) return steps;
        return this.#add(tx, offering, steps.value, { wanted, free });
      });
    // A concurrent call has used the key for another offering.
    return unlessTaken(store, () => refuse('idempotency_key_reused'));
  }

  #stepsOf(
    { tokenCurrencyId, stepSize, stepsMin, stepsMax }: OfferingRow,
    quantity: string,
  ): Result<number, Refusal> {
    const { scale } = ensure(this.#parts.currencies.byId(tokenCurrencyId), 'the token');
    const amount = parseUnits(quantity, scale);
    if (amount === null) return refuse('amount_scale_exceeded');
    if (amount % stepSize !== 0n) return refuse('quantity_out_of_bounds');
    const steps = amount / stepSize;
    if (steps > BigInt(stepsMax)) return refuse('offering_limit_reached');
    return steps < BigInt(stepsMin) ? refuse('quantity_out_of_bounds') : ok(Number(steps));
  }

  async #add(
    tx: Transaction,
    offering: OfferingRow,
    steps: number,
    { wanted, free }: { readonly wanted: WantedSubscription; readonly free: bigint },
  ): Promise<Result<PaymentRow, Refusal>> {
    const { userId, idempotencyKey, requestId, now } = wanted;
    const { id: offeringId, stepPrice, payCurrencyId: currencyId } = offering;
    const { owing, postings } = this.#parts;
    const own = await repo.findOfUser(tx, offeringId, userId);
    // Another server has asked for a payment of the user and waits for its answer.
    if (await repo.isPaymentOpen(tx, offeringId, userId)) return refuse('service_unavailable');
    const before = own?.steps ?? 0;
    if (steps < before) return refuse('quantity_out_of_bounds');
    // The user has asked for this already.
    if (own !== undefined && steps === before) return ok(await repo.findLastHeld(tx, own.id));
    if (owing.has(userId)) return refuse('shortfall_unpaid');
    const amount = BigInt(steps - before) * stepPrice;
    if (amount > free) return refuse('balance_locked');
    const { id } = own ?? (await this.#begin(tx, offeringId, userId, now));
    const payment = await repo.insertPayment(tx, {
      subscriptionId: id,
      offeringId,
      userId,
      stepsBefore: before,
      stepsAfter: steps,
      amount,
      phase: 'requested',
      idempotencyKey,
      requestId,
      atMs: now,
    });
    const held = { causeId: String(payment.id), requestId, ownerId: userId, currencyId };
    const movement = ieoPaymentHeld({ ...held, amount: units(amount) });
    const postingId = await postings.intend(tx, movement, now);
    return ok(await repo.updatePayment(tx, payment.id, { postingId }));
  }

  /** Stores a subscription that asks for its first payment. */
  async #begin(
    tx: Transaction,
    offeringId: number,
    userId: number,
    now: EpochMs,
  ): Promise<SubscriptionRow> {
    const offering = ensure(await findOffering(tx, offeringId), 'the offering');
    const salt = this.#parts.newSalt();
    const begun = await this.#parts.steps.begin(tx, { ownerId: userId }, now, async (step) => {
      const { id } = await repo.insertSubscription(tx, {
        offeringId,
        userId,
        phase: 'requested',
        steps: 0,
        paid: 0n,
        entry: '',
        salt,
        revision: step.revision,
        createdAtMs: now,
        updatedAtMs: now,
      });
      const entry = entryOf(sha256Hex, salt, String(id));
      const row = await repo.updateSubscription(tx, id, { entry });
      return { id, facts: { row, offering, now } };
    });
    return ensure(begun.ok ? begun.value.facts.row : undefined, 'a subscription begins');
  }

  /** Books a payment that is asked for; for others, returns the earlier result. */
  async #settle(payment: PaymentRow, now: EpochMs): Promise<Result<Subscribed, Refusal>> {
    const { database, postings } = this.#parts;
    const booked = await postings.postOrRefuse(ensure(payment.postingId, 'posting of the payment'));
    const offering = ensure(await findOffering(database, payment.offeringId), 'the offering');
    if (payment.phase === 'requested')
      await this.#answer(payment, offering, booked.ok ? null : booked.error, now);
    if (!booked.ok) return booked;
    const row = await repo.findSubscription(database, payment.subscriptionId);
    return ok({ row: ensure(row, 'the subscription'), offering });
  }

  /** Records the answer to a payment; a state that refuses it has had it before. */
  async #answer(
    payment: PaymentRow,
    offering: OfferingRow,
    refusal: PostingRefusal | null,
    now: EpochMs,
  ): Promise<void> {
    const { database, steps } = this.#parts;
    const event = answerTo(payment, refusal);
    const taken = await transaction(database, async (tx) => {
      if (event !== null) {
        const record = { id: payment.subscriptionId, event };
        return steps.send(tx, record, { now, offering, payment });
      }
      await repo.updatePayment(tx, payment.id, { phase: 'refused' });
      return null;
    });
    if (taken?.ok === true) await taken.value.finish();
  }
}

/** Null for the refusal of a raise, which changes the payment alone. */
function answerTo(
  { stepsBefore, stepsAfter: steps, userId }: PaymentRow,
  refusal: PostingRefusal | null,
): IeoSubscriptionEvent | null {
  if (stepsBefore === 0)
    return refusal === null
      ? { type: 'payment.held', by: SYSTEM, steps }
      : { type: 'payment.refused', by: SYSTEM, refusal };
  return refusal === null
    ? { type: 'subscription.raise', by: { role: 'person', userId }, steps }
    : null;
}

/** Whether the time of the next phase has come, and its timer has not been tried yet. */
const isStepDue = ({ phase, preheatAtMs, opensAtMs, closesAtMs }: OfferingRow, now: EpochMs) =>
  (phase === 'not_started' && now >= Math.min(preheatAtMs, opensAtMs)) ||
  (phase === 'preheat' && now >= opensAtMs) ||
  (phase === 'subscribing' && now >= closesAtMs);
