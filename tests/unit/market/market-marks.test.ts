/** Marks and references from sources that the test sets. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import { SPOT_MARKETS, FOREX_PAIRS } from '../../../server/areas/market/catalog.ts';
import { createSimulatedPairs } from '../../../server/areas/market/simulation/simulated-pairs.ts';
import { Marks } from '../../../server/areas/market/sources/marks.ts';
import { listPricePairs } from '../../../server/areas/market/sources/price-pairs.ts';
import type {
  PricePair,
  PriceSource,
  PriceTick,
} from '../../../server/areas/market/sources/price-source.ts';
import { readTicks } from '../../../server/areas/market/sources/read-ticks.ts';
import { createSimulatedSources } from '../../../server/areas/market/sources/simulated-sources.ts';

/** A Wednesday, while forex is open. */
const START = Date.UTC(2026, 10, 25, 12);
const BTC: PricePair = {
  name: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  priceScale: 2,
  hours: 'always',
};
const EUR: PricePair = {
  name: 'EUR/USD',
  base: 'EUR',
  quote: 'USD',
  priceScale: 5,
  hours: 'forex',
};

const clock = { time: START, now: () => clock.time };
const prices = new Map<string, PriceTick>();
const source = (id: string): PriceSource => ({
  id,
  price: ({ name }) => prices.get(`${id} ${name}`) ?? null,
  start: () => undefined,
  stop: async () => undefined,
});
let marks: Marks;
let book: SourcePrice | null;
beforeEach(() => {
  clock.time = START;
  prices.clear();
  book = null;
  marks = new Marks({
    pairs: [BTC, EUR],
    sources: ['a', 'b', 'c'].map((id) => source(id)),
    clock,
  });
  marks.followBook((name) => (name === BTC.name ? book : null));
});

const say = (id: string, ticks: number, ageMs = 0, { name } = BTC) =>
  prices.set(`${id} ${name}`, { ticks, atMs: clock.time - ageMs });
const sayAll = (ticks: number, ageMs = 0, pair = BTC) => {
  for (const id of ['a', 'b', 'c']) say(id, ticks, ageMs, pair);
};
const own = (ticks: number) => {
  book = { sourceId: 'own-book', ticks, atMs: clock.time };
};

test('a mark is the middle of the sources, with those that decided', () => {
  say('a', 10_000);
  say('b', 10_010);
  say('c', 900_000);
  for (const reading of [marks.mark(BTC.name), marks.outside(BTC.name)]) {
    expect(reading).toMatchObject({ status: 'live', ticks: 10_005, atMs: START });
    expect(reading.sources.map(({ sourceId }) => sourceId)).toEqual(['a', 'b']);
  }
});

test('the own book has a vote on the mark and none on that of contracts', () => {
  say('a', 10_000);
  own(10_040);
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'live', ticks: 10_020 });
  expect(marks.outside(BTC.name)).toMatchObject({ status: 'too_few', ticks: null });
  expect(marks.outsidePrices(BTC.name).map(({ sourceId }) => sourceId)).toEqual(['a']);
  prices.clear();
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'too_few', ticks: null, sources: [book] });
});

test('the own book has no vote on the outside mark, which needs two outside sources', () => {
  say('a', 10_000);
  own(10_040);
  expect(marks.outside(BTC.name)).toMatchObject({ status: 'too_few', ticks: null });
  expect(marks.outsidePrices(BTC.name).map(({ sourceId }) => sourceId)).toEqual(['a']);
  say('b', 10_040);
  for (const ticks of [1, 10_000, 10_050, 1_000_000]) {
    own(ticks);
    for (let evaluation = 0; evaluation < 3; evaluation += 1) {
      marks.outside(BTC.name);
      clock.time += 250;
    }
    const { status, ticks: mark, sources } = marks.outside(BTC.name);
    expect([status, mark]).toEqual(['live', 10_020]);
    expect(sources.map(({ sourceId }) => sourceId)).toEqual(['a', 'b']);
  }
});

test('the first outside mark of a run must hold when there was one before', () => {
  marks.resumeOutside(BTC.name, 10_000);
  sayAll(9_000);
  const seen = [0, 250, 250].map((later) => {
    clock.time += later;
    return marks.outside(BTC.name).status;
  });
  expect(seen).toEqual(['confirming', 'confirming', 'live']);
});

test('the own book does not decide between sources that disagree', () => {
  say('a', 10_000);
  say('b', 10_400);
  own(10_200);
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'apart', ticks: null });
  say('b', 11_200);
  own(10_000);
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'too_few', ticks: null });
});

test('the own book has no vote far from outside sources that agree, one of which is off', () => {
  // Two of three agree, so a mark without the book does not move.
  say('a', 100_000);
  say('b', 100_000);
  for (const [off, book_] of [
    [105_000, 105_000],
    [95_300, 95_300],
    [105_000, 100_501],
    [95_300, 99_502],
  ] as const) {
    say('c', off);
    own(book_);
    expect([off, marks.mark(BTC.name).ticks]).toEqual([off, 100_000]);
    expect(marks.mark(BTC.name).sources.map(({ sourceId }) => sourceId)).toEqual(['a', 'b', 'c']);
  }
});

test('the own book has a vote up to 0.5 % from outside sources that agree', () => {
  say('a', 100_000);
  say('b', 100_000);
  say('c', 105_000);
  own(100_500);
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'live', ticks: 100_250 });
  expect(marks.mark(BTC.name).sources.at(-1)).toEqual(book);
  // The book is not from now.
  book = { sourceId: 'own-book', ticks: 100_500, atMs: START - 10_001 };
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'live', ticks: 100_000 });
});

test('the own book rejects no outside source', () => {
  // With the book, the median is 99,752, from which 105,000 is more than 5 % off.
  say('a', 95_200);
  say('b', 100_000);
  say('c', 105_000);
  own(99_503);
  const { ticks, sources } = marks.mark(BTC.name);
  expect([ticks, sources.length]).toEqual([99_752, 4]);
});

test('a price counts for ten seconds', () => {
  sayAll(10_000, 10_000);
  expect(marks.mark(BTC.name).ticks).toBe(10_000);
  sayAll(10_000, 10_001);
  expect(marks.mark(BTC.name)).toMatchObject({ status: 'too_few' });
});

test('forex is closed on weekends, whatever its sources say, and confirmed after them', () => {
  sayAll(108_620, 0, EUR);
  expect(marks.mark(EUR.name).ticks).toBe(108_620);
  clock.time = Date.UTC(2026, 10, 28, 12);
  sayAll(108_620, 0, EUR);
  for (const reading of [marks.mark(EUR.name), marks.outside(EUR.name)])
    expect(reading).toMatchObject({ status: 'closed', ticks: null });
  clock.time = Date.UTC(2026, 10, 29, 22);
  sayAll(108_620, 0, EUR);
  expect(marks.mark(EUR.name)).toMatchObject({ status: 'confirming' });
});

/** Evaluates four times a second for that time. */
function hold(ticks: number, seconds: number): void {
  for (const until = clock.time + seconds * 1_000; clock.time < until;) {
    clock.time += 250;
    sayAll(ticks);
    marks.evaluateAll();
  }
}

describe('the reference of floating ads', () => {
  test('is the mark of a calm market', () => {
    hold(10_000, 300);
    hold(10_100, 1);
    expect(marks.calmTicks(BTC.name)).toBe(10_100);
  });

  test('is unknown while the mark is confirmed, and while it is far from the slow mean', () => {
    hold(10_000, 300);
    hold(10_600, 0.5);
    expect(marks.liveTicks(BTC.name)).toBeNull();
    hold(10_600, 2);
    expect(marks.liveTicks(BTC.name)).toBe(10_600);
    expect(marks.calmTicks(BTC.name)).toBeNull();
    // The mean has come within 5 %.
    hold(10_600, 60);
    expect(marks.calmTicks(BTC.name)).toBe(10_600);
  });

  test('is unknown for five minutes after the breaker', () => {
    hold(10_000, 10);
    hold(11_001, 290);
    expect(marks.mark(BTC.name).isCloseOnly).toBe(true);
    expect(marks.calmTicks(BTC.name)).toBeNull();
    // The breaker tripped last when the old price was a minute old.
    hold(11_001, 75);
    expect(marks.calmTicks(BTC.name)).toBe(11_001);
  });
});

test('an unknown pair has no references', () => {
  expect([marks.liveTicks('X/Y'), marks.meanTicks('X/Y'), marks.calmTicks('X/Y')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('simulated sources are slightly apart, agree on the simulation, and are the same for a seed', () => {
  const pairs = createSimulatedPairs({ seed: 'x', clock });
  const open = () =>
    new Marks({
      pairs: listPricePairs(SPOT_MARKETS, FOREX_PAIRS),
      sources: createSimulatedSources({ pairs, clock, seed: 'x' }),
      clock,
    });
  const [one, other] = [open(), open()];
  const reading = one.outside('BTC/USDT');
  const [first, above, below] = reading.sources.map(({ ticks }) => ticks);
  expect(reading.ticks).toBe(pairs.spot.get(1)?.priceTicksAt(clock.time));
  expect(first).toBe(reading.ticks);
  expect(above).toBeGreaterThan(first ?? 0);
  expect(below).toBeLessThan(first ?? 0);
  expect((above ?? 0) / (below ?? 1)).toBeLessThan(1.0005);
  for (const { name } of one.pairs) {
    expect(one.mark(name).status).toBe('live');
    expect(other.mark(name)).toEqual(one.mark(name));
  }
});

test.each([
  ['97250.1', 2, 9_725_010],
  ['97250.104999', 2, 9_725_010],
  ['97250.105', 2, 9_725_011],
  ['7', 0, 7],
  ['0.5', 0, 1],
  ['0.00001342000', 8, 1_342],
  ['-1', 2, null],
  ['1e3', 2, 100_000],
  ['', 2, null],
  ['.5', 2, null],
  ['NaN', 2, null],
])('the text %j of a source is, at %d decimals, %s', (text, scale, ticks) => {
  expect(readTicks(text, scale)).toBe(ticks);
});
