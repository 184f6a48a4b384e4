/** The core of fast contracts: admission, opening, window, and the limits of the exchange and of users. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { units } from '../../../contract/money/units.ts';
import { microPlaced, microSettled } from '../../../server/areas/micro/micro-recipes.ts';
import { MicroCore } from '../../../server/engine/micro/micro-core.ts';
import { limitsAfter, MicroOwner, NO_LIMITS } from '../../../server/engine/micro/micro-owner.ts';
import type {
  MicroOrder,
  MicroPlacement,
  MicroTerms,
} from '../../../server/engine/micro/micro-types.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import { chanceOf } from '../../support/micro/drawn-market.ts';

const NAME = 'BTC/USDT';
/** A Thursday. */
const NOW = Date.UTC(2026, 10, 26, 12);
const DAY_MS = 86_400_000;
const usdt = (amount: number) => units(BigInt(amount) * 10n ** 18n);
const TERMS: MicroTerms = {
  id: 1,
  instrument: NAME,
  priceScale: 2,
  seconds: 30,
  profitPpm: 800_000,
  lossPpm: 1_000_000,
  stakeMin: usdt(1),
  stakeMax: usdt(100),
  ownerLimit: usdt(150),
  sideLimit: usdt(160),
  skewLimit: usdt(120),
  status: 'trading',
};
const FUNDS = { available: usdt(1_000), pool: usdt(1_000) };

let nextId = 1;
const orderAt = (acceptedAtMs: number, fields: Partial<MicroPlacement> = {}): MicroPlacement => ({
  id: nextId++,
  ownerId: 7,
  productId: 1,
  instrument: NAME,
  priceScale: 2,
  direction: 'up',
  seconds: 30,
  stake: usdt(10),
  profitPpm: 800_000,
  lossPpm: 1_000_000,
  acceptedAtMs,
  ...fields,
});

const point = (atMs: number, ticks: number | null, apart = 0): IndexRecord => ({
  ...(ticks === null ? { ticks, gap: 'too_few' as const } : { ticks, gap: null }),
  instrument: NAME,
  atMs,
  sources: ['a', 'b'].map((sourceId, index) => ({
    sourceId,
    ticks: (ticks ?? 1) + index * apart,
    atMs,
  })),
});

function marketAt(hours: 'always' | 'forex' = 'always') {
  const core = new MicroCore(new Map([[NAME, hours]]));
  core.takePoint(point(NOW, 100_000));
  const owner = new MicroOwner(NOW);
  const ask = (
    fields: Partial<MicroPlacement> = {},
    terms: Partial<MicroTerms> = {},
    funds = FUNDS,
  ) => core.refusalOf(orderAt(NOW + 10, fields), { ...TERMS, ...terms }, { funds, owner });
  return { core, owner, ask };
}

describe('an order is refused', () => {
  test.each([
    ['market_halted', {}, { status: 'halted' as const }, FUNDS],
    ['price_stale', { acceptedAtMs: NOW + 2_001 }, {}, FUNDS],
    ['stake_out_of_bounds', { stake: units(usdt(1) - 1n) }, {}, FUNDS],
    ['stake_out_of_bounds', { stake: units(usdt(100) + 1n) }, {}, FUNDS],
    ['stake_limit_reached', { stake: usdt(100) }, { ownerLimit: usdt(99) }, FUNDS],
    ['stake_limit_reached', { stake: usdt(100) }, { sideLimit: usdt(79) }, FUNDS],
    ['stake_limit_reached', { stake: usdt(100) }, { skewLimit: usdt(79) }, FUNDS],
    ['stake_limit_reached', { stake: usdt(100) }, {}, { ...FUNDS, pool: units(usdt(80) - 1n) }],
    ['insufficient_balance', {}, {}, { ...FUNDS, available: units(usdt(10) - 1n) }],
  ] as const)('%s', (refusal, fields, terms, funds) => {
    const { ask } = marketAt();
    expect(ask()).toBeNull();
    expect(ask(fields, terms, funds as typeof FUNDS)).toBe(refusal);
  });

  test('without a price of the index, and when the market closes before its end', () => {
    const { core, ask } = marketAt('forex');
    expect(ask({ acceptedAtMs: Date.UTC(2026, 10, 27, 21, 59, 29) })).toBe('market_closed');
    core.takePoint(point(NOW + 250, null));
    expect(ask()).toBe('price_stale');
  });

  test('beyond 20 open ones, the daily limit, or in a break', () => {
    const { owner, core, ask } = marketAt();
    owner.limits = { ...NO_LIMITS, dailyLoss: usdt(10) };
    expect(ask()).toBeNull();
    owner.add(core.place(orderAt(NOW, { stake: units(1n) })));
    expect(ask()).toBe('daily_loss_limit_reached');
    owner.limits = { ...NO_LIMITS, breakUntilMs: NOW + 11 };
    expect(ask()).toBe('trading_break');
    expect(ask({ acceptedAtMs: NOW + 11 })).toBeNull();
    for (let more = 1; more < 20; more += 1)
      owner.add(core.place(orderAt(NOW, { stake: units(1n) })));
    expect(ask()).toBe('too_many_micro_orders');
  });

  test('an order that balances both directions is taken beyond the limit of their difference', () => {
    const { core, ask } = marketAt();
    core.place(orderAt(NOW, { stake: usdt(100) }));
    core.place(orderAt(NOW, { stake: usdt(50) }));
    expect(ask({ stake: usdt(1) })).toBe('stake_limit_reached');
    expect(ask({ stake: usdt(100), direction: 'down' })).toBeNull();
  });
});

describe('an order opens', () => {
  const opened = (acceptedAtMs: number, points: readonly IndexRecord[]) => {
    const { core } = marketAt();
    const order = core.place(orderAt(acceptedAtMs));
    for (const each of points) core.takePoint(each);
    core.work(10, NOW + 60_000);
    return order;
  };

  test('at the first later point on which the sources agree within 300 ppm', () => {
    const order = opened(NOW + 250, [
      point(NOW + 250, 100_000),
      point(NOW + 500, null),
      point(NOW + 750, 100_000, 31),
      point(NOW + 1_000, 100_007, 30),
      point(NOW + 1_250, 100_009),
    ]);
    expect(order).toMatchObject({
      state: 'open',
      openTicks: 100_007,
      openedAtMs: NOW + 1_000,
      expiresAtMs: NOW + 31_000,
    });
  });

  test('within two seconds or not at all, also when the log was down', () => {
    const late = [point(NOW + 1_750, null), point(NOW + 2_250, 100_000)];
    expect(opened(NOW + 249, late)).toMatchObject({
      state: 'voided',
      payout: usdt(10),
      window: null,
    });
    expect(opened(NOW + 250, late)).toMatchObject({ state: 'open', openedAtMs: NOW + 2_250 });
  });
});

test('points before an outage decide an order whose expiry it passed', () => {
  const { core } = marketAt();
  const order = core.place(orderAt(NOW));
  core.takePoint(point(NOW + 250, 100_000));
  core.takePoint(point(NOW + 27_250, 90_000));
  core.takePoint(point(NOW + 27_500, 100_001));
  core.takePoint(point(NOW + 90_000, 90_000));
  core.work(10, NOW + 90_000);
  expect(order).toMatchObject({
    state: 'won',
    window: { sum: 100_001, count: 1 },
    payout: usdt(18),
  });
  expect(core.exposure.of(NAME)).toEqual({ up: 0n, down: 0n });
});

test('a higher daily limit takes effect after a day, and a break is never shortened', () => {
  const strict = limitsAfter(NO_LIMITS, { dailyLoss: usdt(10), breakUntilMs: NOW + 5 }, NOW);
  const raised = limitsAfter(strict, { dailyLoss: null, breakUntilMs: NOW + 1 }, NOW);
  expect(raised).toEqual({
    dailyLoss: usdt(10),
    next: { dailyLoss: null, fromMs: NOW + DAY_MS },
    breakUntilMs: NOW + 5,
  });
  expect(limitsAfter(raised, {}, NOW + DAY_MS - 1).dailyLoss).toBe(usdt(10));
  expect(limitsAfter(raised, {}, NOW + DAY_MS)).toMatchObject({ dailyLoss: null, next: null });
});

test('results that are read for a day do not count in the next one, in which an order has already ended', () => {
  const { core, owner } = marketAt();
  const order = core.place(orderAt(NOW));
  owner.add(order);
  owner.settle({ ...order, payout: units(0n), settledAtMs: NOW + DAY_MS });
  owner.takeStored({ limits: NO_LIMITS, lossSince: usdt(40) }, NOW);
  expect(owner.lossAt(NOW + DAY_MS)).toBe(usdt(10));
  owner.takeStored({ limits: NO_LIMITS, lossSince: usdt(5) }, NOW + DAY_MS);
  expect(owner.lossAt(NOW + DAY_MS)).toBe(usdt(15));
  owner.takeStored({ limits: NO_LIMITS, lossSince: usdt(3) }, NOW + 2 * DAY_MS);
  expect(owner.lossAt(NOW + 2 * DAY_MS)).toBe(usdt(3));
});

const CAUSE = { currencyId: 1, requestId: 'r' };
/** No limit but that of the pool matters. */
const WIDE: MicroTerms = {
  ...TERMS,
  stakeMin: units(1n),
  ownerLimit: usdt(1_000_000),
  sideLimit: usdt(1_000_000),
  skewLimit: usdt(1_000_000),
};

/** A small pool and three users, whose balances only the recipes change. */
class DrawnPool {
  readonly core = new MicroCore(new Map([[NAME, 'always']]));
  readonly pool = { free: usdt(30) as bigint, reserved: 0n };
  readonly open = new Set<MicroOrder>();
  /** Numbers of refused placements, and of ended orders by outcome. */
  readonly seen: Record<string, number> = {};
  readonly #chance: () => number;
  readonly #owners = [7, 8, 9].map((id) => ({
    id,
    own: new MicroOwner(NOW),
    available: usdt(1_000) as bigint,
    frozen: 0n,
  }));
  #atMs = NOW;
  #ticks = 100_000;
  #gapUntilMs = 0;

  constructor(seed: number) {
    this.#chance = chanceOf(seed);
    this.tick();
  }

  /** All money of the pool and of its users. */
  get money(): bigint {
    const { free, reserved } = this.pool;
    return this.#owners.reduce(
      (sum, { available, frozen }) => sum + available + frozen,
      free + reserved,
    );
  }

  /** The next point of the index: sometimes a small move, and sometimes a gap that outlasts the patience of an order. */
  tick(): void {
    this.#atMs += 250;
    if (this.#chance() < 0.1) this.#ticks += this.draw(3) - 1;
    if (this.#chance() < 0.05) this.#gapUntilMs = this.#atMs + 2_500;
    this.core.takePoint(point(this.#atMs, this.#atMs < this.#gapUntilMs ? null : this.#ticks));
  }

  /** Asks for a drawn order, which only the pool may refuse. */
  place(): void {
    if (this.core.lastPoint(NAME)?.ticks === null) return;
    const owner = ensure(this.#owners[this.draw(3)], 'an owner');
    if (owner.own.orders.size >= 20) return;
    const placement = orderAt(this.#atMs + this.draw(250), {
      ownerId: owner.id,
      direction: this.draw(2) === 0 ? 'up' : 'down',
      seconds: 4 + this.draw(5),
      stake: units(1n + BigInt(this.draw(1e9)) * 10n ** 10n),
      lossPpm: 900_001,
    });
    const funds = { available: owner.available, pool: this.pool.free };
    const refusal = this.core.refusalOf(placement, WIDE, { funds, owner: owner.own });
    const isCovered = profitOf(placement) <= this.pool.free;
    expect(refusal).toBe(isCovered ? null : 'stake_limit_reached');
    this.#count(refusal ?? 'placed');
    if (refusal !== null) return;
    const order = this.core.place(placement);
    owner.own.add(order);
    this.open.add(order);
    this.#book(microPlaced(order, CAUSE));
  }

  /** Makes some of the changes that are due. */
  work(count: number): void {
    for (const { type, order } of this.core.work(count, this.#atMs)) {
      if (type === 'opened') continue;
      const { state: outcome } = order;
      if (outcome === 'opening' || outcome === 'open') throw new Error('a settled order has ended');
      this.#count(outcome);
      this.open.delete(order);
      this.#owners.find(({ id }) => id === order.ownerId)?.own.settle(order);
      this.#book(microSettled({ ...order, outcome }, CAUSE));
    }
  }

  /** A whole number from 0 on, below `end`. */
  draw(end: number): number {
    return Math.floor(this.#chance() * end);
  }

  #count(what: string): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  }

  #book({ entries }: Movement): void {
    for (const { ownerId, available, frozen } of entries) {
      const owner = this.#owners.find(({ id }) => id === ownerId);
      if (owner === undefined) {
        this.pool.free += available;
        this.pool.reserved += frozen;
      } else {
        owner.available += available;
        owner.frozen += frozen;
      }
    }
  }
}

/** Profit of a win, rounded down. */
const profitOf = ({ stake, profitPpm }: MicroPlacement): bigint =>
  (stake * BigInt(profitPpm)) / 1_000_000n;

test.each([1, 2, 3])(
  'orders, points and a small pool in the drawn order of seed %i: no more is promised than the pool has',
  (seed) => {
    const drawn = new DrawnPool(seed);
    const { core, pool, open, money } = drawn;
    const expectCovered = () => {
      const promised = [...open].reduce((sum, order) => sum + profitOf(order), 0n);
      const { up, down } = core.exposure.of(NAME);
      expect({ reserved: pool.reserved, exposed: up + down }).toEqual({
        reserved: promised,
        exposed: promised,
      });
      expect(pool.free).toBeGreaterThanOrEqual(0n);
      expect(drawn.money).toBe(money);
    };
    for (let step = 0; step < 2_000; step += 1) {
      const kind = drawn.draw(4);
      if (kind === 0) drawn.place();
      else if (kind === 1) drawn.work(1 + drawn.draw(3));
      else drawn.tick();
      expectCovered();
    }
    while (open.size > 0) {
      drawn.tick();
      drawn.work(2);
      expectCovered();
    }
    expect(pool.reserved).toBe(0n);
    expect(core.exposure.of(NAME)).toEqual({ up: 0n, down: 0n });
    expect(Object.keys(drawn.seen).toSorted()).toEqual([
      'drawn',
      'lost',
      'placed',
      'stake_limit_reached',
      'voided',
      'won',
    ]);
  },
);
