/** The machine of a spot order: frozen amounts, fees and ends, in examples and for random events. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import type { SpotOrderInput } from '../../machines/domain/spot/spot-order.context.ts';
import type { SpotOrderEvent } from '../../machines/domain/spot/spot-order.events.ts';
import { spotOrderMachine } from '../../machines/domain/spot/spot-order.machine.ts';
import { reserveOf } from '../../machines/domain/spot/spot-order.rules.ts';
import {
  canCancel,
  spotOrderSnapshot,
  stateOf,
  type SpotOrderSnapshot,
} from '../../machines/domain/spot/spot-order.snapshot.ts';

const OWNER = 7;
const ENGINE = { role: 'engine', userId: 0 } as const;
const owner = { role: 'owner', userId: OWNER } as const;

/** 10 coins of 100 units at 50 quote units each. */
const TERMS = {
  orderId: '1',
  ownerId: OWNER,
  side: 'buy',
  kind: 'limit',
  price: '50',
  quantity: '1000',
  amount: null,
  baseScale: 2,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
} as const;
const buy: SpotOrderInput = { ...TERMS, reserved: String(reserveOf(TERMS)) };
const sell: SpotOrderInput = { ...buy, side: 'sell', reserved: '1000' };

const filled = (quantity: number, amount: number, liquidity: 'maker' | 'taker' = 'maker') =>
  ({
    type: 'order.filled',
    by: ENGINE,
    quantity: String(quantity),
    amount: String(amount),
    liquidity,
  }) as const;

function after(input: SpotOrderInput, ...events: readonly SpotOrderEvent[]): SpotOrderSnapshot {
  const [start] = initialTransition(spotOrderMachine, input);
  return events.reduce(
    (snapshot, event) => transition(spotOrderMachine, snapshot, event)[0],
    start,
  );
}

const effectsOf = (snapshot: SpotOrderSnapshot, event: SpotOrderEvent): string[] =>
  transition(spotOrderMachine, snapshot, event)[1].map(({ type }) => type);

describe('the life of a spot order', () => {
  test('freezes the cost at the limit, and frees what a better price leaves over', () => {
    const { context } = after(buy, filled(400, 180, 'taker'));

    expect(buy.reserved).toBe('500');
    expect(context).toMatchObject({ executedAmount: '180', reserved: '300', fee: '1' });
  });

  test('rounds fees up to the next unit, by the rate of its role in the trade', () => {
    expect(after(buy, filled(501, 250, 'taker')).context.fee).toBe('2');
    expect(after(buy, filled(501, 250, 'maker')).context.fee).toBe('1');
  });

  test('ends executed with nothing frozen, notifies its owner and releases its reserve', () => {
    const half = after(buy, filled(500, 250));
    const last = filled(500, 250);

    expect(effectsOf(half, last)).toEqual(['settleDeal', 'releaseReserve', 'notifyOwner']);
    expect(after(buy, filled(500, 250), last)).toMatchObject({
      value: 'executed',
      status: 'done',
      context: { reserved: '0', revision: 3, endReason: null },
    });
  });

  test('keeps the executed part when its owner cancels the rest', () => {
    const snapshot = after(sell, filled(300, 150), { type: 'order.cancel', by: owner });

    expect(snapshot.value).toBe('cancelled');
    expect(snapshot.context).toMatchObject({
      executedQuantity: '300',
      reserved: '0',
      endReason: 'owner',
    });
  });

  test.each<[string, SpotOrderInput, SpotOrderEvent]>([
    ['a buy above its limit', buy, filled(100, 51)],
    ['a sell below its limit', sell, filled(100, 49)],
    ['more than the remaining quantity', buy, filled(1_001, 500)],
    ['nothing at all', buy, filled(0, 0)],
    ['a stranger who cancels', buy, { type: 'order.cancel', by: { ...owner, userId: 8 } }],
    ['the engine that cancels', buy, { type: 'order.cancel', by: { ...ENGINE, userId: OWNER } }],
    [
      'a limit order on an empty side',
      buy,
      { type: 'order.expired', by: ENGINE, reason: 'no_liquidity' },
    ],
  ])('ignores %s', (_, input, event) => {
    const before = after(input);

    expect(transition(spotOrderMachine, before, event)[0]).toBe(before);
    expect(before.can(event)).toBe(false);
  });
});

test('a snapshot restored from storage allows the same as the live one', () => {
  const lived = after(buy, filled(500, 250));
  const stored = spotOrderSnapshot(lived.context, stateOf(lived));

  expect(stored.value).toEqual(lived.value);
  expect(canCancel(stored, OWNER)).toBe(true);
  expect(canCancel(stored, 8)).toBe(false);
});

const event: fc.Arbitrary<SpotOrderEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        lots: fc.integer({ min: 0, max: 6 }),
        better: fc.integer({ min: -2, max: 10 }),
        liquidity: fc.constantFrom('maker' as const, 'taker' as const),
      })
      .map(({ lots, better, liquidity }) => filled(lots * 100, lots * (50 - better), liquidity)),
  },
  fc.constant({ type: 'order.cancel', by: owner } as const),
  fc.constant({ type: 'order.close', by: { role: 'operator', userId: 0 } } as const),
  fc
    .constantFrom('self_trade' as const, 'no_liquidity' as const)
    .map((reason) => ({ type: 'order.expired', by: ENGINE, reason }) as const),
);

test('whatever happens, an order uses no more than was frozen, and its end is final', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      let snapshot = after(buy);
      for (const one of events) {
        const before = snapshot;
        snapshot = transition(spotOrderMachine, before, one)[0];
        expect(before.can(one)).toBe(snapshot !== before);
        if (before.status === 'done') expect(snapshot).toBe(before);
        const { reserved, executedAmount, executedQuantity } = snapshot.context;
        const used = BigInt(executedAmount) + BigInt(reserved);
        expect(used <= BigInt(buy.reserved)).toBe(true);
        expect(BigInt(executedQuantity) <= 1_000n).toBe(true);
        // While open, the frozen amount is the cost of the rest at the limit.
        const rest = (1_000n - BigInt(executedQuantity)) / 2n;
        expect(BigInt(reserved)).toBe(snapshot.status === 'done' ? 0n : rest);
        const copy = JSON.parse(JSON.stringify(snapshot.context)) as typeof snapshot.context;
        expect(spotOrderSnapshot(copy, stateOf(snapshot)).value).toEqual(snapshot.value);
      }
    }),
    { numRuns: 500, seed: 20_261_120 },
  );
});
