/** Stored contract orders against their machine: a true log replays, and every false row or event is a fault. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { replayLeverOrder, type LeverRecord } from '../../../server/areas/lever/lever-lifecycle.ts';
import type { LeverOrderEvent } from '../../../server/areas/lever/lever-store.types.ts';
import { STOPPED_OUT } from '../../qa/fixtures/contract-orders.ts';

const { order, events } = STOPPED_OUT;
const faultsOf = (record: LeverRecord) => replayLeverOrder(record).faults;
const withOrder = (changes: Partial<LeverRecord['order']>): LeverRecord => ({
  events,
  order: { ...order, ...changes },
});
const withEvent = (index: number, changes: Partial<LeverOrderEvent>): LeverRecord => ({
  order,
  events: events.map((event, at) => (at === index ? { ...event, ...changes } : event)),
});

test('a stopped out order replays to its row, with a step for each event of the machine', () => {
  const { steps, faults } = replayLeverOrder(STOPPED_OUT);
  expect(faults).toEqual([]);
  expect(steps.map(({ event, snapshot }) => [event?.type ?? 'placed', snapshot.value])).toEqual([
    ['placed', 'pending'],
    ['order.opened', 'inTrading'],
    ['targets.amend', 'inTrading'],
    ['close.trigger', 'closing'],
    ['position.settled', 'closed'],
  ]);
});

describe('a market order', () => {
  const opening = ensure(order.opening, 'opening');
  const market: LeverRecord = {
    order: {
      ...order,
      kind: 'market',
      limitTicks: null,
      takeProfitTicks: null,
      state: 'in_trading',
      closeReason: null,
      closing: null,
      opening,
      revision: 2,
    },
    events: events.slice(1, 2),
  };

  test('opens at once, without an event of its placement', () => {
    expect(faultsOf(market)).toEqual([]);
  });

  test('waits for a price at which it closes, and may be kept', () => {
    const [opened] = market.events;
    const waits = { ...ensure(opened, 'event'), type: 'close_waits', reason: 'owner' } as const;
    const closing = { ...market.order, state: 'closing', closeReason: 'owner' } as const;
    expect(
      faultsOf({
        order: { ...closing, revision: 3 },
        events: [...market.events, { ...waits, revision: 3 }],
      }),
    ).toEqual([]);
    expect(
      faultsOf({
        order: { ...market.order, revision: 4 },
        events: [
          ...market.events,
          { ...waits, revision: 3 },
          { ...waits, type: 'close_withdrawn', reason: null, revision: 4 },
        ],
      }),
    ).toEqual([]);
  });
});

describe('targets that change', () => {
  const [placed, opened, amended] = events.map((event) => ensure(event, 'event'));
  const TARGETS = { takeProfitTicks: 9_900_000, stopLossTicks: 9_000_000 };

  /** Faults of a position with {@link TARGETS} that are replaced at this mark. */
  function faultsAt(markTicks: number | null, changes: Partial<typeof TARGETS>): number {
    const given = { ...TARGETS, ...changes };
    const position = { state: 'in_trading', closeReason: null, closing: null } as const;
    return faultsOf({
      order: { ...order, ...position, ...given, revision: 3 },
      events: [
        { ...ensure(placed, 'event'), ...TARGETS },
        { ...ensure(opened, 'event'), ...TARGETS },
        { ...ensure(amended, 'event'), ...given, markTicks },
      ],
    }).length;
  }

  test.each([null, 8_900_000, 9_500_000, 10_000_000])(
    'at a mark of %s: one stays, and a stop-loss goes away from it',
    (markTicks) => {
      expect(faultsAt(markTicks, { stopLossTicks: 8_999_999 })).toBe(0);
    },
  );

  test.each([
    [null, { stopLossTicks: 9_000_001 }],
    [9_000_001, { stopLossTicks: 9_000_001 }],
    [null, { takeProfitTicks: 9_900_001 }],
    [9_900_001, { takeProfitTicks: 9_900_001 }],
  ])('at a mark of %s a replay refuses %j', (markTicks, changes) => {
    expect(faultsAt(markTicks, changes)).toBeGreaterThan(0);
  });

  test.each([
    [9_000_002, { stopLossTicks: 9_000_001 }],
    [9_900_000, { takeProfitTicks: 9_900_001 }],
  ])('at a mark of %s a replay accepts %j', (markTicks, changes) => {
    expect(faultsAt(markTicks, changes)).toBe(0);
  });
});

describe('a canceled order', () => {
  const cancelled = {
    ...order,
    state: 'cancelled',
    takeProfitTicks: null,
    opening: null,
    closing: null,
    closeReason: null,
    revision: 2,
  } as const;
  const [placed] = events;

  test.each(['owner', 'operator', 'insufficient_margin', 'account_stopped_out'] as const)(
    'keeps the reason %s',
    (reason) => {
      const end = { ...ensure(placed, 'event'), type: 'cancelled', revision: 2, reason } as const;
      const record = { order: { ...cancelled, cancelReason: reason }, events: [end] };
      expect(faultsOf({ ...record, events: [ensure(placed, 'event'), end] })).toEqual([]);
    },
  );
});

describe('a false row', () => {
  const opening = ensure(order.opening, 'opening');
  const closing = ensure(order.closing, 'closing');

  test.each<[string, LeverRecord, RegExp]>([
    ['another state', withOrder({ state: 'in_trading' }), /^state is in_trading/],
    ['another revision', withOrder({ revision: 6 }), /^revision is 6/],
    ['a reserve that is still held', withOrder({ reserve: 1n }), /^reserve is 1/],
    ['another target', withOrder({ takeProfitTicks: null }), /^take_profit is null/],
    ['another reason', withOrder({ closeReason: 'owner' }), /^close_reason is owner/],
    [
      'a margin that is one unit too small',
      withOrder({
        opening: { ...opening, margin: (opening.margin - 1n) as typeof opening.margin },
      }),
      /^order\.opened cannot happen to an order that is pending/,
    ],
    [
      'an opening beyond its limit',
      withOrder({ opening: { ...opening, ticks: opening.ticks + 1 } }),
      /^order\.opened cannot happen/,
    ],
    [
      'a profit that is one unit too large',
      withOrder({ closing: { ...closing, profit: closing.profit + 1n } }),
      /^position\.settled cannot happen/,
    ],
    [
      'nights before the first midnight',
      withOrder({ closing: { ...closing, nights: 1n } }),
      /^position\.settled cannot happen/,
    ],
    [
      'a stop-out above half of the margin',
      withOrder({
        closing: {
          ...closing,
          seen: { equity: opening.margin, margin: opening.margin, absentIds: [] },
        },
      }),
      /^close\.trigger cannot happen/,
    ],
  ])('%s', (_, record, fault) => {
    expect(faultsOf(record)).toContainEqual(expect.stringMatching(fault));
  });
});

describe('a false log', () => {
  test.each<[string, LeverRecord]>([
    ['a missing event', { order, events: events.filter(({ type }) => type !== 'amended') }],
    ['an event twice', { order, events: events.flatMap((event) => [event, event]) }],
    ['a target on the wrong side', withEvent(2, { takeProfitTicks: 9_700_000 })],
    ['a revision that is skipped', withEvent(1, { revision: 3 })],
    ['an end that did not happen', withEvent(3, { type: 'cancelled', reason: 'owner' })],
  ])('%s', (_, record) => {
    expect(faultsOf(record)).not.toEqual([]);
  });
});
