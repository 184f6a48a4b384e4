/** Updates the open pages of both sides of an order, and of the merchant of its ad, after the commit. */
import { ensure } from '../../../../contract/assert.ts';
import { FIAT_PARTIES } from '../../../../contract/fiat/fiat-kinds.ts';
import type { FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrderDetail } from '../../../../contract/fiat/fiat-order.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import type { UserUpdates } from '../../../kit/user-updates.types.ts';
import type { Escrow } from '../fiat.types.ts';
import { partyOf } from './order-lifecycle.ts';
import { createFindWhole, type FindWhole, type WholeOrder } from './order-reads.repo.ts';
import { timelineOf } from './order-timeline.ts';
import { toFiatOrder, toFiatOrderDetail, type Monies } from './order-wire.ts';

interface OrderUpdatesParts {
  readonly database: Database;
  readonly monies: Monies;
  readonly updates: UserUpdates;
  readonly escrow: Pick<Escrow, 'publishAd'>;
  readonly log: Log;
}

export class OrderUpdates {
  readonly #parts: OrderUpdatesParts;
  readonly #findWhole: FindWhole;

  constructor(parts: OrderUpdatesParts) {
    this.#parts = parts;
    this.#findWhole = createFindWhole(parts.database);
  }

  /** Returns the order as one side sees it; undefined when it does not exist or the user is of neither side. */
  async read(orderId: number, userId: number): Promise<FiatOrderDetail | undefined> {
    const whole = await this.#findWhole(orderId);
    const role = whole && partyOf(whole.order, userId);
    return role && this.#detail(whole, role);
  }

  /** Updates pages after the commit. @param changed `touchesAd`: a part of the ad was taken, given back or sold. */
  async publishChanged(changed: {
    readonly orderId: number;
    readonly adId: number;
    readonly touchesAd: boolean;
  }): Promise<WholeOrder> {
    const { escrow, log } = this.#parts;
    const { orderId, adId, touchesAd } = changed;
    if (touchesAd)
      escrow
        .publishAd(adId)
        .catch((error: unknown) =>
          log.error({ err: error, adId }, 'a merchant could not be notified of an ad'),
        );
    return this.publish(orderId);
  }

  /** Updates the open pages of both sides. */
  async publish(orderId: number): Promise<WholeOrder> {
    const whole = ensure(await this.#findWhole(orderId), `fiat order ${orderId}`);
    for (const party of FIAT_PARTIES) this.#publishTo(whole, party);
    return whole;
  }

  /** Updates the open pages of one side, e.g. its count of unseen messages. */
  async publishTo(orderId: number, party: FiatParty): Promise<void> {
    this.#publishTo(ensure(await this.#findWhole(orderId), `fiat order ${orderId}`), party);
  }

  detail(whole: WholeOrder, userId: number): FiatOrderDetail {
    return this.#detail(whole, ensure(partyOf(whole.order, userId), 'side of the order'));
  }

  #detail(whole: WholeOrder, role: FiatParty): FiatOrderDetail {
    const { order, log } = whole;
    const taker = ensure(partyOf(order, order.takerId), 'side of the taker');
    return toFiatOrderDetail(whole, timelineOf(log, taker), role, this.#parts.monies);
  }

  #publishTo(whole: WholeOrder, party: FiatParty): void {
    const { order } = whole;
    this.#parts.updates.publish(party === 'buyer' ? order.buyerId : order.sellerId, {
      kind: 'fiat_order',
      record: toFiatOrder(whole, party, this.#parts.monies),
    });
  }
}
