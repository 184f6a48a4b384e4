/**
 * Events of fiat orders, by their two sides and by timers. Each is one transaction, which locks the
 * lifecycle first, then the row of the order, the ad, the accounts.
 */
import type { FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { FiatOrderDetail } from '../../../../contract/fiat/fiat-order.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { FiatOrderEvent } from '../../../../machines/domain/fiat/fiat-order.events.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import type { LedgerHealth } from '../../../ledger/ledger-watch.ts';
import type { Lifecycles } from '../../../kit/lifecycle/lifecycles.types.ts';
import { restoreSnapshot } from '../../../kit/lifecycle/stored-snapshots.ts';
import type { OrderExtras, OrderLife, TakenOrderStep } from './order-effects.ts';
import { FIAT_ORDER, partyOf } from './order-lifecycle.ts';
import type { OrderUpdates } from './order-updates.ts';
import type { FindHead, OrderHead } from './order-heads.repo.ts';
import { extendDeadlines, noteRevision } from './order-rows.repo.ts';
import { releaseHeldBackMs } from './release-hold.ts';

interface OrderStepsParts {
  readonly database: Database;
  readonly lifecycles: Lifecycles;
  readonly life: OrderLife;
  readonly orderUpdates: OrderUpdates;
  readonly findHead: FindHead;
  readonly health: LedgerHealth;
}

/** A request of one side on an order, with the revision it saw. */
export interface Asked {
  readonly userId: number;
  readonly orderId: number;
  /** The revision that the caller saw. */
  readonly revision: number;
  readonly requestId: string;
  readonly now: EpochMs;
}

export type OrderChangeError = 'fiat_order_not_found' | 'fiat_order_changed';

/** The acting side as events name it; the machine rejects a role that is not the event's. */
export interface Side {
  readonly role: FiatParty;
  readonly userId: number;
}

/** An order as it was read, and the side of the caller. */
interface FoundOrder {
  readonly by: Side;
  readonly head: OrderHead;
}

interface Act {
  readonly event: FiatOrderEvent;
  readonly extras?: OrderExtras;
  /** Runs in the transaction of the step. */
  readonly alsoWrite?: () => Promise<void>;
}

export class OrderSteps {
  readonly #parts: OrderStepsParts;

  constructor(parts: OrderStepsParts) {
    this.#parts = parts;
    parts.life.watchDelays(parts.lifecycles, {
      causeOf: (id, now) => ({
        actor: { actorId: 0, requestId: `fiat-order-${id}` },
        event: null,
        now,
      }),
      onMigrated: noteRevision,
      onExtended: (tx, ids, byMs) => extendDeadlines(tx, ids, byMs),
      heldBackMs: (tx, id, delayName) => releaseHeldBackMs(tx, id, delayName, parts.health),
      afterHeldBack: (id) => parts.orderUpdates.publish(id),
    });
  }

  /**
   * Finds the order when its state allows the event of this caller. Callers run it before they check a
   * pay password.
   */
  async findAllowing(
    asked: Asked,
    eventOf: (by: Side) => FiatOrderEvent,
  ): Promise<Result<FoundOrder, OrderChangeError>> {
    const found = await this.#find(asked);
    if (!found.ok) return found;
    const { by, head } = found.value;
    const can = restoreSnapshot(FIAT_ORDER, head.life).can(eventOf(by));
    return can ? found : refuse('fiat_order_changed');
  }

  /**
   * Applies one event of one side.
   * @param prepare runs in the transaction, before the order is locked; its refusal changes nothing.
   * @param known the order when the caller has read it already.
   */
  async act<E extends ErrorName = never>(
    asked: Asked,
    prepare: (by: Side, tx: Transaction) => Promise<Result<Act, E>>,
    known?: FoundOrder,
  ): Promise<Result<FiatOrderDetail, OrderChangeError | E>> {
    const found = known === undefined ? await this.#find(asked) : ok(known);
    if (!found.ok) return found;
    const { by, head } = found.value;
    const done = await refusableTransaction<TakenOrderStep, OrderChangeError | E>(
      this.#parts.database,
      async (tx) => {
        const act = await prepare(by, tx);
        return act.ok ? this.#step(tx, asked, head, act.value) : act;
      },
    );
    if (!done.ok) return done;
    const whole = await done.value.finish();
    return ok(this.#parts.orderUpdates.detail(whole, asked.userId));
  }

  /**
   * Finds the order of the caller. Rejects another revision than the caller saw, and an order with an
   * expired timer, with `fiat_order_changed`.
   */
  async #find(asked: Asked): Promise<Result<FoundOrder, OrderChangeError>> {
    const { userId, orderId, revision, now } = asked;
    const head = await this.#parts.findHead(orderId);
    const role = head && partyOf(head, userId);
    if (head === undefined || role === undefined) return refuse('fiat_order_not_found');
    if (head.life.revision !== revision) return refuse('fiat_order_changed');
    if (head.deadlineAtMs !== null && head.deadlineAtMs <= now) {
      // An expired timer takes precedence, even if its timeout has not been processed yet.
      await this.#parts.lifecycles.fireDueOf(FIAT_ORDER, orderId);
      return refuse('fiat_order_changed');
    }
    return ok({ by: { role, userId }, head });
  }

  async #step(
    tx: Transaction,
    { userId, requestId, now }: Asked,
    order: OrderHead,
    { event, extras, alsoWrite }: Act,
  ): Promise<Result<TakenOrderStep, 'fiat_order_changed'>> {
    const actor = { actorId: userId, requestId };
    const cause = { actor, now, event: event.type, order, extras };
    const taken = await this.#parts.life.sendSeen(tx, { seen: order.life, event }, cause);
    if (taken === null) return refuse('fiat_order_changed');
    await alsoWrite?.();
    return taken;
  }
}
