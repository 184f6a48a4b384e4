/** Fiat orders as their two sides use them: reads, and every step that a side may take. */
import { randomUUID } from 'node:crypto';
import type { FiatOrderState, FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { RequestOf } from '../../../../contract/routes.ts';
import type { FiatOrder, FiatOrderDetail } from '../../../../contract/fiat/fiat-order.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { PayPasswordError, SecurityCheck } from '../../identity/identity.area.ts';
import { restoreSnapshot } from '../../../kit/lifecycle/stored-snapshots.ts';
import { bindPictures, ticketsOf } from '../../../kit/pictures/bind-pictures.ts';
import type { PictureBinder } from '../../../kit/pictures/pictures.types.ts';
import type { Messages } from './messages.ts';
import { insertMessage, type MessageRow } from './messages.repo.ts';
import { FIAT_ORDER, partyOf } from './order-lifecycle.ts';
import type { FindHead } from './order-heads.repo.ts';
import type { OrderUpdates } from './order-updates.ts';
import { listOrders } from './order-reads.repo.ts';
import { insertClaim } from './order-rows.repo.ts';
import type { Asked, OrderChangeError, OrderSteps, Side } from './order-steps.ts';
import { toFiatOrder, type Monies } from './order-wire.ts';

interface OrderParts {
  readonly database: Database;
  readonly steps: OrderSteps;
  readonly orderUpdates: OrderUpdates;
  readonly messages: Messages;
  readonly monies: Monies;
  readonly pictures: PictureBinder;
  readonly security: Pick<SecurityCheck, 'checkPayPassword'>;
  readonly findHead: FindHead;
}

interface OrderPageFilter {
  readonly userId: number;
  readonly states: readonly FiatOrderState[] | undefined;
  readonly role: FiatParty | undefined;
  /** Limits the page to smaller ids. */
  readonly before: number | undefined;
  readonly count: number;
}

type Answer<E extends string = OrderChangeError> = Promise<
  Result<FiatOrderDetail, Extract<E | OrderChangeError, Parameters<typeof refuse>[0]>>
>;

export class FiatOrders {
  readonly #parts: OrderParts;

  constructor(parts: OrderParts) {
    this.#parts = parts;
  }

  /** Rejects an order of other users with `fiat_order_not_found`. */
  async find(
    userId: number,
    orderId: number,
  ): Promise<Result<FiatOrderDetail, 'fiat_order_not_found'>> {
    const found = Number.isSafeInteger(orderId)
      ? await this.#parts.orderUpdates.read(orderId, userId)
      : undefined;
    return found === undefined ? refuse('fiat_order_not_found') : ok(found);
  }

  /** Returns the newest orders first; `next` is null at the end. */
  async page(
    filter: OrderPageFilter,
  ): Promise<{ readonly orders: FiatOrder[]; readonly next: string | null }> {
    const { database, monies } = this.#parts;
    const found = await listOrders(database, { ...filter, count: filter.count + 1 });
    const orders = found.slice(0, filter.count).flatMap((facts) => {
      const role = partyOf(facts.order, filter.userId);
      return role === undefined ? [] : [toFiatOrder(facts, role, monies)];
    });
    return { orders, next: found.length > filter.count ? (orders.at(-1)?.id ?? null) : null };
  }

  /** Cancels the order for the buyer, who has not paid or gives up a dispute. */
  cancel(asked: Asked): Answer {
    return this.#parts.steps.act(asked, async (by) => ok({ event: { type: 'order.cancel', by } }));
  }

  /** Declares the payment for the buyer. @param vouchers tickets of pictures that show the payment. */
  async declarePayment(
    asked: Asked,
    vouchers: string,
  ): Answer<'voucher_required' | 'picture_ticket_invalid'> {
    const { steps, pictures } = this.#parts;
    const { userId: ownerId, now } = asked;
    const answer = await steps.act(asked, async (by, tx) => {
      if (vouchers === '') return refuse('voucher_required');
      const bound = await bindPictures(pictures, tx, ticketsOf(vouchers), {
        purpose: 'voucher',
        ownerId,
        now,
      });
      if (!bound.ok) return bound;
      const voucherIds = bound.value;
      return ok({
        event: { type: 'payment.declare', by, voucherIds },
        extras: { voucherIds, paidAtMs: now },
      });
    });
    return this.#unlessRepeated(asked, answer);
  }

  /** Confirms for the seller that the money arrived: the coins become the buyer's. */
  async confirmReceipt(asked: Asked, payPassword: string): Answer<PayPasswordError> {
    const { steps, security } = this.#parts;
    const eventOf = (by: Side) => ({ type: 'receipt.confirm', by }) as const;
    // The pay password is not checked for a step that the state forbids.
    const allowing = await steps.findAllowing(asked, eventOf);
    if (!allowing.ok) return allowing;
    const proved = await security.checkPayPassword(asked.userId, payPassword, asked.now);
    if (!proved.ok) return proved;
    return steps.act(asked, async (by) => ok({ event: eventOf(by) }), allowing.value);
  }

  /** Gives the seller more time to check for the payment. */
  postpone(asked: Asked): Answer {
    return this.#parts.steps.act(asked, async (by) =>
      ok({ event: { type: 'receipt.postpone', by } }),
    );
  }

  /** Marks the order as abnormal for either side. @param note a message of the chat. */
  async markAbnormal(asked: Asked, note: string): Answer {
    const { steps, messages } = this.#parts;
    let written: MessageRow | undefined;
    const answer = await steps.act(asked, async (by, tx) =>
      ok({
        event: { type: 'order.markAbnormal', by },
        async alsoWrite() {
          written = await insertMessage(tx, {
            orderId: asked.orderId,
            senderId: asked.userId,
            content: note,
            clientId: randomUUID(),
            atMs: asked.now,
          });
        },
      }),
    );
    if (answer.ok && written !== undefined) await messages.publish(written);
    return answer;
  }

  /** Applies for rights protection for either side: the timer stops until they settle, or an operator decides. */
  async applyRightsProtection(
    asked: Asked,
    claim: Omit<RequestOf<'applyRightsProtection'>, 'id' | 'revision'>,
  ): Answer<'picture_ticket_invalid' | 'rights_already_applied'> {
    const { steps, pictures } = this.#parts;
    const { userId: ownerId, orderId, now } = asked;
    const { reason, content } = claim;
    const answer = await steps.act(asked, async (by, tx) => {
      const binding = { purpose: 'voucher', ownerId, now } as const;
      const bound = await bindPictures(pictures, tx, ticketsOf(claim.pictures), binding);
      if (!bound.ok) return bound;
      const pictureIds = bound.value;
      const row = { orderId, party: by.role, reason, content, pictureIds, atMs: now };
      return ok({
        event: { type: 'rights.apply', by, reason },
        alsoWrite: () => insertClaim(tx, row),
      });
    });
    const result = await this.#unlessRepeated(asked, answer);
    const isInIt =
      !result.ok && result.error === 'fiat_order_changed' && (await this.#isDisputed(asked));
    return isInIt ? refuse('rights_already_applied') : result;
  }

  /** Whether the order is in rights protection and still at the revision that the caller saw. */
  async #isDisputed({ orderId, revision }: Asked): Promise<boolean> {
    const head = await this.#parts.findHead(orderId);
    if (head === undefined || head.life.revision !== revision) return false;
    return restoreSnapshot(FIAT_ORDER, head.life).matches('rightsProtection');
  }

  /** Withdraws rights protection for the side that applied for it. */
  withdrawRightsProtection(asked: Asked): Answer {
    return this.#parts.steps.act(asked, async (by) =>
      ok({ event: { type: 'rights.withdraw', by } }),
    );
  }

  /**
   * Handles two concurrent requests for the same step: the first has redeemed the tickets, so the
   * second is answered with `fiat_order_changed`.
   */
  async #unlessRepeated<E extends OrderChangeError | 'voucher_required' | 'picture_ticket_invalid'>(
    { orderId, revision }: Asked,
    answer: Result<FiatOrderDetail, E>,
  ): Promise<Result<FiatOrderDetail, E | 'fiat_order_changed'>> {
    if (answer.ok || answer.error !== 'picture_ticket_invalid') return answer;
    const head = await this.#parts.findHead(orderId);
    return head?.life.revision === revision ? answer : refuse('fiat_order_changed');
  }
}
