/**
 * Meetings of two acts on contract accounts over HTTP. Several users meet them at once, each act at a moment that
 * the seed decides, and afterwards each account must be one that some order of the acts explains.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { assert, ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { createRandom } from '../engine/engine-workload.ts';
import { eventually } from '../eventually.ts';
import { signInOperator } from '../operator/operators.ts';
import type { TestServer } from '../servers/test-server.ts';
import { CONTRACT, holdings, SPOT } from '../users/balances.ts';
import { ContractMarket, ContractUser } from './contract-users.ts';
import {
  LIMIT_PRICE,
  MARKET_ACTS,
  QUIET,
  setStatus,
  TARGETS,
  USER_ACTS,
  type ContractScene,
  type ContractWorld,
} from './http-acts.ts';

/** Each user has so much in the contract account before a meeting, and as much again to fill it up. */
const FUNDED = '2000';
const SAVINGS = '1000000';
/** An act happens within this time. Prices that one source contradicts close nothing. */
const SPREAD_MS = 60;
const APART = '3430';
const SCALE = 18;
/** A machine with other work may refuse any act, which then changes nothing. */
const OVERLOADED = 'service_unavailable';

/** How often each end, and each refusal, was seen. */
type MeetingTally = Record<string, number>;

export class HttpMeetings {
  readonly tally: MeetingTally = {};
  readonly #server: TestServer;
  readonly #world: ContractWorld;
  #users: readonly ContractUser[] = [];

  private constructor(server: TestServer, world: ContractWorld) {
    this.#server = server;
    this.#world = world;
  }

  static async open(server: TestServer, users: number): Promise<HttpMeetings> {
    const [btc, eth] = [
      await ContractMarket.open(server, 'BTC'),
      await ContractMarket.open(server, 'ETH'),
    ];
    const meetings = new HttpMeetings(server, { btc, eth, operator: await signInOperator(server) });
    await meetings.renew(users);
    return meetings;
  }

  /** Other users take part from now on: a session lasts for a limited time. */
  async renew(users: number): Promise<void> {
    await Promise.all([this.#world.btc.price(QUIET.btc), this.#world.eth.price(QUIET.eth)]);
    const renewed: ContractUser[] = [];
    while (renewed.length < users) {
      const user = await ContractUser.open(this.#server, FUNDED);
      await this.#server.grant(user.email, 'USDT', SAVINGS);
      renewed.push(user);
    }
    this.#users = renewed;
  }

  /** Gives the markets their own prices again. */
  async close(): Promise<void> {
    await this.#world.btc.release();
    await this.#world.eth.release();
  }

  /** @throws AssertionError where a rule is broken. */
  async meet(first: string, second: string, seed: number): Promise<void> {
    const random = createRandom(seed);
    const { btc, eth } = this.#world;
    await Promise.all([btc.price(QUIET.btc), eth.price(QUIET.eth)]);
    const before = await this.#each((user) => this.#held(user));
    const ids = this.#users.map((): string[] => []);
    const scenes = await this.#scenes(ids);
    const acts = random() < 0.5 ? [first, second] : [second, first];
    await Promise.all([
      ...scenes.map((scene) => this.#actOf(scene, acts, random)),
      this.#marketActs(acts, random),
    ]);
    // The mark of a fall is shown with the first of its stop-outs.
    await eventually(() => this.#expectSafe(acts));

    if (acts.includes('close only')) await setStatus(this.#world, 'trading');
    await Promise.all([btc.price(QUIET.btc), eth.price(QUIET.eth)]);
    await this.#each((user, at) =>
      this.#expectExplained(user, ensure(before[at], 'an amount'), ids[at] ?? []),
    );
  }

  #each<T>(act: (user: ContractUser, at: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#users.map(act));
  }

  async #scenes(ids: readonly string[][]): Promise<ContractScene[]> {
    const { btc, eth } = this.#world;
    const placed = await this.#each(async (user, at) => {
      await fill(user);
      const [targeted, untargeted, limit, waiting] = [
        await user.place(btc, TARGETS),
        await user.place(btc, { lots: '200', multiple: '20' }),
        await user.place(btc, { type: 'limit', price: LIMIT_PRICE }),
        await user.place(eth, { direction: 'short' }),
      ];
      const own = ensure(ids[at], 'a list');
      own.push(...[targeted, untargeted, limit, waiting].map(({ id }) => id));
      return { user, targeted, untargeted, limit, waiting, note: (id: string) => own.push(id) };
    });
    await eth.disagree(APART);
    await Promise.all(
      placed.map(({ user, waiting: { id } }) => user.ask('closeLeverPosition', { id })),
    );
    return placed;
  }

  async #actOf(scene: ContractScene, acts: readonly string[], random: () => number): Promise<void> {
    await Promise.all(
      acts.map(async (name) => {
        const known = USER_ACTS[name];
        if (known === undefined) return;
        await pause(random() * SPREAD_MS);
        const error = await known.act(scene, this.#world);
        this.#count(`${name}: ${error ?? 'done'}`);
        assert(
          error === undefined || error === OVERLOADED || known.refusals.includes(error),
          `${name} of ${acts.join(' and ')} was refused: ${error}`,
        );
      }),
    );
  }

  /** A market has one price at a time, so that its acts come one after the other. */
  async #marketActs(acts: readonly string[], random: () => number): Promise<void> {
    for (const name of acts) {
      const known = MARKET_ACTS[name];
      if (known === undefined) continue;
      await pause(random() * SPREAD_MS);
      await known.act(this.#world);
    }
    const price = lastPrice(acts);
    if (price !== undefined) await this.#world.btc.taken(price);
    if (acts.includes('agreement')) await this.#world.eth.taken(QUIET.eth);
  }

  /** At live marks no user has a position at or below the ratio of a stop-out. */
  async #expectSafe(acts: readonly string[]): Promise<void> {
    const { btc } = this.#world;
    const prices: Readonly<Record<string, number>> = {
      [btc.id]: Number(lastPrice(acts) ?? QUIET.btc),
    };
    await this.#each(async (user) => {
      const account = await user.ask('getLeverAccount', {});
      const result = account.positions.reduce((sum, position) => {
        const mark = prices[position.lever_market_id];
        if (mark === undefined) return sum;
        // A lot of BTC is 0.001 BTC; ETH is where it was.
        const won = (mark - Number(position.open_price)) * position.lots * 0.001;
        return sum + (position.direction === 'long' ? won : -won);
      }, 0);
      const equity =
        Number(account.available) + Number(account.frozen) - Number(account.debt) + result;
      const margin = Number(account.margin);
      assert(margin === 0 || 2 * equity > margin, `${user.email} is stopped out`);
    });
  }

  /** Ends what is open. Then every order ended once, nothing is held, and the orders explain the money. */
  async #expectExplained(
    user: ContractUser,
    before: bigint,
    ids: readonly string[],
  ): Promise<void> {
    await user.ask('cancelAllLeverOrders', {});
    await user.ask('closeAllLeverPositions', { direction: 'all' });
    const { frozen, debt, margin } = await user.ask('getLeverAccount', {});
    assert(
      [frozen, debt, margin].every((amount) => amount === '0'),
      `${user.email} holds ${frozen}, owes ${debt}`,
    );
    let won = 0n;
    for (const id of ids) {
      const order = await user.order(id);
      won += resultOf(order);
      this.#count(order.close_reason ?? order.cancel_reason ?? order.state);
    }
    const after = await this.#held(user);
    assert(
      after === before + won,
      `${user.email} has ${text(after)} after ${text(before)} and a result of ${text(won)}`,
    );
  }

  /** Sum of both accounts of the user. */
  async #held(user: ContractUser): Promise<bigint> {
    const { [SPOT]: spot = '0', [CONTRACT]: contract = '0' } = await holdings(this.#server, user);
    return unitsOf(spot) + unitsOf(contract);
  }

  #count(what: ErrorName | string): void {
    this.tally[what] = (this.tally[what] ?? 0) + 1;
  }
}

/** Result of an order. @throws AssertionError if it has not ended exactly once, step by step. */
function resultOf({ id, state, steps, ...order }: LeverOrderDetail): bigint {
  const ends = steps.filter(({ event }) => event === 'closed' || event === 'cancelled');
  assert(ends.length === 1 && ends[0] === steps.at(-1), `order ${id} ends once, as its last step`);
  assert(ends[0]?.event === state, `order ${id} is ${state}`);
  const isRising = steps.every(({ revision }, at) => revision > (steps[at - 1]?.revision ?? 0));
  assert(isRising, `order ${id} has each revision once`);
  const { profit, fee, overnight_fee: nights, insured, waived } = order;
  // A transfer just before the fall may leave less than the loss, which no user owes.
  const paid = unitsOf(insured ?? '0') + unitsOf(waived ?? '0');
  return unitsOf(profit ?? '0') - unitsOf(fee ?? '0') - unitsOf(nights ?? '0') + paid;
}

/** Brings the contract account to its usual amount. */
async function fill(user: ContractUser): Promise<void> {
  const { available } = await user.ask('getLeverAccount', {});
  const missing = unitsOf(FUNDED) - unitsOf(available);
  const { spot, contract } = ACCOUNT_TYPES;
  if (missing > 0n) await user.move(spot, contract, text(missing));
  if (missing < 0n) await user.move(contract, spot, text(-missing));
}

const lastPrice = (acts: readonly string[]): string | undefined =>
  acts.map((name) => MARKET_ACTS[name]?.price).findLast((price) => price !== undefined);

const unitsOf = (amount: string): bigint => ensure(parseUnits(amount, SCALE), amount);
const text = (units: bigint): string => formatUnits(units, SCALE);
