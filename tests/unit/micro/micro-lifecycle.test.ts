/** Stored fast contracts against their machine and the index log: a true row replays, and every false field is a fault. */
import { expect, test } from 'vitest';
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { writeReceipt } from '../../../contract/figures/micro-receipt.ts';
import { units } from '../../../contract/money/units.ts';
import { microFaultsOf, replayMicroOrder } from '../../../server/areas/micro/micro-lifecycle.ts';
import type { StoredMicroOrder } from '../../../server/areas/micro/micro.types.ts';

const ACCEPTED_MS = 1_795_693_600_100;
const OPENED_MS = 1_795_693_600_250;
const EXPIRES_MS = OPENED_MS + 4_000;
const TERMS = {
  instrument: 'BTC/USDT',
  priceScale: 2,
  direction: 'up',
  seconds: 4,
  stake: units(10n ** 18n),
  profitPpm: 850_000,
  lossPpm: 1_000_000,
  acceptedAtMs: ACCEPTED_MS,
} as const;
const TOKEN = 'A'.repeat(22);
const RECEIPT = writeReceipt({
  ...TERMS,
  token: TOKEN,
  currency: 'USDT',
  logAtMs: OPENED_MS - 250,
  head: '0'.repeat(64),
});
const ORDER: StoredMicroOrder = {
  ...TERMS,
  id: 1,
  ownerId: 7,
  productId: 1,
  token: TOKEN,
  receipt: RECEIPT,
  signature: 'signature',
  idempotencyKey: 'key',
  requestId: 'request',
  state: 'won',
  openedAtMs: OPENED_MS,
  openTicks: 100_000,
  expiresAtMs: EXPIRES_MS,
  window: { sum: 1_200_012, count: 12 },
  payout: units(1_850_000_000_000_000_000n),
  settledAtMs: EXPIRES_MS + 10,
  revision: 3,
};

/** The opening price, then one tick more. */
const records = (ticks = 100_001): IndexRecord[] =>
  Array.from({ length: 18 }, (_, index) => {
    const atMs = OPENED_MS - 250 + index * 250;
    const value = index < 2 ? 100_000 : ticks;
    const sources = ['a', 'b'].map((sourceId) => ({ sourceId, ticks: value, atMs }));
    return { instrument: 'BTC/USDT', atMs, ticks: value, gap: null, sources };
  });

const faultsOf = (changes: Partial<StoredMicroOrder>, read = records()) =>
  microFaultsOf({ ...ORDER, ...changes }, read, (_, signature) => signature === 'signature');

test('a true row has no fault', () => {
  expect(faultsOf({})).toEqual([]);
});

test.each([
  ['state is lost', { state: 'lost' }],
  ['payout is 1', { payout: units(1n) }],
  ['open_ticks is 99999', { openTicks: 99_999 }],
  ['opened_at is', { openedAtMs: OPENED_MS + 250 }],
  ['expires_at is', { expiresAtMs: EXPIRES_MS + 250 }],
  ['profit_ppm is 1', { profitPpm: 1 }],
  ['stake is 2', { stake: units(2n) }],
  ['direction is down', { direction: 'down' }],
  ['accepted_at is', { acceptedAtMs: ACCEPTED_MS - 300 }],
  ['revision is 2', { revision: 2 }],
  ['the receipt is not signed', { signature: 'another' }],
  ['the receipt has another form', { receipt: `${RECEIPT} ` }],
] as const)('a changed row is named: %s', (fault, changes) => {
  expect(faultsOf(changes).join('\n')).toContain(fault);
});

test('a row that does not follow from the points of the log is named', () => {
  expect(faultsOf({}, records(99_999))[0]).toContain('state is won, the replay says lost');
  expect(faultsOf({}, records(100_000))[0]).toContain('state is won, the replay says drawn');
  const unfinished = records().filter(({ atMs }) => atMs < EXPIRES_MS);
  expect(faultsOf({}, unfinished)[0]).toContain('state is won, the replay says open');
});

test('a running order has the steps that its row has reached', () => {
  const running = {
    state: 'open',
    payout: null,
    settledAtMs: null,
    window: null,
    revision: 2,
  } as const;
  const { steps, faults } = replayMicroOrder({
    order: { ...ORDER, ...running },
    points: records(),
  });
  expect(faults).toEqual([]);
  expect(steps.map(({ event }) => event?.type)).toEqual([undefined, 'tick.taken']);
});

test('the row replaces lines that are removed', () => {
  const { steps, faults } = replayMicroOrder({ order: ORDER, points: null });
  expect(faults).toEqual([]);
  expect(steps.at(-1)).toMatchObject({ atMs: EXPIRES_MS + 10, snapshot: { value: 'won' } });
  const wrong = replayMicroOrder({ order: { ...ORDER, payout: units(1n) }, points: null });
  expect(wrong.faults).toHaveLength(1);
});
