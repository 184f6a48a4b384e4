/** Users for one order after the other; a user with two cancellations today is not used again. */
import { expect } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Path } from '../../../qa/paths.ts';
import { postAd } from '../fiat/fiat-ads.ts';
import { newFiatUser, newMerchant, type FiatUser } from '../fiat/fiat-users.ts';
import type { TestServer } from '../servers/test-server.ts';
import { FiatRows } from './fiat-rows.ts';
import { FiatWorld } from './fiat-world.ts';
import { HttpFiatOrder, type OrderCast } from './http-fiat-order.ts';

/** One more cancellation or false payment would bar the buyer or disable the account. */
const MARKS_MAX = 2;
/** Sessions end without calls. Paths move the clock by up to two days, and few of them need the stranger. */
const SESSION_MS_MAX = LIMITS.refresh_token_idle_ms / 2;
/** Coins of the ad, enough for many orders. */
const TOTAL = '100000';

type FixedCast = Omit<OrderCast, 'world' | 'books' | 'buyer'>;

export class OrderCasts {
  readonly world: FiatWorld;
  readonly books: FiatRows;
  readonly #fixed: FixedCast;
  #buyer: FiatUser;
  #marks = 0;
  #strangerSeenAt: EpochMs;

  /** A merchant with an ad large enough for many orders, and its takers. */
  static async open(server: TestServer, verifiesSteps = true): Promise<OrderCasts> {
    const world = await FiatWorld.open(server);
    const books = await FiatRows.of(server);
    const seller = await newMerchant(server, TOTAL);
    const ad = await postAd(seller, 'sell', { total: TOTAL });
    const stranger = await newFiatUser(server);
    const fixed = { seller, stranger, adId: ad.id, verifiesSteps };
    return new OrderCasts(world, books, fixed, await newFiatUser(server));
  }

  private constructor(world: FiatWorld, books: FiatRows, fixed: FixedCast, buyer: FiatUser) {
    this.world = world;
    this.books = books;
    this.#fixed = fixed;
    this.#buyer = buyer;
    this.#strangerSeenAt = world.now;
  }

  close(): Promise<void> {
    return this.books.close();
  }

  /** Runs `run` on an order that follows the path, and ends the order. */
  async withOrder(path: Path, run: (order: HttpFiatOrder) => Promise<void>): Promise<void> {
    const { world, books } = this;
    await this.#keepStranger();
    const order = new HttpFiatOrder({ world, books, buyer: this.#buyer, ...this.#fixed }, path);
    try {
      await run(order);
      expect([...(await world.server.verifyRecent()), ...(await books.uncovered())]).toEqual([]);
    } finally {
      await order.clear();
    }
    const { isCancellation, isPaymentFalse } = await books.marks(order.id);
    this.#marks += Number(isCancellation) + Number(isPaymentFalse);
    if (this.#marks < MARKS_MAX) return;
    this.#buyer = await newFiatUser(world.server);
    this.#marks = 0;
  }

  async #keepStranger(): Promise<void> {
    const { now } = this.world;
    if (now - this.#strangerSeenAt < SESSION_MS_MAX) return;
    await this.#fixed.stranger.renew();
    this.#strangerSeenAt = now;
  }
}
