/** Faults of price sources, through the rules of marks into the core: no position is closed by a price that is wrong. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { LeverEvent } from '../../../server/engine/lever/lever-types.ts';
import { LeverFeed, says, slow } from '../../support/lever/lever-feed.ts';
import { BTC, inUsdt, ticksOf } from '../../support/lever/lever-scene.ts';

const PRICE = '97250.00';
const HOUR_MS = 3_600_000;
const [STOPPABLE, WITH_LOSS, WITH_PROFIT, WITH_LIMIT] = [1, 2, 3, 4];
const long = { market: BTC, direction: 'long', lots: 250, multiple: 20 } as const;

let feed: LeverFeed;
/** An account that a fall of 3 % stops out, a stop-loss, a take-profit, and a limit, each of its own owner. */
beforeEach(() => {
  feed = new LeverFeed(PRICE);
  const { scene } = feed;
  scene.fund('1300', STOPPABLE);
  for (const ownerId of [WITH_LOSS, WITH_PROFIT, WITH_LIMIT]) scene.fund('5000', ownerId);
  feed.run(100);
  scene.place({ ...long, ownerId: STOPPABLE });
  scene.place({ ...long, ownerId: WITH_LOSS, stopLossTicks: ticksOf(BTC, '96000.00') });
  scene.place({ ...long, ownerId: WITH_PROFIT, takeProfitTicks: ticksOf(BTC, '99000.00') });
  scene.place({ ...long, ownerId: WITH_LIMIT, limitTicks: ticksOf(BTC, '95000.00') });
  scene.core.takeEvents();
});

const kinds = (events: readonly LeverEvent[]): string[] =>
  events.map((event) =>
    event.type === 'order.closed'
      ? `${event.order.ownerId} closed ${event.closing.reason}`
      : `${'order' in event ? event.order.ownerId : event.ownerId} ${event.type}`,
  );
/** Live marks further than 0.5 % from the price. */
const astray = () =>
  feed.seen.filter((text) => {
    const ticks = Number(/^live (\d+)$/.exec(text)?.[1] ?? ticksOf(BTC, PRICE));
    return 200 * Math.abs(ticks - ticksOf(BTC, PRICE)) > ticksOf(BTC, PRICE);
  });

describe('one source of three', () => {
  test.each([
    ['is dead', () => null],
    ['is slow by 3 s', slow(PRICE, 3_000)],
    ['is slow by 11 s', slow(PRICE, 11_000)],
    ['says a hundredfold', says('9725000.00')],
    ['says a hundredth', says('972.50')],
    ['says 4.9 % less', says('92484.75')],
    ['says zero', says(0)],
    ['says a negative price', says(-9_725_000)],
    ['says no number', says(Number.NaN)],
    ['says an infinite price', says(Number.POSITIVE_INFINITY)],
    ['says a fraction of a tick', says(1.5)],
    ['is ten minutes ahead with another price', says('48000.00', 600_000)],
    ['repeats a price of an hour ago', says('48000.00', -HOUR_MS)],
  ])('that %s moves no mark and ends nothing', (_, fault) => {
    feed.say('c', fault);
    expect(kinds(feed.run(30_000))).toEqual([]);
    expect(astray()).toEqual([]);
    expect(feed.seen).not.toContain('frozen');
  });

  test('that flaps at 10 Hz between its price and a wick moves no mark', () => {
    const flap = (now: number) => says(now % 200 < 100 ? PRICE : '60000.00');
    expect(kinds(feed.run(30_000, (now) => feed.say('c', flap(now))))).toEqual([]);
    expect(astray()).toEqual([]);
  });

  test('whose clock jumps forward and back is left out, and counts again', () => {
    const jump = (now: number) => says('48000.00', now % 4_000 < 2_000 ? 86_400_000 : -86_400_000);
    expect(kinds(feed.run(20_000, (now) => feed.say('c', jump(now))))).toEqual([]);
    feed.say('c', says(PRICE));
    feed.say('b', () => null);
    feed.run(30_000);
    expect(feed.seen).toEqual([`live ${ticksOf(BTC, PRICE)}`]);
  });
});

describe('two sources of three', () => {
  test.each([
    ['are wrong in different ways', says('9725000.00'), says('972.50'), 'frozen'],
    ['are dead', () => null, () => null, 'frozen'],
    ['are 11 s old', says(PRICE, -11_000), says(PRICE, -11_000), 'frozen'],
    ['say zero', says(0), says(0), 'frozen'],
  ] as const)('that %s freeze the mark, and end nothing', (_, b, c, state) => {
    feed.say('b', b);
    feed.say('c', c);
    expect(kinds(feed.run(30_000))).toEqual([]);
    expect(feed.seen.at(-1)).toBe(state);
    expect(astray()).toEqual([]);
  });

  test('that say the same wrong price for less than half a second end nothing', () => {
    feed.say('b', says('60000.00'));
    feed.say('c', says('60000.00'));
    const events = [...feed.run(500)];
    feed.sayAll(says(PRICE));
    events.push(...feed.run(10_000));
    expect(kinds(events)).toEqual([]);
    expect(astray()).toEqual([]);
    expect(feed.seen.at(-1)).toBe(`live ${ticksOf(BTC, PRICE)}`);
  });
});

test('all sources that flap at 10 Hz freeze the mark, which thaws when they hold', () => {
  const flap = (now: number) => feed.sayAll(says(now % 200 < 100 ? PRICE : '60000.00'));
  expect(kinds(feed.run(30_000, flap))).toEqual([]);
  expect(astray()).toEqual([]);
  feed.sayAll(says(PRICE));
  feed.run(450);
  expect(feed.seen.at(-1)).toBe('frozen');
  feed.run(200);
  expect(feed.seen.at(-1)).toBe(`live ${ticksOf(BTC, PRICE)}`);
});

test('all sources whose clocks jump forward freeze the mark', () => {
  feed.sayAll(says('60000.00', 5_000));
  expect(kinds(feed.run(30_000))).toEqual([]);
  expect(feed.seen.at(-1)).toBe('frozen');
});

describe('all sources dead for an hour, and then a gap of 30 %', () => {
  const GAP = '68075.00';
  beforeEach(() => {
    feed.sayAll(() => null);
    expect(kinds(feed.run(HOUR_MS))).toEqual([]);
    expect(feed.seen.at(-1)).toBe('frozen');
    feed.sayAll(says(GAP));
  });

  test('end nothing before the price has held for half a second', () => {
    expect(kinds(feed.run(500))).toEqual([]);
    feed.sayAll(says(PRICE));
    expect(kinds(feed.run(10_000))).toEqual([]);
  });

  test('act at the price that is there then: the gap belongs to the owners, and no owner owes anything', () => {
    const events = feed.run(10_000);
    expect(kinds(events).toSorted()).toEqual([
      '1 closed stop_out',
      '1 shortfall.paid',
      '2 closed stop_loss',
      '2 shortfall.paid',
      '3 closed stop_out',
      '3 shortfall.paid',
      '4 order.opened',
    ]);
    for (const event of events)
      if (event.type === 'order.closed') expect(event.closing.ticks).toBe(ticksOf(BTC, GAP));
    const opened = events.find((event) => event.type === 'order.opened');
    // Never worse than its limit, and the gain of the gap belongs to its owner.
    expect(opened?.type === 'order.opened' && opened.order.opening.ticks).toBe(6_808_862);
    for (const ownerId of [STOPPABLE, WITH_LOSS, WITH_PROFIT]) {
      const { available, frozen, debt } = feed.scene.account(ownerId);
      expect([available, frozen, debt].map(inUsdt)).toEqual(['0', '0', '0']);
    }
  });
});
