/** Changes between the steps of a mark: terms, marks of other markets, the age of marks, and amended targets. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/time.ts';
import { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import { LeverMarket } from '../../../server/engine/lever/lever-market.ts';
import { MarketSums } from '../../../server/engine/lever/market-sums.ts';
import type { LeverOrder, LiveMark } from '../../../server/engine/lever/lever-types.ts';
import { ANN, BTC, ETH, LeverScene, ticksOf } from '../../support/lever/lever-scene.ts';

let scene: LeverScene;
beforeEach(() => {
  scene = new LeverScene();
  for (const ownerId of OWNERS) scene.fund('10000', ownerId);
  scene.mark(BTC, '100000');
});

const OWNERS = [1, 2, ANN];
const small = { market: BTC, direction: 'long', lots: 1, multiple: 10 } as const;
const live = (price: string): LiveMark => ({
  state: 'live',
  ticks: ticksOf(BTC, price),
  seq: 99,
  isAgreed: true,
  apartPpm: 0,
  isCloseOnly: false,
});
const statesOf = (orders: readonly LeverOrder[]) => orders.map(({ state }) => state);

describe('an operator changes the market between the steps of a mark', () => {
  test.each(['halted', 'close_only'] as const)(
    'stop-losses in a market that becomes %s',
    (status) => {
      const stopLossTicks = ticksOf(BTC, '99000');
      const orders = OWNERS.map((ownerId) => scene.place({ ...small, ownerId, stopLossTicks }));
      expect(scene.core.takeMark(BTC.id, live('98000'), scene.now, 1)).toBe(true);
      scene.core.setTerms({ ...BTC, status });
      while (scene.core.work(1));
      expect(statesOf(orders)).toEqual(
        status === 'halted' ? ['closed', 'in_trading', 'in_trading'] : Array(3).fill('closed'),
      );

      scene.core.setTerms(BTC);
      scene.mark(BTC, '98000');
      expect(statesOf(orders)).toEqual(Array(3).fill('closed'));
    },
  );

  test.each(['halted', 'close_only'] as const)(
    'limit orders in a market that becomes %s',
    (status) => {
      const limitTicks = ticksOf(BTC, '99500');
      const orders = OWNERS.map((ownerId) => scene.place({ ...small, ownerId, limitTicks }));
      expect(scene.core.takeMark(BTC.id, live('98000'), scene.now, 1)).toBe(true);
      scene.core.setTerms({ ...BTC, status });
      while (scene.core.work(1));
      expect(statesOf(orders)).toEqual(['in_trading', 'pending', 'pending']);

      scene.core.setTerms(BTC);
      scene.mark(BTC, '98000');
      expect(statesOf(orders)).toEqual(Array(3).fill('in_trading'));
    },
  );

  test('closes that wait for a price in a market that is halted', () => {
    const orders = OWNERS.map((ownerId) => scene.place({ ...small, ownerId }));
    scene.freeze(BTC);
    for (const { ownerId, id } of orders) scene.core.close({ ownerId, id }, scene.now);
    expect(scene.core.takeMark(BTC.id, live('98000'), scene.now, 1)).toBe(true);
    scene.core.setTerms({ ...BTC, status: 'halted' });
    while (scene.core.work(1));
    expect(statesOf(orders)).toEqual(['closed', 'closing', 'closing']);
  });
});

describe('accounts in two markets, at a crash of one of them', () => {
  const POSITIONS = { direction: 'long', multiple: 100 } as const;
  beforeEach(() => {
    scene = new LeverScene();
    scene.mark(BTC, '100000');
    scene.mark(ETH, '3000');
    for (const ownerId of OWNERS) {
      scene.fund('1000', ownerId);
      scene.place({ ...POSITIONS, ownerId, market: BTC, lots: 100 });
      scene.place({ ...POSITIONS, ownerId, market: ETH, lots: 100 });
    }
    // The first account is stopped out, and the others are left.
    expect(scene.core.takeMark(BTC.id, live('90000'), scene.now, 1)).toBe(true);
  });

  /** The owners whose accounts are stopped out by it. */
  const stoppedBy = (act: () => void): number[] => {
    scene.core.takeEvents();
    act();
    const owners = scene.core
      .takeEvents()
      .flatMap((event) => (event.type === 'order.closed' ? [event.order.ownerId] : []));
    return [...new Set(owners)];
  };
  const finish = (): void => {
    while (scene.core.work(1, scene.now));
  };

  test('are stopped out one after the other', () => {
    expect(stoppedBy(finish)).toEqual([2, ANN]);
  });

  test('are judged by a newer mark of the other market', () => {
    scene.core.takeMark(ETH.id, live('3700'), scene.now, 0);
    expect(stoppedBy(finish)).toEqual([]);
  });

  test('have their take-profit of the other market first', () => {
    const profits = [...scene.core.marketsOf(ANN)];
    expect(profits).toEqual([BTC.id, ETH.id]);
    const takeProfitTicks = ticksOf(ETH, '3100');
    for (const order of scene.events.flatMap((event) => ('order' in event ? [event.order] : [])))
      if (order.ownerId === ANN && order.marketId === ETH.id)
        scene.core.amend(
          { ownerId: ANN, id: order.id, revision: 2, takeProfitTicks, stopLossTicks: null },
          scene.now,
        );
    scene.core.takeMark(ETH.id, live('3160'), scene.now, 1);
    expect(scene.core.marketsOf(ANN)).toEqual([BTC.id]);
  });

  test('are not stopped out at a mark that is older than two seconds', () => {
    scene.now += 2_001;
    expect(stoppedBy(finish)).toEqual([]);
    expect(stoppedBy(() => scene.mark(ETH, '3000'))).toEqual([]);
    expect(stoppedBy(() => scene.mark(BTC, '100000'))).toEqual([]);
    scene.now += 2_001;
    expect(stoppedBy(() => scene.mark(BTC, '90000'))).toEqual([]);
  });

  test('are stopped out at the next marks when these are no better', () => {
    scene.now += 2_001;
    finish();
    scene.mark(ETH, '3000');
    const stopped = scene
      .mark(BTC, '90000')
      .flatMap((event) => (event.type === 'order.closed' ? [event.order.ownerId] : []));
    expect([...new Set(stopped)]).toEqual([2, ANN]);
  });
});

describe('targets in a long round of their own market', () => {
  const targets = {
    takeProfitTicks: ticksOf(BTC, '101000'),
    stopLossTicks: ticksOf(BTC, '99000'),
  };

  test.each([
    ['take-profits', '101500'],
    ['stop-losses', '98500'],
  ])(
    '%s fire until the mark is two seconds old, and the next mark decides the rest',
    (_, price) => {
      const orders = OWNERS.map((ownerId) => scene.place({ ...small, ownerId, ...targets }));
      expect(scene.core.takeMark(BTC.id, live(price), scene.now, 1)).toBe(true);
      scene.now += 2_000;
      scene.core.work(1, scene.now);
      scene.now += 1;
      while (scene.core.work(1, scene.now));
      expect(statesOf(orders)).toEqual(['closed', 'closed', 'in_trading']);

      scene.mark(BTC, '100000');
      expect(orders[2]?.state).toBe('in_trading');
      scene.mark(BTC, price);
      expect(orders[2]?.state).toBe('closed');
    },
  );
});

test('orders that a long round comes to after 250 ms open at the next mark that reaches them', () => {
  const limitTicks = ticksOf(BTC, '99500');
  const orders = OWNERS.map((ownerId) => scene.place({ ...small, ownerId, limitTicks }));
  expect(scene.core.takeMark(BTC.id, live('98000'), scene.now, 1)).toBe(true);
  scene.now += 250;
  scene.core.work(1, scene.now);
  scene.now += 1;
  while (scene.core.work(1, scene.now));
  expect(statesOf(orders)).toEqual(['in_trading', 'in_trading', 'pending']);
  scene.mark(BTC, '100000');
  expect(orders[2]?.state).toBe('pending');
  scene.mark(BTC, '98000');
  expect(orders[2]?.state).toBe('in_trading');
});

test('positions of a market that ends wait for a new mark when its own is two seconds old', () => {
  const orders = OWNERS.map((ownerId) => scene.place({ ...small, ownerId }));
  scene.core.setTerms({ ...BTC, status: 'close_only', endsAtMs: scene.now });
  expect(scene.core.windDown(BTC.id, scene.now, 1)).toBe(true);
  scene.now += 2_001;
  while (scene.core.work(1, scene.now));
  expect(statesOf(orders)).toEqual(['closed', 'closing', 'closing']);
  expect(scene.core.hasOpen(BTC.id)).toBe(false);
  scene.mark(BTC, '100000');
  expect(statesOf(orders)).toEqual(Array(3).fill('closed'));
});

test('a market has something open while an order or a position does not wait to be closed', () => {
  const isOpen = () => scene.core.hasOpen(BTC.id);
  expect(isOpen()).toBe(false);
  const limit = scene.place({ ...small, limitTicks: ticksOf(BTC, '99000') });
  expect([isOpen(), scene.core.hasOpen(ETH.id)]).toEqual([true, false]);
  scene.core.cancel({ ownerId: ANN, id: limit.id }, scene.now);
  expect(isOpen()).toBe(false);
  const { id } = scene.place(small);
  scene.freeze(BTC);
  scene.core.close({ ownerId: ANN, id }, scene.now);
  expect(isOpen()).toBe(false);
  scene.core.withdrawClose({ ownerId: ANN, id }, scene.now);
  expect(isOpen()).toBe(true);
  scene.mark(BTC, '100000');
  scene.core.close({ ownerId: ANN, id }, scene.now);
  expect(isOpen()).toBe(false);
});

test('a close that waits in a market that has ended cannot be withdrawn', () => {
  const { id } = scene.place(small);
  scene.freeze(BTC);
  scene.core.setTerms({ ...BTC, status: 'close_only', endsAtMs: scene.now + 1 });
  const own = { ownerId: ANN, id };
  expect(scene.core.close(own, scene.now).ok).toBe(true);
  expect(scene.core.withdrawClose(own, scene.now).ok).toBe(true);
  expect(scene.core.close(own, scene.now).ok).toBe(true);
  const late = scene.core.withdrawClose(own, scene.now + 1);
  expect(late).toEqual({ ok: false, error: 'contract_order_not_open' });
});

test('a start at an earlier time than the stored ones counts no nights backwards', () => {
  const order = scene.place(small);
  const core = new DealingCore([BTC], scene.core.house);
  core.restoreTicks(BTC.id, ticksOf(BTC, '100000'));
  core.restoreAccount(ANN, { available: 0n, debt: 0n });
  const earlier = scene.now - 3 * DAY_MS;
  core.restoreOrder({ ...order }, earlier);
  core.takeMark(BTC.id, live('100000'), earlier, Number.POSITIVE_INFINITY);
  expect(core.accountOf(ANN, earlier).nights).toBe(0n);
  const closed = core.close({ ownerId: ANN, id: order.id }, earlier);
  expect(closed.ok && closed.value.closing).toMatchObject({ nights: 0n, atMs: scene.now });
});

describe('amended targets', () => {
  const targetsOf = (take: string | null, stop: string | null) => ({
    takeProfitTicks: take === null ? null : ticksOf(BTC, take),
    stopLossTicks: stop === null ? null : ticksOf(BTC, stop),
  });
  const amend = (order: LeverOrder, take: string | null, stop: string | null) =>
    scene.core.amend(
      { ownerId: ANN, id: order.id, revision: order.revision, ...targetsOf(take, stop) },
      scene.now,
    );

  test('that change between two prices leave a bounded number of entries', () => {
    const market = new LeverMarket(BTC, new MarketSums());
    const order = scene.place({ ...small, ...targetsOf('101000', '99000') });
    for (let change = 0; change < 10_000; change += 1) {
      Object.assign(order, targetsOf(change % 2 === 0 ? '101500' : '101000', '99000'));
      market.armTargets(order);
    }
    // Take-profits and stop-losses have a heap each, which is cleaned from 1,024 entries on.
    expect(market.takeProfits.size + market.stopLosses.size).toBeLessThanOrEqual(1_025);
    expect(market.takeProfits.take(live('101000'))).toHaveLength(1);
    expect(market.stopLosses.take(live('99000'))).toHaveLength(1);
  });

  test('of ended orders go with the next change of costs', () => {
    const market = new LeverMarket(BTC, new MarketSums());
    const template = scene.place({ ...small, ...targetsOf('101000', null) });
    for (let change = 0; change < 100; change += 1)
      for (let count = 0; count < 10; count += 1) {
        const order = { ...template, feePpm: 500 + 2 * change };
        market.armTargets(order);
        market.disarmTargets(order);
      }
    expect(market.takeProfits.size).toBe(10);
  });

  test('no longer count at their earlier prices', () => {
    const order = scene.place({ ...small, ...targetsOf('101000', '99000') });
    expect(amend(order, null, '98000').ok).toBe(true);
    scene.mark(BTC, '101000');
    scene.mark(BTC, '98000.01');
    expect(order.state).toBe('in_trading');
    scene.mark(BTC, '98000');
    expect([order.state, order.closeReason]).toEqual(['closed', 'stop_loss']);
  });

  test('count again after a close that waited was taken back', () => {
    const order = scene.place({ ...small, ...targetsOf('101000', '99000') });
    scene.freeze(BTC);
    const own = { ownerId: ANN, id: order.id };
    scene.core.close(own, scene.now);
    expect(scene.core.withdrawClose(own, scene.now).ok).toBe(true);
    scene.mark(BTC, '99000');
    expect([order.state, order.closeReason]).toEqual(['closed', 'stop_loss']);
  });

  test('that stay the same write no event, and need no price', () => {
    const order = scene.place({ ...small, ...targetsOf('101000', '99000') });
    const { length } = scene.events;
    scene.freeze(BTC);
    expect(amend(order, '101000', '99000')).toEqual({ ok: true, value: order });
    scene.mark(BTC, '100000');
    expect([order.revision, scene.events.length]).toEqual([2, length]);
  });

  test('are refused after a thousand changes of one order, and so is taking its close back', () => {
    const order = scene.place(small);
    while (amend(order, order.revision % 2 === 0 ? '101000' : '102000', null).ok);
    expect(order.revision).toBe(1_000);
    expect(amend(order, null, '99000')).toEqual({ ok: false, error: 'rate_limited' });
    scene.freeze(BTC);
    const own = { ownerId: ANN, id: order.id };
    expect(scene.core.close(own, scene.now).ok).toBe(true);
    expect(scene.core.withdrawClose(own, scene.now)).toEqual({ ok: false, error: 'rate_limited' });
    scene.mark(BTC, '100000');
    expect(order.state).toBe('closed');
  });
});
