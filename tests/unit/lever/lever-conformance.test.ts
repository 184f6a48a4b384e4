/** The running check of changed contract orders: what it checks, and the market that it closes for openings. */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../contract/result.ts';
import { startLeverConformance } from '../../../server/areas/lever/lever-conformance.ts';
import type { LeverBatch, LeverMarketRules } from '../../../server/areas/lever/lever.area.ts';
import type { LeverRecord } from '../../../server/areas/lever/lever.area.ts';
import { Jobs } from '../../../server/kit/jobs/jobs.ts';
import { STOPPED_OUT } from '../../qa/fixtures/contract-orders.ts';
import { BTC } from '../../support/lever/lever-scene.ts';

const RULES: LeverMarketRules = {
  ...BTC,
  spotMarketId: 1,
  forexSymbol: null,
  settleCurrencyId: 1,
  priceScale: 2,
  lotSize: '0.001',
  revision: 1,
  endsAtMs: null,
};
const { order } = STOPPED_OUT;
const withId = (id: number, changes: Partial<LeverRecord['order']> = {}): LeverRecord => ({
  ...STOPPED_OUT,
  order: { ...order, id, ...changes },
});

async function exchangeOf(records: readonly LeverRecord[], moved: readonly number[] = []) {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const markets = new Map([[1, RULES]]);
  const terms: LeverMarketRules[] = [];
  let listener: (batch: LeverBatch) => void = () => {};
  const check = await startLeverConformance({
    commands: {
      changeTerms: async (_id, change) => {
        const rules = change(RULES);
        terms.push(rules);
        markets.set(rules.id, rules);
        return ok(null);
      },
    },
    view: {
      markets,
      subscribe: (added) => {
        listener = added;
        return () => (listener = () => {});
      },
    },
    records: {
      ofOrders: async (ids) => records.filter((record) => ids.includes(record.order.id)),
      fromOrder: async (id, count) =>
        records.filter((record) => record.order.id >= id).slice(0, count),
      lastOrderId: async () => 1_000_000,
      lastMovedOrders: async () => moved,
    },
    clock: { now: () => 0 },
    log,
    jobs: new Jobs({ clock: { now: () => 0 }, log }),
  });
  const settle = async () => {
    const settled = check.settled();
    await vi.runAllTimersAsync();
    await settled;
  };
  const change = (...orders: readonly LeverRecord[]) =>
    listener({
      atMs: 0,
      orders: orders.map((record) => record.order),
      accounts: [],
      balances: [],
      warnings: [],
      guest: null,
    });
  return { check, settle, change, terms, logged };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('checks every order that changed, and after a start the older ones that moved last', async () => {
  const records = [withId(1), withId(2), withId(3)];
  const { check, settle, change, terms } = await exchangeOf(records, [3]);
  await settle();
  expect(check.counts).toEqual({ conforming: 1, differing: 0 });
  change(withId(1), withId(2));
  await settle();
  expect(check.counts).toEqual({ conforming: 3, differing: 0 });
  expect(terms).toEqual([]);
});

test('reports an order that differs, and lets its market only close positions, once', async () => {
  const records = [withId(1, { revision: 9 }), withId(2, { reserve: 1n }), withId(3)];
  const { check, settle, change, terms, logged } = await exchangeOf(records);
  await settle();
  change(...records);
  await settle();
  expect(check.counts).toEqual({ conforming: 1, differing: 2 });
  expect(terms).toEqual([{ ...RULES, status: 'close_only' }]);
  const messages = logged.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages.toSorted()).toEqual([
    'a contract order differs from its log',
    'a contract order differs from its log',
    'the market takes no openings',
  ]);
});

test('ends with its server', async () => {
  const { check, settle, change } = await exchangeOf([withId(1)]);
  await settle();
  await check.stop();
  change(withId(1));
  await vi.runAllTimersAsync();
  expect(check.counts).toEqual({ conforming: 0, differing: 0 });
});
