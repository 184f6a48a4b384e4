/** Fiat orders of an exchange that is killed repeatedly: no step is half done, and each order goes on. */
import { ensure } from '../../../contract/assert.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { RECORD_LIFECYCLES } from '../../../server/areas/operator/operator.area.ts';
import { postAd } from '../fiat/fiat-ads.ts';
import {
  applyRights,
  cancel,
  confirm,
  declare,
  done,
  orderOf,
  takeAd,
  withdrawRights,
} from '../fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, type FiatUser, type Merchant } from '../fiat/fiat-users.ts';
import { dataOf, errorOf } from '../users/accounts.ts';
import { newKey } from '../idempotency-key.ts';
import { queryServer } from '../databases/server-database.ts';
import { ROUNDS_PER_GENERATION, type CrashLoad, type CrashScene } from './crash-load.ts';
import { FiatWalk } from './fiat-walk.ts';
import { wrongReplays } from './stored-lifecycles.ts';

const [ORDERS, ADS] = [RECORD_LIFECYCLES['fiat-order'], RECORD_LIFECYCLES['fiat-ad']];
const TAKERS = 4;
/** Minimum of acknowledged steps before the crash of a round. */
const STEPS_MIN = 2 * TAKERS;
/** One more would bar the user from buying. */
const CANCELLATIONS_MAX = LIMITS.fiat_cancellations_per_day_max - 1;
const MERCHANT_USDT = '100000';
const AD_USDT = '50000';

interface Taker {
  readonly person: FiatUser;
  readonly shop: Shop;
  /** Keys of all orders, the present one last. */
  readonly keys: string[];
  /** The present order as far as it was acknowledged. */
  order: FiatOrderDetail | undefined;
  cancellations: number;
}

interface Shop {
  readonly merchant: Merchant;
  readonly ad: OwnFiatAd;
}

export class FiatLoad implements CrashLoad {
  readonly name = 'fiat orders';
  readonly #scene: CrashScene;
  /** Revisions of all acknowledged orders by id. */
  readonly #revisions = new Map<string, number>();
  readonly #walk: FiatWalk;
  readonly #faults: string[] = [];
  #takers: readonly Taker[] = [];
  /** Ids of orders that changed since the last comparison. */
  readonly #changed = new Set<number>();
  #rounds = 0;
  #steps = 0;
  #stepsBefore = 0;
  #askedAgain = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
    this.#walk = new FiatWalk((order) => void this.#note(order));
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    for (const taker of this.#takers) await this.#goToEnd(taker);
    if (this.#rounds % ROUNDS_PER_GENERATION === 0) {
      const merchant = await newMerchant(server, MERCHANT_USDT);
      const shop = { merchant, ad: await postAd(merchant, 'sell', { total: AD_USDT }) };
      this.#takers = await newTakers(async () => ({
        person: await newFiatUser(server),
        shop,
        keys: [],
        order: undefined,
        cancellations: 0,
      }));
    }
    this.#rounds += 1;
    await this.#walk.prepare(server, this.#present().shop);
    this.#stepsBefore = this.#steps;
  }

  async run(): Promise<void> {
    await Promise.allSettled(this.#takers.map((taker) => this.#tradeOn(taker)));
  }

  hasEnough(): boolean {
    return this.#steps - this.#stepsBefore >= STEPS_MIN;
  }

  lastStep(): Promise<void> {
    return this.#walk.step();
  }

  /** The last order of each under its key: it must be the same as before the kill. */
  async askAgain(): Promise<void> {
    for (const { person, shop, keys, order } of this.#takers) {
      const key = ensure(keys.at(-1), 'a key');
      const reply = await takeAd(person, shop.ad, {}, key);
      if (order === undefined) this.#askedAgain += 1;
      if (reply.data === null)
        this.#faults.push(`the fiat order ${key} is refused: ${errorOf(reply)}`);
      else if (order !== undefined && order.id !== reply.data.id)
        this.#faults.push(`the key ${key} made fiat order ${order.id} and ${reply.data.id}`);
      else this.#note(reply.data);
    }
  }

  async contradictions(): Promise<readonly string[]> {
    const { server } = this.#scene;
    const from = Math.min(...this.#changed);
    this.#changed.clear();
    return [
      ...this.#faults.splice(0),
      ...(await this.#walk.contradictions()),
      ...(await this.#goneBack()),
      ...(await this.#repeated()),
      ...(await wrongReplays(server, [ORDERS], from)),
      ...(await wrongReplays(server, [ADS], Number(this.#present().shop.ad.id))),
    ];
  }

  async finish(): Promise<readonly string[]> {
    for (const taker of this.#takers) await this.#goToEnd(taker);
    const contradictions = await this.#repeated();
    return [...contradictions, ...(await wrongReplays(this.#scene.server, [ORDERS, ADS]))];
  }

  counts(): Readonly<Record<string, number>> {
    return {
      'steps of fiat orders': this.#steps,
      'fiat orders asked again': this.#askedAgain,
      'whole fiat orders with a kill after every step': this.#walk.ended,
    };
  }

  #present(): Taker {
    return ensure(this.#takers[0], 'a taker');
  }

  #note(order: FiatOrderDetail): FiatOrderDetail {
    this.#revisions.set(order.id, Math.max(order.revision, this.#revisions.get(order.id) ?? 0));
    this.#changed.add(Number(order.id));
    return order;
  }

  /** Places one order after the other, until the server is gone. */
  async #tradeOn(taker: Taker): Promise<void> {
    const { person, shop, keys } = taker;
    const { merchant } = shop;
    const known = (order: FiatOrderDetail) => {
      this.#steps += 1;
      taker.order = this.#note(order);
      return order;
    };
    for (;;) {
      await this.#scene.rest(this);
      const key = newKey();
      keys.push(key);
      taker.order = undefined;
      const placed = known(dataOf(await takeAd(person, shop.ad, {}, key)));
      if (keys.length % 4 === 3 && taker.cancellations < CANCELLATIONS_MAX) {
        taker.cancellations += 1;
        known(await done(cancel, person, placed));
        continue;
      }
      let paid = known(await done(declare, person, placed));
      if (keys.length % 4 === 1) {
        paid = known(await done(applyRights, merchant, paid));
        paid = known(await done(withdrawRights, merchant, paid));
      }
      known(await done(confirm, merchant, paid));
    }
  }

  /** Every order that the crash interrupted goes on to its end. */
  async #goToEnd({ person, shop, keys }: Taker): Promise<void> {
    const key = keys.at(-1);
    if (key === undefined) return;
    const { id } = dataOf(await takeAd(person, shop.ad, {}, key));
    let order = this.#note(await orderOf(person, id));
    if (order.state === 'unpaid') order = this.#note(await done(declare, person, order));
    if (order.state === 'rights_protection')
      order = this.#note(await done(withdrawRights, shop.merchant, order));
    if (order.state === 'paid') order = this.#note(await done(confirm, shop.merchant, order));
    if (!['completed', 'cancelled'].includes(order.state))
      this.#faults.push(`fiat order ${id} stays ${order.state}`);
  }

  /** Acknowledged orders that are lost, or behind their acknowledged step. */
  async #goneBack(): Promise<readonly string[]> {
    const rows = await queryServer<{ id: string; revision: number }>(
      this.#scene.server,
      'select id::text, revision from fiat_orders where id = any($1)',
      [[...this.#revisions.keys()]],
    );
    const stored = new Map(rows.map(({ id, revision }) => [id, revision]));
    return [...this.#revisions]
      .filter(([id, revision]) => (stored.get(id) ?? 0) < revision)
      .map(([id, revision]) => `fiat order ${id} was at ${revision} and is at ${stored.get(id)}`);
  }

  /** Takers with more or fewer orders than keys. */
  async #repeated(): Promise<readonly string[]> {
    const rows = await queryServer<{ taker_id: number; count: number }>(
      this.#scene.server,
      'select taker_id, count(*)::int from fiat_orders where taker_id = any($1) group by taker_id',
      [this.#takers.map(({ person }) => person.id)],
    );
    const counts = new Map(rows.map(({ taker_id: id, count }) => [id, count]));
    return this.#takers
      .filter(({ person, keys }) => counts.get(person.id) !== keys.length)
      .map(({ person, keys }) => `${keys.length} keys made ${counts.get(person.id)} orders`);
  }
}

const newTakers = (make: () => Promise<Taker>): Promise<readonly Taker[]> =>
  Promise.all(Array.from({ length: TAKERS }, make));
