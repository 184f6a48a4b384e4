/** The market maker and the demo flow on the real exchange, in simulated time. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS, type Clock } from '../../../contract/time.ts';
import { OWNERS } from '../../../server/ledger/chart.ts';
import { Audience } from '../../../server/areas/market/audience.ts';
import { SPOT_MARKETS } from '../../../server/areas/market/catalog.ts';
import { COINS } from '../../../server/ledger/currency-catalog.ts';
import { DepthBoard } from '../../../server/areas/market/depth-board.ts';
import { DemoFlow } from '../../../server/areas/market/maker/demo-flow.ts';
import { MarketMaker } from '../../../server/areas/market/maker/market-maker.ts';
import { SimulatedReference } from '../../../server/areas/market/reference/simulated-reference.ts';
import { createSimulatedPairs } from '../../../server/areas/market/simulation/simulated-pairs.ts';
import { createMemoryExchange } from '../../support/spot/memory-exchange.ts';

const START_MS = Date.UTC(2026, 10, 20, 10);
const TICK_MS = 200;
const PERSON = 7;

const SALE = {
  ownerId: PERSON,
  marketId: 1,
  side: 'sell',
  kind: 'limit',
  amount: null,
  idempotencyKey: null,
  requestId: 'a person',
} as const;

const EVERYBODY = [OWNERS.marketMaker, OWNERS.demoFlow, PERSON];

/** The simulated reference, except for markets without one, and those whose price the test moves. */
function openReference(clock: Clock) {
  const simulated = new SimulatedReference(createSimulatedPairs({ seed: 'x', clock }).spot, clock);
  const missing = new Set<number>();
  const factors = new Map<number, number>();
  const reference = {
    priceTicks: (id: number) => {
      const ticks = missing.has(id) ? null : simulated.priceTicks(id);
      return ticks === null ? null : Math.round(ticks * (factors.get(id) ?? 1));
    },
  };
  return { reference, missing, factors };
}

/** @param owners users with balances @param makerOwner whose coins the market maker quotes; it may lack one of them */
function openHouse(
  seed = 'a seed',
  owners: readonly number[] = EVERYBODY,
  makerOwner: number = OWNERS.marketMaker,
  lackingCode?: string,
) {
  const clock = { time: START_MS, now: () => clock.time };
  const { reference, missing, factors } = openReference(clock);
  const { exchange, batches } = createMemoryExchange({
    specs: SPOT_MARKETS,
    reference,
    owners,
    lacking: lackingCode === undefined ? undefined : { ownerId: makerOwner, code: lackingCode },
  });
  const board = new DepthBoard(exchange);
  const audience = new Audience();
  const books = { areConsistent: true };
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => void warnings.push(fields) };
  const account = { ownerId: makerOwner, isEnabled: true };
  const spot = { commands: exchange, view: exchange, maker: account, specs: SPOT_MARKETS };
  const health = { isConsistent: () => books.areConsistent };
  const parts = { ...spot, board, reference, audience, health, clock, seed, log };
  let [maker, flow] = [new MarketMaker(parts), new DemoFlow(parts)];
  const tick = async (): Promise<void> => {
    clock.time += TICK_MS;
    maker.tick();
    flow.tick();
    // All of it is in memory, so the effects of one tick are done when an immediate runs.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    clock,
    reference,
    missing,
    factors,
    exchange,
    account,
    board,
    batches,
    audience,
    books,
    warnings,
    /** New traders take their place, as after a restart of the server. */
    async restart(): Promise<void> {
      for (const old of [maker, flow]) old.close();
      [maker, flow] = [new MarketMaker(parts), new DemoFlow(parts)];
      await Promise.all([maker.withdrawAll(), flow.withdrawAll()]);
    },
    /** Places a limit order of a user in the first market. */
    sell: (priceTicks: number, quantityLots: number) =>
      exchange.place({ ...SALE, priceTicks, quantityLots, now: clock.now() }),
    async run(seconds: number): Promise<void> {
      for (let ms = 0; ms < seconds * SECOND_MS; ms += TICK_MS) await tick();
    },
    /** Orders that both of them have placed and canceled. */
    countOperations(): number {
      const placed = new Set<number>();
      const cancelled = new Set<number>();
      for (const { id, ownerId, state, endReason } of batches.flatMap(({ orders }) => orders)) {
        if (ownerId > 0) continue;
        placed.add(id);
        if (state === 'cancelled' && endReason === 'owner') cancelled.add(id);
      }
      return placed.size + cancelled.size;
    },
    deals: (marketId: number) =>
      batches.flatMap(({ deals }) => deals).filter((deal) => deal.marketId === marketId),
  };
}

let house: ReturnType<typeof openHouse>;
beforeEach(() => {
  house = openHouse();
});

describe('the market maker', () => {
  it('quotes both sides of every market around the reference, from the start', async () => {
    await house.run(0.4);
    for (const { id } of SPOT_MARKETS) {
      const { bids, asks } = house.exchange.depth(id);
      const reference = ensure(house.reference.priceTicks(id), 'a reference price');
      expect(bids.length).toBeGreaterThanOrEqual(10);
      expect(asks.length).toBeGreaterThanOrEqual(10);
      expect(bids[0]?.priceTicks).toBeLessThan(asks[0]?.priceTicks ?? 0);
      expect(Math.abs((bids[0]?.priceTicks ?? 0) / reference - 1)).toBeLessThan(0.005);
      expect(Math.abs((asks[0]?.priceTicks ?? 0) / reference - 1)).toBeLessThan(0.005);
    }
  });

  it('gives the same quotes for the same seed, and others for another', async () => {
    const others = [openHouse(), openHouse('another')];
    for (const one of [house, ...others]) await one.run(0.2);
    const [same, different] = others.map(({ exchange }) => exchange.depth(1));
    expect(same).toEqual(house.exchange.depth(1));
    expect(different).not.toEqual(house.exchange.depth(1));
  });

  describe.each([
    ['while users are online', true],
    ['without users online', false],
  ])('%s', (_when, isWatched) => {
    it.each([
      ['rises', 1.013],
      ['falls', 0.987],
    ])(
      'leaves no quote to gain from when the price %s, and soon quotes again',
      async (_how, by) => {
        if (isWatched) house.audience.enter();
        await house.run(30);
        const reference = () => ensure(house.reference.priceTicks(1), 'a reference price');
        house.factors.set(1, by);
        await house.run(TICK_MS / SECOND_MS);
        const passed = () => {
          const { bids, asks } = house.exchange.depth(1);
          return [
            ...bids.filter(({ priceTicks }) => priceTicks > reference()),
            ...asks.filter(({ priceTicks }) => priceTicks < reference()),
          ];
        };
        expect(passed()).toEqual([]);
        for (let second = 0; second < 20; second += 1) {
          await house.run(1);
          expect(passed()).toEqual([]);
        }
        const { bids, asks } = house.exchange.depth(1);
        for (const side of [bids, asks]) {
          expect(side.length).toBeGreaterThanOrEqual(6);
          expect(Math.abs((side[0]?.priceTicks ?? 0) / reference() - 1)).toBeLessThan(0.005);
        }
      },
    );
  });

  it('has no quotes while its account is disabled, and quotes again when it is enabled', async () => {
    house = openHouse('a seed', EVERYBODY, PERSON);
    await house.run(0.4);
    expect(house.exchange.openOrders(PERSON).length).toBeGreaterThan(900);
    await house.exchange.setStatus(1, 'halted');
    house.account.isEnabled = false;
    // Even while nothing may be placed.
    house.books.areConsistent = false;
    await house.run(0.4);
    const left = () => [...new Set(house.exchange.openOrders(PERSON).map((o) => o.marketId))];
    expect(left()).toEqual([1]);
    house.books.areConsistent = true;
    await house.exchange.setStatus(1, 'trading');
    await house.run(2);
    expect(left()).toEqual([]);
    await house.restart();
    await house.run(2);
    expect(left()).toEqual([]);
    house.account.isEnabled = true;
    await house.run(2);
    expect(left()).toHaveLength(SPOT_MARKETS.length);
  });

  it('quotes every market with the coins of a user, within the limit of open orders', async () => {
    house = openHouse('a seed', EVERYBODY, PERSON);
    house.audience.enter();
    await house.run(20);
    const open = house.exchange.openOrders(PERSON);
    expect(open.length).toBeLessThanOrEqual(LIMITS.spot_open_orders_total_max);
    for (const { id } of SPOT_MARKETS)
      expect(open.filter(({ marketId }) => marketId === id).length).toBeGreaterThanOrEqual(12);
    expect(house.warnings).toEqual([]);
  });

  it('takes its quotes out of a market that is cancel-only or has no reference, and comes back', async () => {
    await house.run(0.4);
    await house.exchange.setStatus(1, 'cancel_only');
    house.missing.add(2);
    await house.run(1);
    for (const id of [1, 2]) expect(house.exchange.depth(id)).toEqual({ bids: [], asks: [] });
    expect(house.exchange.depth(3).bids.length).toBeGreaterThan(0);
    await house.exchange.setStatus(1, 'trading');
    house.missing.delete(2);
    await house.run(30);
    for (const id of [1, 2]) expect(house.exchange.depth(id).asks.length).toBeGreaterThan(5);
  });

  describe('whose buy was refused', () => {
    beforeEach(async () => {
      house = openHouse('a seed', EVERYBODY, OWNERS.marketMaker, 'USDT');
      house.audience.enter();
      await house.run(5);
      expect(house.warnings).toContainEqual({ marketId: 1, error: 'insufficient_balance' });
      expect(house.exchange.depth(1).bids).toEqual([]);
      expect(house.exchange.depth(1).asks).not.toEqual([]);
    });

    it('sells at the present price, and buys at no other', async () => {
      house.factors.set(1, 1.11);
      await house.run(36);
      const reference = ensure(house.reference.priceTicks(1), 'a reference price');
      const quotes = house.exchange.openOrders(OWNERS.marketMaker);
      const offs = quotes.flatMap(({ marketId, priceTicks }) =>
        marketId === 1 ? [(priceTicks ?? 0) / reference - 1] : [],
      );
      expect(offs.length).toBeGreaterThanOrEqual(9);
      expect(Math.min(...offs)).toBeGreaterThan(0);
      expect(Math.max(...offs)).toBeLessThan(0.03);
    });

    it.each([
      ['has no reference', () => house.missing.add(1)],
      ['is cancel-only', () => house.exchange.setStatus(1, 'cancel_only')],
    ])('leaves the market at once when it %s', async (_what, happen) => {
      await happen();
      await house.run(1);
      expect(house.exchange.depth(1)).toEqual({ bids: [], asks: [] });
    });

    it('buys again after a minute', async () => {
      const usdt = COINS.findIndex(({ code }) => code === 'USDT') + 1;
      const grant = { requestId: 'grant', now: house.clock.now(), amount: units(10n ** 30n) };
      await house.exchange.grant({ ...grant, ownerId: OWNERS.marketMaker, currencyId: usdt });
      await house.run(50);
      expect(house.exchange.depth(1).bids).toEqual([]);
      await house.run(25);
      expect(house.exchange.depth(1).bids.length).toBeGreaterThanOrEqual(10);
    });
  });

  it('cancels orders of an earlier run', async () => {
    await house.run(0.4);
    await house.restart();
    expect(house.exchange.openOrders(OWNERS.marketMaker)).toEqual([]);
  });

  it('cancels orders of an earlier run in a market that was halted, once it trades again', async () => {
    await house.run(0.4);
    const earlier = new Set(house.exchange.openOrders(OWNERS.marketMaker).map(({ id }) => id));
    await house.exchange.setStatus(1, 'halted');
    await house.restart();
    const left = house.exchange.openOrders(OWNERS.marketMaker);
    expect(new Set(left.map(({ marketId }) => marketId))).toEqual(new Set([1]));
    house.factors.set(1, 1.03);
    await house.exchange.setStatus(1, 'trading');
    await house.run(5);
    const open = house.exchange.openOrders(OWNERS.marketMaker);
    expect(open.filter(({ id }) => earlier.has(id))).toEqual([]);
    expect(house.exchange.depth(1).asks.length).toBeGreaterThanOrEqual(10);
    const ends = house.batches.flatMap(({ orders }) => orders.map(({ endReason }) => endReason));
    expect(ends).not.toContain('self_trade');
  });
});

describe('the demo flow', () => {
  it('removes orders left by a halt, once the market trades again', async () => {
    house.audience.enter();
    await house.run(1);
    const left = () =>
      house.exchange.openOrders(OWNERS.demoFlow).filter(({ marketId }) => marketId === 1);
    for (let ticks = 0; left().length === 0 && ticks < 500; ticks += 1) {
      // A better price for few coins, so the rest of a limit order that takes them stays.
      if (house.exchange.openOrders(PERSON).length === 0)
        await house.sell(ensure(house.board.bestPriceTicks(1, 'sell'), 'a best price') - 1, 100);
      const ticked = house.run(TICK_MS / SECOND_MS);
      await house.exchange.setStatus(1, 'halted');
      await ticked;
      if (left().length === 0) await house.exchange.setStatus(1, 'trading');
    }
    expect(left()).toHaveLength(1);
    await house.exchange.setStatus(1, 'trading');
    const deals = house.deals(1).length;
    await house.run(10);
    expect(left()).toEqual([]);
    expect(house.deals(1).length).toBeGreaterThan(deals);
  });
});

describe('a market maker without money', () => {
  it('quotes nothing, keeps running, and logs it once for each market', async () => {
    const poor = openHouse('a seed', [PERSON]);
    poor.audience.enter();
    await poor.run(150);
    expect(poor.exchange.openOrders(OWNERS.marketMaker)).toEqual([]);
    expect(poor.batches).toEqual([]);
    expect(poor.warnings).toHaveLength(SPOT_MARKETS.length);
  });
});

describe('market maker and demo flow together', () => {
  it('need at most 60 operations a second with users online, and 6 without', async () => {
    await house.run(0.4);
    const first = house.countOperations();
    const leave = house.audience.enter();
    await house.run(120);
    const watched = house.countOperations();
    leave();
    await house.run(300);
    const alone = house.countOperations();
    expect((watched - first) / 120).toBeLessThan(60);
    expect((alone - watched) / 300).toBeLessThan(6);
  }, 60_000);

  it('trade at the pace of the market, at prices that follow the reference, never with their own orders', async () => {
    house.audience.enter();
    await house.run(240);
    for (const { id } of SPOT_MARKETS) {
      const last = ensure(house.deals(id).at(-1), `a deal of market ${id}`);
      const reference = ensure(house.reference.priceTicks(id), 'a reference price');
      expect(Math.abs(last.priceTicks / reference - 1)).toBeLessThan(0.01);
    }
    expect(house.deals(1).length).toBeGreaterThan(190);
    expect(house.deals(50).length).toBeGreaterThan(20);
    const all = house.batches.flatMap(({ deals }) => deals);
    expect(all.every((deal) => deal.takerOwnerId !== deal.makerOwnerId)).toBe(true);
    const ends = house.batches.flatMap(({ orders }) => orders.map(({ endReason }) => endReason));
    expect(ends).not.toContain('self_trade');
  }, 60_000);

  it('place no order while the ledger is inconsistent, and resume after', async () => {
    house.audience.enter();
    await house.run(5);
    house.books.areConsistent = false;
    const [depth, batches] = [house.exchange.depth(1), house.batches.length];
    await house.run(60);
    expect(house.exchange.depth(1)).toEqual(depth);
    expect(house.batches).toHaveLength(batches);
    house.books.areConsistent = true;
    await house.run(5);
    expect(house.exchange.depth(1)).not.toEqual(depth);
    expect(house.batches.slice(batches).flatMap(({ deals }) => deals)).not.toEqual([]);
  });

  it('fill a user’s order that is better than the market maker’s', async () => {
    house.audience.enter();
    await house.run(1);
    const best = ensure(house.board.bestPriceTicks(1, 'sell'), 'a best price');
    const placed = await house.sell(best - 1, 5_000);
    expect(placed).toMatchObject({ ok: true, value: { state: 'paid' } });
    await house.run(60);
    const fills = house.deals(1).filter(({ makerOwnerId }) => makerOwnerId === PERSON);
    expect(fills.reduce((lots, { quantityLots }) => lots + quantityLots, 0)).toBe(5_000);
    expect(fills[0]).toMatchObject({ priceTicks: best - 1, takerOwnerId: OWNERS.demoFlow });
  });
});
