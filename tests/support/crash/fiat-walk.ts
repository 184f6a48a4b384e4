/** A fiat order that takes one acknowledged step immediately before each kill, and must be the same after it. */
import { isDeepStrictEqual } from 'node:util';
import { ensure } from '../../../contract/assert.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import {
  applyRights,
  confirm,
  declare,
  done,
  markAbnormal,
  orderOf,
  placedOrder,
  postpone,
  withdrawRights,
  type Known,
  type OrderCall,
  type OrderScene,
} from '../fiat/fiat-orders.ts';
import { newFiatUser, type FiatUser } from '../fiat/fiat-users.ts';
import type { TestServer } from '../servers/test-server.ts';

/** The steps after the placement, and who takes them. */
const WAY: readonly (readonly [OrderCall, 'buyer' | 'seller'])[] = [
  [declare, 'buyer'],
  [postpone, 'seller'],
  [markAbnormal, 'buyer'],
  [applyRights, 'seller'],
  [withdrawRights, 'seller'],
  [confirm, 'seller'],
];
/** USDT of the buyer before the order of 100. */
const [FUNDS, FUNDS_AFTER] = ['1000', '1100'];

export class FiatWalk {
  readonly #note: (order: FiatOrderDetail) => void;
  #taker: FiatUser | undefined;
  #known: Known = {};
  #scene: OrderScene | undefined;
  #order: FiatOrderDetail | undefined;
  #steps = 0;
  /** Orders that have reached their end. */
  ended = 0;

  /** @param note is called with the order after every step. */
  constructor(note: (order: FiatOrderDetail) => void) {
    this.#note = note;
  }

  /** Makes the buyer of the next order if there is none. */
  async prepare(server: TestServer, shop: Required<Pick<Known, 'merchant' | 'ad'>>): Promise<void> {
    if (this.#taker !== undefined) return;
    this.#taker = await newFiatUser(server, { usdt: FUNDS });
    this.#known = { ...shop, taker: this.#taker };
  }

  async step(): Promise<void> {
    const { taker } = this.#known;
    if (taker === undefined) return;
    if (this.#scene === undefined || this.#order === undefined) {
      this.#scene = await placedOrder(taker.server, 'sell', this.#known);
      this.#order = this.#scene.order;
    } else {
      const [call, side] = ensure(WAY[this.#steps], 'a step');
      await done(call, this.#scene[side], this.#order);
      this.#steps += 1;
      this.#order = await orderOf(this.#scene.buyer, this.#order.id);
    }
    this.#note(this.#order);
  }

  async contradictions(): Promise<readonly string[]> {
    const [scene, before] = [this.#scene, this.#order];
    if (scene === undefined || before === undefined) return [];
    const order = await orderOf(scene.buyer, before.id);
    const found = isDeepStrictEqual(lasting(order), lasting(before))
      ? []
      : [`fiat order ${order.id} was ${text(before)} and is ${text(order)}`];
    if (this.#steps === WAY.length) found.push(...(await this.#end(scene, order)));
    this.#order = order;
    return found;
  }

  /** The outcome, which no kill may change. */
  async #end({ buyer }: OrderScene, order: FiatOrderDetail): Promise<readonly string[]> {
    const { state, end, revision } = order;
    const outcome = { state, end, revision, balance: await buyer.fiatBalance() };
    const wanted = {
      state: 'completed',
      end: 'confirmed',
      revision: 1 + WAY.length,
      balance: { available: FUNDS_AFTER, frozen: '0' },
    };
    this.#scene = undefined;
    this.#taker = undefined;
    this.#steps = 0;
    this.ended += 1;
    return isDeepStrictEqual(outcome, wanted)
      ? []
      : [`fiat order ${order.id} ended as ${JSON.stringify(outcome)}`];
  }
}

/** The state that a crash must not change, without the deadline, which a crash extends. */
const lasting = (order: FiatOrderDetail) => ({ ...order, deadline_at: undefined });
const text = (order: FiatOrderDetail): string => JSON.stringify(lasting(order));
