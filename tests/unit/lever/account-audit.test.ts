/** The check of contract accounts while the server runs: missed stop-outs, and memory that differs from its rows. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { startAccountAudit } from '../../../server/areas/lever/account-audit.ts';
import type { AccountAudit } from '../../../server/areas/lever/account-audit.ts';
import type { AuditedAccount } from '../../../server/areas/lever/account-audit.repo.ts';
import type {
  LeverAccountState,
  LeverBatch,
  LeverMarketRules,
  LeverMarkView,
} from '../../../server/areas/lever/lever-exchange.types.ts';
import type { LeverMark, LeverOrder } from '../../../server/engine/lever/lever-types.ts';
import { silentJobs } from '../../support/silent-jobs.ts';
import { BTC_MARKET, ETH_MARKET } from '../../support/lever/contract-exchange.ts';

const ANN = 11;
const UNUSED = { used: 0n, cap: 0n };
const LIVE: LeverMark = {
  state: 'live',
  ticks: 1,
  seq: 1,
  isAgreed: true,
  apartPpm: 0,
  isCloseOnly: false,
};

const ORDER = {
  id: 1,
  revision: 2,
  marketId: 1,
  reserve: 0n,
  takeProfitTicks: 5,
  stopLossTicks: null,
  opening: { ticks: 3, margin: 100n },
} as unknown as LeverOrder;
/** The same order as its row has it. */
const ROW: AuditedAccount['orders'][number] = {
  id: 1,
  revision: 2,
  openTicks: 3,
  margin: 100n,
  reserve: 0n,
  takeProfitTicks: 5,
  stopLossTicks: null,
};

/** An account with one position: margin 100, and this much available. */
const accountWith = (available: bigint, unrealized: bigint): LeverAccountState => ({
  ownerId: ANN,
  available,
  frozen: 100n,
  debt: 0n,
  margin: 100n,
  unrealized,
  nights: 0n,
  usable: 0n,
  transferable: 0n,
  setAside: [],
  orders: [ORDER],
});

/** The account as its rows have it. */
const rowOf = ({ orders, ...rest }: LeverAccountState): AuditedAccount => ({
  ...rest,
  orders: orders.map(({ id, opening }) => ({ ...ROW, id, openTicks: opening?.ticks ?? null })),
});

let account: LeverAccountState | undefined;
let rows: AuditedAccount[];
let mark: LeverMark;
/** The last price of market 2, and its state. */
let secondAtTicks: number;
let second: LeverMark['state'];
let secondStatus: LeverMarketRules['status'];
let noteMark: () => void;
let isBusy: boolean;
let closed: LeverMarketRules[];
let pool: bigint;
/** Null: the rows equal the memory. */
let storedPool: bigint | null;
let logged: string[];
let listener: (batch: LeverBatch) => void;
let audit: AccountAudit;

beforeEach(() => {
  vi.useFakeTimers();
  mark = LIVE;
  second = 'closed';
  secondStatus = 'trading';
  isBusy = false;
  closed = [];
  pool = 0n;
  storedPool = null;
  logged = [];
  account = accountWith(0n, 0n);
  rows = [rowOf(account)];
  audit = startAccountAudit({
    view: {
      get markets() {
        return new Map([
          [1, BTC_MARKET],
          [2, { ...ETH_MARKET, status: secondStatus }],
        ]);
      },
      get isBusy() {
        return isBusy;
      },
      account: () => account,
      house: () => ({
        pool,
        insurance: 0n,
        coverBase: 0n,
        cover: pool,
        guard: 'open',
        limits: { move: UNUSED, gap: UNUSED, loss: UNUSED },
        markets: [],
      }),
      mark: (marketId) => {
        const rest = { marketStatus: 'trading', atMs: 0, changedAtMs: 0, sources: [] } as const;
        return marketId === 1
          ? { ...rest, mark, lastLiveTicks: 1, status: 'live' }
          : {
              ...rest,
              mark: second === 'live' ? LIVE : { state: second },
              lastLiveTicks: secondAtTicks,
              status: second === 'frozen' ? 'apart' : second,
            };
      },
      onMark: (added) => {
        noteMark = () => added(2, {} as LeverMarkView);
        return () => {};
      },
      subscribe: (added) => {
        listener = added;
        return () => {};
      },
    },
    commands: {
      changeTerms: async (_id, change) => {
        closed.push(change(BTC_MARKET));
        return { ok: true, value: null };
      },
    },
    owners: [ANN],
    storedHouse: async () => ({ pool: storedPool ?? pool, insurance: 0n }),
    stored: async (ids) => rows.filter(({ ownerId }) => ids.includes(ownerId)),
    clock: { now: Date.now },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    jobs: silentJobs(),
  });
});
afterEach(async () => {
  await audit.stop();
  vi.useRealTimers();
});

const pass = () => vi.advanceTimersByTimeAsync(2 * MINUTE_MS);

test('finds nothing in a consistent account', async () => {
  await pass();
  expect(audit.counts).toMatchObject({ faults: 0 });
  expect(audit.counts.looks).toBeGreaterThan(1);
  expect(closed).toEqual([]);
});

test('an account at its stop-out is no fault while a mark has further steps', async () => {
  account = accountWith(0n, -50n);
  rows = [rowOf(account)];
  isBusy = true;
  await pass();
  expect(audit.counts.faults).toBe(0);
  isBusy = false;
  await pass();
  expect(audit.counts.faults).toBeGreaterThan(0);
});

test.each([
  ['at half of its margin', -50n, 1],
  ['a unit above half of its margin', -49n, 0],
])('an account %s that stays open', async (_what, unrealized, faults) => {
  account = accountWith(0n, unrealized);
  rows = [rowOf(account)];
  await pass();
  expect(Math.min(audit.counts.faults, 1)).toBe(faults);
  expect(closed.map(({ status }) => status).slice(0, 1)).toEqual(
    faults === 0 ? [] : ['close_only'],
  );
});

test('no account is stopped out while a mark of it is not live', async () => {
  account = accountWith(0n, -90n);
  rows = [rowOf(account)];
  mark = { state: 'frozen' };
  await pass();
  expect(audit.counts.faults).toBe(0);
});

/** The account has positions that have won so much in market 1 and so much in market 2. */
function holdBoth(live: bigint, beside: bigint): void {
  const terms = { direction: 'long', lots: 1, tickLotUnits: 1n } as const;
  const other = {
    ...terms,
    id: 2,
    revision: 2,
    marketId: 2,
    reserve: 0n,
    takeProfitTicks: 5,
    stopLossTicks: null,
    opening: { ticks: 100, margin: 100n },
  };
  const whole = accountWith(0n, live + beside);
  account = { ...whole, orders: [...whole.orders, other as unknown as LeverOrder] };
  rows = [rowOf(account)];
  secondAtTicks = 100 + Number(beside);
}

describe.each(['closed', 'frozen', 'halted'] as const)('while another market is %s', (state) => {
  beforeEach(() => {
    second = state === 'halted' ? 'live' : state;
    if (state === 'halted') secondStatus = 'halted';
  });

  test.each([
    ['a profit in it counts', -60n, 30n, 0],
    ['a profit in it counts no more than it is', -80n, 30n, 1],
    ['a loss in it counts', -30n, -20n, 1],
    ['nothing is missed above half of the margin', -40n, -9n, 0],
  ] as const)('positions are looked at, and %s', async (_, live, beside, faults) => {
    holdBoth(live, beside);
    await pass();
    expect(Math.min(audit.counts.faults, 1)).toBe(faults);
  });
});

test('an account that waits for a market which is frozen again and again is no fault', async () => {
  second = 'frozen';
  holdBoth(-60n, 0n);
  for (let times = 0; times < 20; times += 1) {
    await vi.advanceTimersByTimeAsync(9_000);
    second = 'live';
    noteMark();
    second = 'frozen';
  }
  expect(audit.counts.faults).toBe(0);
  await pass();
  expect(audit.counts.faults).toBeGreaterThan(0);
});

test.each<[string, Partial<AuditedAccount>]>([
  ['an available amount', { available: 1n }],
  ['a debt', { debt: 1n }],
  ['a revision', { orders: [{ ...ROW, revision: 3 }] }],
  ['an entry price', { orders: [{ ...ROW, openTicks: 4 }] }],
  ['a margin', { orders: [{ ...ROW, margin: 99n }] }],
  ['a reserve', { orders: [{ ...ROW, reserve: 1n }] }],
  ['a take-profit', { orders: [{ ...ROW, takeProfitTicks: null }] }],
  ['a stop-loss', { orders: [{ ...ROW, stopLossTicks: 2 }] }],
  ['an order', { orders: [] }],
])('%s that memory does not have is a fault', async (_what, stored) => {
  rows = [{ ...rowOf(accountWith(0n, 0n)), ...stored }];
  await pass();
  expect(audit.counts.faults).toBeGreaterThan(0);
  expect(closed).not.toEqual([]);
});

test('funds of contracts that memory does not have are a fault', async () => {
  storedPool = 1n;
  await pass();
  expect(audit.counts.faults).toBeGreaterThan(0);
  expect(logged[0]).toMatch(/"ownerId":0.*pool 0 insurance 0.*pool 1 insurance 0/);
  expect(closed).not.toEqual([]);
});

test('a pool that owes is reported in each round, and closes no market', async () => {
  await pass();
  expect(logged).toEqual([]);
  pool = -7n;
  await pass();
  expect(logged).toHaveLength(2);
  expect(logged[0]).toMatch(/"pool":"-7".*the pool of contracts owes/);
  expect(audit.counts.faults).toBe(0);
  expect(closed).toEqual([]);
});

test('a difference that ends with a commit is no fault', async () => {
  const later = { ...accountWith(5n, 0n) };
  rows = [rowOf(later)];
  await vi.advanceTimersByTimeAsync(1_000);
  account = later;
  await pass();
  expect(audit.counts.faults).toBe(0);
});

test('a difference for a second among many accounts is no fault', async () => {
  for (let ownerId = 1_000; ownerId < 2_000; ownerId += 1)
    listener({ accounts: [{ ownerId }] } as unknown as LeverBatch);
  rows = [rowOf(accountWith(5n, 0n))];
  await vi.advanceTimersByTimeAsync(1_000);
  rows = [rowOf(accountWith(0n, 0n))];
  await pass();
  expect(audit.counts.looks).toBeGreaterThan(2);
  expect(audit.counts.faults).toBe(0);
});

test('an owner is looked at from the first change on, and until nothing is open', async () => {
  account = undefined;
  await pass();
  const looks = () => audit.counts.looks;
  expect(looks()).toBe(0);
  account = { ...accountWith(0n, 0n), frozen: 0n, margin: 0n, orders: [] };
  rows = [rowOf(account)];
  listener({ accounts: [{ ownerId: ANN }] } as unknown as LeverBatch);
  await pass();
  expect(looks()).toBe(1);
});
