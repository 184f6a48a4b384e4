/** Changes of contract terms: stored first, one after the other, and a stricter status counts at once. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import type { DealingWriter } from '../../../server/areas/lever/dealing-writer.ts';
import { LeverDesk } from '../../../server/areas/lever/lever-desk.ts';
import type { LeverMarketRules } from '../../../server/areas/lever/lever-exchange.types.ts';
import type { MarkRounds } from '../../../server/areas/lever/mark-rounds.ts';
import { BTC_MARKET, ContractExchange } from '../../support/lever/contract-exchange.ts';

const { id } = BTC_MARKET;

/** A desk whose store takes the next terms when `store` is called. */
function deskWith(rounds: Partial<MarkRounds> = {}) {
  const { memory } = ContractExchange.inMemory([BTC_MARKET]);
  const stored: LeverMarketRules[] = [];
  const waiting: (() => void)[] = [];
  const writer = {
    memory,
    isClosed: false,
    apply: (step: () => unknown) => step(),
    durable: async () => undefined,
    nameOf: () => 'BTC/USDT',
    store: {
      setTerms: (terms: LeverMarketRules) =>
        new Promise<boolean>((resolve) => {
          waiting.push(() => {
            stored.push(terms);
            resolve(true);
          });
        }),
    },
  };
  const clock = { time: 0, now: () => clock.time };
  const desk = new LeverDesk(writer as unknown as DealingWriter, rounds as MarkRounds, clock);
  const present = () => {
    const { spreadPpm, status } = memory.rules.get(id) ?? BTC_MARKET;
    return [spreadPpm, status];
  };
  const store = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()?.();
  };
  return { desk, memory, clock, present, store, stored };
}
const wider = (before: LeverMarketRules) => ({ ...before, spreadPpm: 300 });
const dearer = (before: LeverMarketRules) => ({ ...before, feePpm: 700 });
const halted = (before: LeverMarketRules) => ({ ...before, status: 'halted' as const });
const opened = (before: LeverMarketRules) => ({ ...before, status: 'trading' as const });

test('new terms count when they are stored, and not before', async () => {
  const { desk, present, store } = deskWith();
  const changed = desk.changeTerms(id, wider, 0);
  await expect.poll(present).toEqual([200, 'trading']);
  await store();
  expect(await changed).toEqual(ok(null));
  expect(present()).toEqual([300, 'trading']);
});

test('two changes at once are two versions, and the second one has both', async () => {
  const { desk, store, stored } = deskWith();
  const both = Promise.all([desk.changeTerms(id, wider, 0), desk.changeTerms(id, dearer, 0)]);
  await store();
  await store();
  expect(await both).toEqual([ok(null), ok(null)]);
  expect(stored).toEqual([
    { ...BTC_MARKET, spreadPpm: 300, revision: 2 },
    { ...BTC_MARKET, spreadPpm: 300, feePpm: 700, revision: 3 },
  ]);
});

test('a halt counts at once, also while other terms are stored', async () => {
  const { desk, present, store, stored } = deskWith();
  const changed = desk.changeTerms(id, wider, 0);
  await expect.poll(present).toEqual([200, 'trading']);
  const stopped = desk.changeTerms(id, halted, 0);
  expect(present()).toEqual([200, 'halted']);
  await store();
  await changed;
  expect(present()).toEqual([300, 'halted']);
  await store();
  await stopped;
  expect(stored.map(({ status }) => status)).toEqual(['trading', 'halted']);
});

test('a market opens when that is stored', async () => {
  const { desk, present, store } = deskWith();
  const stopped = desk.changeTerms(id, halted, 0);
  await store();
  await stopped;
  const open = desk.changeTerms(id, opened, 0);
  expect(present()).toEqual([200, 'halted']);
  await store();
  await open;
  expect(present()).toEqual([200, 'trading']);
});

test('the end of a market is refused when the server stops in the steps of a mark', async () => {
  const { desk, memory, store } = deskWith({ isStopped: true, settle: () => setImmediate() });
  Object.defineProperty(memory, 'isBusy', { value: true });
  const ended = desk.windDown(id, 0);
  await store();
  expect(await ended).toEqual(refuse('service_unavailable'));
});

describe('an end that an operator withdraws', () => {
  const ENDS_AT_MS = 5_000;
  const ending = (before: LeverMarketRules) => ({
    ...before,
    status: 'close_only' as const,
    endsAtMs: ENDS_AT_MS,
  });
  const kept = (before: LeverMarketRules) => ({ ...before, endsAtMs: null });
  /** A market whose end is announced, and a mark with further steps until `release` is called. */
  async function announced() {
    const held: (() => void)[] = [];
    let isBusy = false;
    const settle = async () => {
      if (isBusy) await new Promise<void>((resolve) => held.push(resolve));
    };
    const parts = deskWith({ isStopped: false, settle });
    const announcement = parts.desk.changeTerms(id, ending, 0);
    await parts.store();
    await announcement;
    isBusy = true;
    Object.defineProperty(parts.memory, 'isBusy', { get: () => isBusy });
    const ends: number[] = [];
    parts.memory.windDown = (marketId) => void ends.push(marketId);
    const release = () => {
      isBusy = false;
      for (const each of held.splice(0)) each();
    };
    return { ...parts, ends, held, release };
  }

  test.each([
    ['and the market trades again', true],
    ['and the market still takes no openings', false],
  ])('while it waits for the steps of a mark does not come, %s', async (_, trades) => {
    const { desk, clock, store, held, ends, release } = await announced();
    clock.time = ENDS_AT_MS;
    const ended = desk.windDown(id, ENDS_AT_MS);
    await expect.poll(() => held.length).toBe(1);
    // The operator has sent it before the end, and the audit log was slow.
    const withdrawn = desk.changeTerms(id, kept, ENDS_AT_MS - 1);
    await store();
    await withdrawn;
    if (trades) {
      const open = desk.changeTerms(id, opened, ENDS_AT_MS);
      await store();
      await open;
    }
    release();
    await ended;
    expect(ends).toEqual([]);
  });

  test('while it is being stored does not come', async () => {
    const { desk, clock, store, ends, held, release } = await announced();
    const withdrawn = desk.changeTerms(id, kept, 0);
    clock.time = ENDS_AT_MS;
    const ended = desk.windDown(id, ENDS_AT_MS);
    await expect.poll(() => held.length).toBe(1);
    release();
    await setImmediate();
    expect(ends).toEqual([]);
    await store();
    await withdrawn;
    await ended;
    expect(ends).toEqual([]);
  });

  test('comes when nothing withdraws it', async () => {
    const { desk, clock, held, ends, release } = await announced();
    clock.time = ENDS_AT_MS;
    const ended = desk.windDown(id, ENDS_AT_MS);
    await expect.poll(() => held.length).toBe(1);
    release();
    await ended;
    expect(ends).toEqual([id]);
  });
});

test('a change is refused by the terms and the time at which it is made', async () => {
  const { desk, clock, store, stored } = deskWith();
  const first = desk.changeTerms(id, wider, 0);
  const refusals: unknown[] = [];
  const second = desk.changeTerms(id, dearer, 0, ({ spreadPpm }, at) => {
    refusals.push([spreadPpm, at]);
    return 'lever_market_ending';
  });
  clock.time = 7;
  await store();
  await first;
  expect(await second).toEqual(refuse('lever_market_ending'));
  expect([refusals, stored.length]).toEqual([[[300, 7]], 1]);
});
