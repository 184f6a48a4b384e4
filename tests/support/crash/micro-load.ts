/** Fast contracts of users of an exchange that is killed repeatedly, at any moment of an order. */
import { setTimeout as pause } from 'node:timers/promises';
import { ensure } from '../../../contract/assert.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { shortProductSql } from '../micro/short-product.ts';
import type { Prepare } from '../servers/prepared-server.ts';
import { queryServer } from '../databases/server-database.ts';
import { dataOf } from '../users/accounts.ts';
import { FAST, SPOT } from '../users/balances.ts';
import { newTrader, type TestUser } from '../users/test-user.ts';
import { transfer } from '../users/transfers.ts';
import { ROUNDS_PER_GENERATION, type CrashLoad, type CrashScene } from './crash-load.ts';
import { isUncertain } from './load.ts';

interface Placement {
  readonly user: TestUser;
  readonly key: string;
  readonly direction: 'up' | 'down';
}

interface StoredOrder {
  readonly id: bigint;
  readonly key: string;
  readonly token: string;
  readonly state: string;
  readonly revision: number;
}

const USERS = 4;
const FUNDED = '500';
const STAKE = '1';
const INSTRUMENT = 'BTC/USDT';
/** Longer than a restart, so that some contracts end after it; the end of a run waits for the last ones. */
const SECONDS = 6;
/** Minimum of acknowledgements before the crash of a round. A user places at most five orders in ten seconds. */
const ACKNOWLEDGED_MIN = 4;
/** The log is late for a moment after a start, and then refuses orders. */
const RETRY_MS = 100;
const ENDED_MS_MAX = 120_000;

let keys = 0;
const newKey = (): string => `crash-micro-${process.pid}-${Date.now()}-${(keys += 1)}`;

/** Adds the product of the load. */
export const addCrashProduct: Prepare = (database) => database.query(shortProductSql(SECONDS));

export class MicroLoad implements CrashLoad {
  readonly name = 'fast contracts';
  readonly #scene: CrashScene;
  /** Acknowledged orders in their last seen state, with their keys, by id. */
  readonly #known = new Map<string, { readonly order: MicroOrderInfo; readonly key: string }>();
  readonly #refusedKeys = new Set<string>();
  #users: readonly TestUser[] = [];
  #product = '';
  #unanswered: Placement[] = [];
  #rounds = 0;
  #knownBefore = 0;
  #askedAgain = 0;
  #decided = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    this.#knownBefore = this.#known.size;
    if (this.#rounds % ROUNDS_PER_GENERATION === 0) {
      const products = await server.call('listMicroProducts', {}, { headers: newClientAddress() });
      const product = dataOf(products).find(
        ({ instrument, seconds }) => instrument === INSTRUMENT && seconds === SECONDS,
      );
      this.#product = String(ensure(product, 'a product').id);
      const opened = Array.from({ length: USERS }, () => this.#newUser());
      this.#users = await Promise.all(opened);
    }
    this.#rounds += 1;
  }

  async run(): Promise<void> {
    await Promise.all(this.#users.map((user) => this.#tradeOf(user)));
  }

  hasEnough(): boolean {
    return this.#known.size - this.#knownBefore >= ACKNOWLEDGED_MIN;
  }

  async askAgain(): Promise<void> {
    const pending = this.#unanswered;
    this.#unanswered = [];
    this.#askedAgain += pending.length;
    // A second failure becomes a contradiction.
    await Promise.all(pending.map((placement) => this.#place(placement).catch(() => {})));
  }

  async contradictions(): Promise<readonly string[]> {
    const rows = await this.#rows();
    const stored = new Map(rows.map((row) => [String(row.id), row]));
    return [
      ...[...this.#known].flatMap(([id, { order, key }]) => {
        const row = stored.get(id);
        if (row === undefined) return [`fast contract ${id} was acknowledged and is lost`];
        if (row.key !== key || row.token !== order.receipt.token)
          return [`fast contract ${id} is another order now`];
        const isSame = row.revision === order.revision && row.state === order.state;
        const isLater = row.revision > order.revision && order.payout === null;
        return isSame || isLater ? [] : [`fast contract ${id} was ${order.state}, is ${row.state}`];
      }),
      ...rows
        .filter(({ key }) => this.#refusedKeys.has(key))
        .map(({ id }) => `fast contract ${id} was refused and exists`),
      ...this.#unanswered.map(({ key }) => `the fast contract ${key} is not answered any more`),
    ];
  }

  /** Waits for the end of all orders; the verification of the ledger computes their results again. */
  async finish(): Promise<readonly string[]> {
    const rows = await eventually(
      async () => {
        const now = await this.#rows();
        const running = now.find(({ state }) => state === 'opening' || state === 'open');
        if (running !== undefined) throw new Error(`fast contract ${running.id} does not end`);
        return now;
      },
      { timeout: ENDED_MS_MAX, interval: RETRY_MS },
    );
    this.#decided = rows.filter(({ state }) => state !== 'voided').length;
    return this.contradictions();
  }

  counts(): Readonly<Record<string, number>> {
    return {
      'fast contracts': this.#known.size,
      'fast contracts asked again': this.#askedAgain,
      'fast contracts decided': this.#decided,
    };
  }

  async #newUser(): Promise<TestUser> {
    const { server } = this.#scene;
    const user = await newTrader(server, { USDT: FUNDED });
    dataOf(await transfer(server, user, { from: SPOT, to: FAST, amount: FUNDED }));
    return user;
  }

  async #orderOf({ token }: TestUser, id: string): Promise<MicroOrderInfo> {
    const options = { token, headers: newClientAddress() };
    return dataOf(await this.#scene.server.call('getMicroOrder', { id }, options));
  }

  async #tradeOf(user: TestUser): Promise<void> {
    try {
      for (;;) {
        await this.#scene.rest(this);
        const direction = this.#scene.random() < 0.5 ? 'up' : 'down';
        const id = await this.#place({ user, key: newKey(), direction });
        if (id === null) await pause(RETRY_MS);
        else this.#see(await this.#orderOf(user, id));
      }
    } catch {
      // The server is gone.
    }
  }

  /** Returns the id of the order; null for a refusal. */
  async #place(placement: Placement): Promise<string | null> {
    const { user, key, direction } = placement;
    try {
      const fields = { micro_product_id: this.#product, direction, stake: STAKE };
      const headers = { ...newClientAddress(), 'idempotency-key': key };
      const options = { token: user.token, headers };
      const reply = await this.#scene.server.call('placeMicroOrder', fields, options);
      if (reply.data !== null) {
        this.#see(reply.data, key);
        return reply.data.id;
      }
      if (isUncertain(reply)) throw new Error('the outcome of the order is unknown');
      this.#refusedKeys.add(key);
      return null;
    } catch (error) {
      this.#unanswered.push(placement);
      throw error;
    }
  }

  #see(order: MicroOrderInfo, key = this.#known.get(order.id)?.key ?? ''): void {
    const known = this.#known.get(order.id);
    if (known === undefined || known.order.revision <= order.revision)
      this.#known.set(order.id, { order, key });
  }

  #rows(): Promise<readonly StoredOrder[]> {
    return queryServer<StoredOrder>(
      this.#scene.server,
      'select id, idempotency_key as key, token, state, revision from micro_orders',
    );
  }
}
