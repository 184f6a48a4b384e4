/** The running check of changed orders: batches, restarts, markets that it closes. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startOrderConformance } from '../../../server/areas/spot/order-conformance.ts';
import type { OrderRecord } from '../../../server/areas/spot/order-lifecycle.ts';
import type { SpotListener } from '../../../server/areas/spot/spot-events.ts';
import { EXECUTED_BUY } from '../../qa/fixtures/order-records.ts';
import { BTC_USDT } from '../../support/spot/spot-exchange.ts';
import { Jobs } from '../../../server/kit/jobs/jobs.ts';

const withOrder = (id: number, changes: Partial<OrderRecord['order']> = {}): OrderRecord => ({
  ...EXECUTED_BUY,
  order: { ...EXECUTED_BUY.order, id, ...changes },
  deals: EXECUTED_BUY.deals.map((deal) =>
    deal.makerOrderId === 42 ? { ...deal, makerOrderId: id } : { ...deal, takerOrderId: id },
  ),
});

/** A server with stored orders, none of which is checked before it changes, except those that a start finds. */
async function exchangeOf(
  stored: Map<number, OrderRecord>,
  lastOrderId = 1_000_000,
  lastMoved: readonly number[] = [],
) {
  const closed: number[] = [];
  const markets = new Map([[1, BTC_USDT]]);
  const logged: string[] = [];
  const faults = { reads: 0, unreadable: new Set<number>(), onUnreadable: () => {} };
  let listener: SpotListener | null = null;
  const read = (ids: readonly number[]) => {
    if (faults.reads > 0) {
      faults.reads -= 1;
      return Promise.reject(new Error('the database is away'));
    }
    if (ids.some((id) => faults.unreadable.has(id))) {
      faults.onUnreadable();
      const cause = Object.assign(new Error('invalid page in block 3'), { code: 'XX001' });
      return Promise.reject(new Error('Failed query', { cause }));
    }
    return Promise.resolve(ids.flatMap((id) => stored.get(id) ?? []));
  };
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const conformance = await startOrderConformance({
    view: {
      markets,
      subscribe: (added) => {
        listener = added;
        return () => (listener = null);
      },
    },
    commands: {
      setStatus: (marketId, status) => {
        closed.push(marketId);
        markets.set(marketId, { ...BTC_USDT, status });
        return status === 'cancel_only' ? Promise.resolve() : Promise.reject(new Error(status));
      },
    },
    records: {
      ofOrders: read,
      fromOrder: (id, count) => read([...stored.keys()].filter((key) => key >= id).slice(0, count)),
      lastOrderId: () => Promise.resolve(lastOrderId),
      lastMovedOrders: () => Promise.resolve(lastMoved),
    },
    jobs: new Jobs({ clock: { now: () => 0 }, log }),
    log,
  });
  const change = (...ids: number[]) => {
    const orders = ids.map((id) => (stored.get(id) ?? EXECUTED_BUY).order);
    listener?.({ deals: [], orders, balances: [], levels: new Map() });
  };
  return { conformance, change, isHeard: () => listener !== null, closed, markets, logged, faults };
}

/** Longer than all pauses of a check. Running all timers would never end while one repeats itself. */
const SETTLED_MS = 10 * 60_000;

const settle = async ({ conformance }: Awaited<ReturnType<typeof exchangeOf>>) => {
  const settled = conformance.settled();
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  await settled;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the check of changed orders', () => {
  test('checks every order that changed, in turns', async () => {
    const stored = new Map(Array.from({ length: 90 }, (_, at) => [101 + at, withOrder(101 + at)]));
    const exchange = await exchangeOf(stored);
    await settle(exchange);
    exchange.change(...stored.keys());
    await settle(exchange);

    expect(exchange.conformance.counts).toEqual({ conforming: 90, differing: 0 });
    expect(exchange.closed).toEqual([]);
  });

  test('checks the last orders again after a start', async () => {
    const stored = new Map(Array.from({ length: 45 }, (_, at) => [101 + at, withOrder(101 + at)]));
    const exchange = await exchangeOf(stored, 1_106);
    await settle(exchange);

    expect(exchange.conformance.counts).toEqual({ conforming: 40, differing: 0 });
  });

  test('checks after a start older orders that changed last, and none twice', async () => {
    const orders = [withOrder(1), withOrder(7, { executedLots: 1 }), withOrder(150)];
    const stored = new Map(orders.map((record) => [record.order.id, record]));
    const exchange = await exchangeOf(stored, 1_106, [150, 7]);
    await settle(exchange);

    expect(exchange.conformance.counts).toEqual({ conforming: 1, differing: 1 });
    expect(exchange.closed).toEqual([1]);
  });

  test('reports the order that differs, closes its market for new orders once and continues', async () => {
    const stored = new Map([
      [1, withOrder(1, { executedLots: 1 })],
      [2, withOrder(2, { reserved: 1n })],
      [3, withOrder(3)],
    ]);
    const exchange = await exchangeOf(stored);
    await settle(exchange);
    exchange.change(1, 2, 3);
    await settle(exchange);

    expect(exchange.conformance.counts).toEqual({ conforming: 1, differing: 2 });
    expect(exchange.closed).toEqual([1]);
    expect(exchange.logged.join('')).toContain('reserved is 1, the replay says 0');
  });

  describe.each([
    ['of no quantity', { order: { ...withOrder(1).order, side: 'sell', quantityLots: null } }],
    ['in scales that do not fit', { market: { ...EXECUTED_BUY.market, quoteScale: 1 } }],
  ] as const)('when an order %s cannot be replayed', (_what, impossible) => {
    test.each([
      ['that changed', 1_000_000, [1, 2, 3]],
      ['that a start finds', 3, []],
    ])('among those %s, closes its market and checks the others', async (_which, last, ids) => {
      const stored = new Map([
        [1, { ...withOrder(1), ...impossible }],
        [2, withOrder(2)],
        [3, withOrder(3)],
      ]);
      const exchange = await exchangeOf(stored, last);
      await settle(exchange);
      exchange.change(...ids);
      await settle(exchange);

      expect(exchange.conformance.counts).toEqual({ conforming: 2, differing: 1 });
      expect(exchange.closed).toEqual([1]);
      expect(exchange.logged.join('')).toContain('it cannot be replayed');
      expect(exchange.logged.join('')).toMatch(/"stack":"[^"]*order-lifecycle/);
    });
  });

  test('closes a market again that was reopened', async () => {
    const exchange = await exchangeOf(new Map([[1, withOrder(1, { executedLots: 1 })]]));
    await settle(exchange);
    exchange.change(1);
    await settle(exchange);
    exchange.markets.set(1, BTC_USDT);
    exchange.change(1);
    await settle(exchange);

    expect(exchange.closed).toEqual([1, 1]);
  });

  test('leaves a halted market halted', async () => {
    const exchange = await exchangeOf(new Map([[1, withOrder(1, { executedLots: 1 })]]));
    await settle(exchange);
    exchange.markets.set(1, { ...BTC_USDT, status: 'halted' });
    exchange.change(1);
    await settle(exchange);

    expect(exchange.closed).toEqual([]);
  });

  test('checks an open order with many trades when they have doubled, and at its end', async () => {
    const stored = new Map<number, OrderRecord>();
    const exchange = await exchangeOf(stored);
    await settle(exchange);
    const at = async (revision: number, state: 'paid' | 'executed') => {
      stored.set(1, withOrder(1, { revision, state }));
      const { conforming, differing } = exchange.conformance.counts;
      exchange.change(1);
      await settle(exchange);
      const { counts } = exchange.conformance;
      return counts.conforming + counts.differing - conforming - differing;
    };

    expect(await at(64, 'paid')).toBe(1);
    expect(await at(70, 'paid')).toBe(1);
    expect(await at(139, 'paid')).toBe(0);
    expect(await at(140, 'paid')).toBe(1);
    expect(await at(141, 'executed')).toBe(1);
  });

  test('retries later when it cannot read an order', async () => {
    const exchange = await exchangeOf(new Map([[1, withOrder(1)]]));
    await settle(exchange);
    exchange.faults.reads = 1;
    exchange.change(1);
    await settle(exchange);

    expect(exchange.conformance.counts).toEqual({ conforming: 1, differing: 0 });
    expect(exchange.logged.join('')).toContain('orders could not be read');
  });

  describe('an order that cannot be read', () => {
    const orders = Array.from({ length: 45 }, (_, at) => withOrder(101 + at));
    const stored = new Map(orders.map((record) => [record.order.id, record]));
    const unreadable = [101, 103, ...Array.from({ length: 20 }, (_, at) => 121 + at)];

    test('is named, and the others that changed are checked', async () => {
      const exchange = await exchangeOf(stored);
      await settle(exchange);
      exchange.faults.unreadable = new Set(unreadable);
      exchange.change(...stored.keys());
      await settle(exchange);

      expect(exchange.conformance.counts).toEqual({ conforming: 23, differing: 0 });
      expect(exchange.logged).toHaveLength(unreadable.length);
      expect(exchange.logged[0]).toContain('"orderId":101');
      expect(exchange.logged[0]).toContain('invalid page');
    });

    test('is named, and the others that a start finds are checked', async () => {
      const exchange = await exchangeOf(stored, 145);
      exchange.faults.unreadable = new Set(unreadable);
      await settle(exchange);

      expect(exchange.conformance.counts).toEqual({ conforming: 23, differing: 0 });
    });

    test('is checked when it changes again', async () => {
      const exchange = await exchangeOf(stored);
      await settle(exchange);
      exchange.faults.unreadable.add(101);
      exchange.change(101);
      await settle(exchange);
      exchange.faults.unreadable.clear();
      exchange.change(101);
      await settle(exchange);

      expect(exchange.conformance.counts).toEqual({ conforming: 1, differing: 0 });
    });

    test('is checked later when the database goes away during the check', async () => {
      const exchange = await exchangeOf(stored);
      await settle(exchange);
      exchange.faults.unreadable.add(101);
      exchange.faults.onUnreadable = () => {
        exchange.faults.reads = 1;
        exchange.faults.unreadable.clear();
      };
      exchange.change(101, 102, 103);
      await settle(exchange);

      expect(exchange.conformance.counts).toEqual({ conforming: 3, differing: 0 });
    });
  });

  test('hears and checks nothing after it was stopped', async () => {
    const exchange = await exchangeOf(new Map([[1, withOrder(1)]]));
    await settle(exchange);
    expect(exchange.isHeard()).toBe(true);
    await exchange.conformance.stop();
    expect(exchange.isHeard()).toBe(false);
    exchange.change(1);
    await vi.advanceTimersByTimeAsync(SETTLED_MS);

    expect(exchange.conformance.counts).toEqual({ conforming: 0, differing: 0 });
  });
});
