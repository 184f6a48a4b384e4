/**
 * Subscriptions to staking products. The position is stored with its set-aside dividends and the posting of its
 * principal in one transaction; the spot writer's answer then puts it in effect or refuses it.
 */
import { ensure } from '../../../contract/assert.ts';
import { dailyDividendOf, firstDayOf } from '../../../contract/figures/staking.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { StakingPositionEvent } from '../../../machines/domain/staking/staking-position.events.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { commandTransaction } from '../../kit/db/refusable-transaction.ts';
import { transaction, unlessTaken } from '../../kit/db/transaction.ts';
import { OneByOne } from '../../kit/queue/one-by-one.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { stakingPhase } from './staking-lifecycle.ts';
import { createStakingSteps, principalOf } from './staking-steps.ts';
import type { StakingSteps, StakingStepsParts } from './staking-steps.ts';
import * as repo from './staking.repo.ts';
import type {
  PositionRow,
  ProductRow,
  SubscriptionRefusal,
  WantedPosition,
} from './staking.types.ts';

export interface SubscriptionParts extends StakingStepsParts {
  readonly database: Database;
  readonly currencies: Pick<Currencies, 'byId'>;
  /** Users who owe for reversed deposits. */
  readonly owing: { has(userId: number): boolean };
  /** Returns the most units that unsettled deposits of the user let go. */
  readonly unlocked: (userId: number, currencyId: number) => Promise<bigint>;
}

const SYSTEM = { role: 'system', userId: 0 } as const;
const RECOVERED_AT_ONCE = 100;

type Subscribed = Result<PositionRow, SubscriptionRefusal>;

export class StakingSubscriptions {
  readonly #parts: SubscriptionParts;
  readonly #steps: StakingSteps;
  readonly #ofUsers = new OneByOne();
  readonly #ofProducts = new OneByOne();

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#steps = createStakingSteps(parts);
  }

  /** Idempotent by key. Resolves when the principal is booked. */
  subscribe(wanted: WantedPosition): Promise<Subscribed> {
    // Serializes calls of a user, because two concurrent calls could each spend the amount that liens leave free.
    return this.#ofUsers.run(wanted.userId, async () => {
      const unlocked = await this.#unlockedOf(wanted);
      // Its quota makes them sequential, and a call that waits here holds no connection.
      const stored = await this.#ofProducts.run(wanted.productId, () =>
        this.#store(wanted, unlocked),
      );
      return stored.ok ? this.#settle(stored.value, wanted.now) : stored;
    });
  }

  /** Ends the cycle of a position whose dividends are all paid. */
  complete(id: number, now: EpochMs): Promise<void> {
    return this.#send(id, now, ({ paidDays }) => ({
      type: 'cycle.completed',
      by: SYSTEM,
      paidDays,
    }));
  }

  /** Asks again for principals whose answer an earlier run, or a failure, left open. */
  async recover(now: EpochMs): Promise<void> {
    const { database } = this.#parts;
    for (let after = 0; ;) {
      const rows = await repo.findRequested(database, after, RECOVERED_AT_ONCE);
      for (const row of rows) {
        // Runs after a subscription of the user that is under way.
        await this.#ofUsers.run(row.userId, () => this.#settle(row, now));
        after = row.id;
      }
      if (rows.length < RECOVERED_AT_ONCE) return;
    }
  }

  /** The principal may not be the coins of a deposit that can still be reversed. */
  async #unlockedOf({ userId, productId }: WantedPosition): Promise<bigint> {
    const { database, unlocked } = this.#parts;
    const product = await repo.findProduct(database, productId);
    return product === undefined ? 0n : unlocked(userId, product.currencyId);
  }

  /** Stores a new position, or finds the one of the key. */
  async #store(wanted: WantedPosition, unlocked: bigint): Promise<Subscribed> {
    const { database } = this.#parts;
    const store = () =>
      commandTransaction<PositionRow, SubscriptionRefusal>(database, async (tx) => {
        const product = await repo.lockProduct(tx, wanted.productId);
        const first = await repo.findKeyedPosition(tx, wanted.userId, wanted.idempotencyKey);
        if (first !== undefined)
          return this.#isSame(first, wanted) ? ok(first) : refuse('idempotency_key_reused');
        if (product?.state !== 'open') return refuse('staking_product_not_found');
        if (wanted.deadline.hasPassed()) return refuse('command_expired');
        const amount = await this.#amountOf(tx, product, wanted);
        if (amount.ok && amount.value > unlocked) return refuse('balance_locked');
        return amount.ok ? this.#insert(tx, product, amount.value, wanted) : amount;
      });
    // A concurrent call has used the key for another product.
    return unlessTaken(store, () => refuse('idempotency_key_reused'));
  }

  /** Returns the units of the principal, if the product and the user's accounts allow it. */
  async #amountOf(
    tx: Transaction,
    product: ProductRow,
    { userId, amount: text, dailyPpb }: WantedPosition,
  ): Promise<Result<bigint, SubscriptionRefusal>> {
    const { currencies, owing } = this.#parts;
    const { scale } = ensure(currencies.byId(product.currencyId), 'currency of the product');
    if (product.dailyPpb !== dailyPpb) return refuse('staking_terms_changed');
    const amount = parseUnits(text, scale);
    if (amount === null) return refuse('amount_scale_exceeded');
    const isInside = amount >= product.amountMin && amount <= product.amountMax;
    if (!isInside || dailyDividendOf(amount, dailyPpb) === 0n)
      return refuse('staking_amount_out_of_bounds');
    if ((await repo.sumHeld(tx, userId, product.id)) + amount > product.userMax)
      return refuse('staking_limit_reached');
    if (product.taken + amount > product.quota) return refuse('staking_product_sold_out');
    if (owing.has(userId)) return refuse('shortfall_unpaid');
    return ok(amount);
  }

  async #insert(
    tx: Transaction,
    product: ProductRow,
    amount: bigint,
    { userId, idempotencyKey, requestId, now }: WantedPosition,
  ): Promise<Subscribed> {
    const { dailyPpb, cycleDays, currencyId, id: productId } = product;
    const begun = await this.#steps.begin(tx, { ownerId: userId, cycleDays }, now, async (step) => {
      const row = await repo.insertPosition(tx, {
        userId,
        productId,
        currencyId,
        amount,
        dailyPpb,
        cycleDays,
        dailyDividend: dailyDividendOf(amount, dailyPpb),
        phase: stakingPhase(step.snapshot),
        paidDays: 0,
        firstDayMs: firstDayOf(now),
        revision: step.revision,
        idempotencyKey,
        requestId,
        createdAtMs: now,
        updatedAtMs: now,
      });
      return { id: row.id, facts: { row, now } };
    });
    if (!begun.ok) return begun;
    const { row } = begun.value.facts;
    await repo.changeTaken(tx, productId, amount);
    const postingId = await this.#parts.postings.intend(tx, principalOf(row), now);
    return ok(await repo.updatePosition(tx, row.id, { postingId }));
  }

  /** Books the principal of a requested position; for others, returns the earlier result. */
  async #settle(row: PositionRow, now: EpochMs): Promise<Subscribed> {
    const { database, postings } = this.#parts;
    const posting = ensure(row.postingId, 'posting of the principal');
    const paid = await postings.postOrRefuse(posting);
    if (row.phase === 'requested')
      await this.#send(row.id, now, () =>
        paid.ok
          ? { type: 'principal.paid', by: SYSTEM }
          : { type: 'principal.refused', by: SYSTEM, refusal: paid.error },
      );
    if (!paid.ok) return paid;
    return ok(ensure(await repo.findPosition(database, row.id), `staking position ${row.id}`));
  }

  /** Sends an event of the exchange; a state that refuses it has had it before. */
  async #send(
    id: number,
    now: EpochMs,
    eventOf: (row: PositionRow) => StakingPositionEvent,
  ): Promise<void> {
    const taken = await transaction(this.#parts.database, async (tx) => {
      const row = ensure(await repo.findPosition(tx, id), `staking position ${id}`);
      return this.#steps.send(tx, { id, event: eventOf(row) }, { now });
    });
    if (taken?.ok === true) await taken.value.finish();
  }

  #isSame(first: PositionRow, { productId, amount, dailyPpb }: WantedPosition): boolean {
    const currency = ensure(this.#parts.currencies.byId(first.currencyId), 'currency');
    return (
      first.productId === productId &&
      first.dailyPpb === dailyPpb &&
      first.amount === parseUnits(amount, currency.scale)
    );
  }
}
