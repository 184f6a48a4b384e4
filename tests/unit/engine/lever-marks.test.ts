/** The mark of a contract market from the sources of its pair, and the golden vectors of marks. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { agreeOn } from '../../../contract/figures/price-agreement.ts';
import type { PriceStatus } from '../../../contract/figures/confirmed-price.ts';
import { leverMarkOf } from '../../../server/engine/lever/market-mark.ts';
import { BTC, priceOf, ticksOf } from '../../support/lever/lever-scene.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const sourcesOf = (...prices: readonly string[]) =>
  prices.map((price, index) => ({
    sourceId: `source${index}`,
    ticks: ticksOf(BTC, price),
    atMs: NOW,
  }));
const evaluated = (status: PriceStatus, ...prices: readonly string[]) => ({
  status,
  atMs: NOW,
  ticks: status === 'live' ? ticksOf(BTC, prices[0] ?? '') : null,
  sources: sourcesOf(...prices),
  isCloseOnly: false,
});

test.each([
  ['three', ['97250.00', '97252.10', '97248.90'], '97250'],
  ['an even count, half to the even tick', ['97250.00', '97250.01'], '97250'],
  ['an even count, half to the even tick above', ['97250.01', '97250.02'], '97250.02'],
  ['one source a hundredfold', ['97250.00', '97252.10', '9725000.00'], '97251.05'],
  ['the own book at a hundredth', ['972.50', '97252.10', '97248.90'], '97250.5'],
])('V17: %s', (_, prices, expected) => {
  const found = agreeOn(sourcesOf(...prices), NOW, 10_000);
  expect(found.isAgreed && priceOf(BTC, found.ticks)).toBe(expected);
});

test.each([
  ['two that are more than 0.5 % apart', ['97250.00', '96760.00'], 'apart'],
  ['two, one of them a wick', ['97250.00', '972.50'], 'too_few'],
  ['one', ['97250.00'], 'too_few'],
])('V17: %s freeze the mark', (_, prices, reason) => {
  expect(agreeOn(sourcesOf(...prices), NOW, 10_000)).toMatchObject({ isAgreed: false, reason });
});

describe('a mark', () => {
  test.each<[PriceStatus, string]>([
    ['too_few', 'frozen'],
    ['apart', 'frozen'],
    ['confirming', 'frozen'],
    ['closed', 'closed'],
    ['live', 'live'],
  ])('of a pair that is %s is %s', (status, state) => {
    const mark = leverMarkOf(evaluated(status, '97250', '97250', '97250'), BTC, 1);
    expect(mark.state).toBe(state);
  });

  test('waits while sources are further apart than half of spread and fee', () => {
    // 350 millionths of 97250.00 are 34.0375.
    const isAgreed = (price: string): boolean => {
      const mark = leverMarkOf(evaluated('live', '97250', '97250', price), BTC, 1);
      return mark.state === 'live' && mark.isAgreed;
    };
    expect(isAgreed('97284.03')).toBe(true);
    expect(isAgreed('97284.04')).toBe(false);
  });

  test('waits while fewer than two sources are of the last two seconds', () => {
    const isAgreedAt = (now: number, ageMs: number): boolean => {
      const found = evaluated('live', '97250', '97250', '97250');
      const [first, second, third] = found.sources.map((source, index) =>
        index === 0 ? source : { ...source, atMs: NOW - ageMs },
      );
      const sources = [ensure(first, 'a'), ensure(second, 'b'), ensure(third, 'c')];
      const mark = leverMarkOf({ ...found, atMs: now, sources }, BTC, 1);
      return mark.state === 'live' && mark.isAgreed;
    };
    expect(isAgreedAt(NOW, 2_000)).toBe(true);
    expect(isAgreedAt(NOW, 2_001)).toBe(false);
  });

  test('keeps the distance of its sources, rounded up', () => {
    const markWith = (price: string) =>
      leverMarkOf(evaluated('live', '97250', '97250', price), BTC, 1);
    expect(markWith('97318.07')).toMatchObject({ apartPpm: 700 });
    expect(markWith('97318.08')).toMatchObject({ apartPpm: 701 });
  });

  test('keeps the breaker', () => {
    const broken = { ...evaluated('live', '97250', '97250', '97250'), isCloseOnly: true };
    expect(leverMarkOf(broken, BTC, 1)).toMatchObject({ isCloseOnly: true });
  });
});
