/** Limits that a user of fast contracts sets: what is stored last is what counts. */
import { expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { GuestHost } from '../../../server/ledger/writer/guest.types.ts';
import { MicroExchange } from '../../../server/areas/micro/micro-exchange.ts';
import { MicroMemory } from '../../../server/areas/micro/micro-memory.ts';
import { createLog } from '../../../server/kit/log.ts';
import { NO_LIMITS, type OwnLimits } from '../../../server/engine/micro/micro-owner.ts';

const OWNER = 7;
const NOW = Date.UTC(2026, 10, 26, 12);

/** Parts of an exchange whose store and clock the tests choose. */
const partsOf = (now: number) => ({
  memory: new MicroMemory(new Map(), 1, () => undefined),
  host: { takesCommands: true } as GuestHost,
  snapshot: { readAtMs: now, openOrders: [], lastOrderId: 0 },
  index: { lastReadMs: 0 },
  products: new Map(),
  store: {
    keysOf: async () => [],
    findOrder: async () => undefined,
    owner: async () => ({ limits: NO_LIMITS, lossSince: 0n }),
    storeLimits: async () => undefined,
  },
  sign: () => Buffer.alloc(0),
  currency: 'USDT',
  clock: { now: () => now },
  log: createLog('silent'),
});

test('losses that were read before midnight are not those of the new day', async () => {
  const midnight = NOW - (NOW % DAY_MS) + DAY_MS;
  const parts = partsOf(midnight + 5);
  const since: number[] = [];
  const exchange = new MicroExchange({
    ...parts,
    store: {
      ...parts.store,
      owner: async (_, asked) => {
        since.push(asked.since);
        return { limits: NO_LIMITS, lossSince: 40n };
      },
    },
  });
  expect((await exchange.limits(OWNER, midnight - 1)).lossOfDay).toBe(40n);
  expect((await exchange.limits(OWNER, midnight + 5)).lossOfDay).toBe(0n);
  expect(since).toEqual([midnight - DAY_MS]);
});

test('of two changes at once the later is stored last, whichever the database takes first', async () => {
  const stored: OwnLimits[] = [];
  const waiting: (() => void)[] = [];
  const parts = partsOf(NOW);
  const exchange = new MicroExchange({
    ...parts,
    store: {
      ...parts.store,
      storeLimits: async (_, limits) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        stored.push(limits);
      },
    },
  });
  await exchange.limits(OWNER, NOW);
  const first = exchange.setLimits(OWNER, { dailyLoss: units(5n) }, NOW);
  const second = exchange.setLimits(OWNER, { breakUntilMs: NOW + 1 }, NOW);
  while (stored.length < 2) {
    // The one that came last ends first.
    waiting.pop()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all([first, second]);
  expect(stored.at(-1)).toEqual({ dailyLoss: 5n, next: null, breakUntilMs: NOW + 1 });
});
