/** Fast contracts: opening, window and outcome from the points of the index, and exact amounts (V18 to V20). */
import { describe, expect, test } from 'vitest';
import {
  breakEvenBp,
  microPayoutOf,
  microProfitOf,
} from '../../../../contract/figures/micro-amount.ts';
import {
  meanTenths,
  openingOf,
  outcomeOf,
  windowOf,
} from '../../../../contract/figures/micro-settlement.ts';
import type { IndexRecord } from '../../../../contract/figures/index-record.ts';
import { formatUnits, parseUnits } from '../../../../contract/money/decimal.ts';
import { units } from '../../../../contract/money/units.ts';
import { START } from '../../../support/micro/index/memory-index.ts';
import { vectorOf } from '../../../support/product-vectors.ts';

const SCALE = 18;

/** The point of the grid so long after the start; two sources are that far apart, in ticks. */
const point = (afterMs: number, ticks: number, apart = 0): IndexRecord => {
  const atMs = START + afterMs;
  const sources = [ticks, ticks + apart].map((said, index) => {
    return { sourceId: `source-${index}`, ticks: said, atMs };
  });
  return { instrument: 'BTC/USDT', atMs, ticks, gap: null, sources };
};
const gap = (afterMs: number): IndexRecord => {
  const atMs = START + afterMs;
  return { instrument: 'BTC/USDT', atMs, ticks: null, gap: 'too_few', sources: [] };
};

describe('the opening price', () => {
  test('is not a point whose sources all are too old', () => {
    const claimed = { ...point(250, 100), sources: [] };
    const opening = openingOf(START, [claimed, point(500, 101)]);
    expect(opening).toEqual({ kind: 'opened', atMs: START + 500, ticks: 101 });
  });

  test('is the first index after the order, not the one at that moment', () => {
    const records = [point(0, 100), point(250, 101), point(500, 102)];
    expect(openingOf(START, records)).toEqual({ kind: 'opened', atMs: START + 250, ticks: 101 });
    expect(openingOf(START + 249, records)).toMatchObject({ ticks: 101 });
    expect(openingOf(START + 250, records)).toMatchObject({ ticks: 102 });
  });

  test('needs sources within 300 ppm', () => {
    const apart = (ticks: number) => openingOf(START, [point(250, 1_000_000, ticks)]).kind;
    expect([apart(300), apart(301)]).toEqual(['opened', 'waiting']);
  });

  test('is looked for during two seconds', () => {
    const gaps = [250, 500, 750, 1_000, 1_250, 1_500, 1_750].map(gap);
    expect(openingOf(START, [])).toEqual({ kind: 'waiting' });
    expect(openingOf(START, gaps)).toEqual({ kind: 'waiting' });
    expect(openingOf(START, [...gaps, gap(2_000)])).toEqual({ kind: 'voided' });
    expect(openingOf(START, [...gaps, point(2_000, 7)])).toMatchObject({ ticks: 7 });
    // A restart left the points out.
    expect(openingOf(START, [gap(250), point(2_250, 7)])).toEqual({ kind: 'voided' });
  });
});

describe('the window', () => {
  const records = Array.from({ length: 41 }, (_, index) => point(index * 250, 1_000 + index));
  const expiry = START + 8_000;

  test('has twelve points: the expiry, and not the moment three seconds before it', () => {
    // Points 21 to 32.
    expect(windowOf(expiry, records)).toEqual({ sum: 12 * 1_000 + 318, count: 12 });
  });

  test('is open until the log has reached the expiry', () => {
    expect(windowOf(expiry, records.slice(0, 32))).toBeNull();
    expect(windowOf(expiry, records.slice(0, 33))).not.toBeNull();
  });

  test('has the points that are there, and may have none', () => {
    expect(windowOf(expiry, [point(7_750, 5), gap(8_000)])).toEqual({ sum: 5, count: 1 });
    expect(windowOf(expiry, [point(5_000, 5), point(9_000, 5)])).toEqual({ sum: 0, count: 0 });
  });
});

describe('the outcome', () => {
  const cents = (price: unknown) => Number(parseUnits(String(price), 2));
  const open = cents('97254.02');

  test('V18: one unit of the sum below twelve times the opening price is a loss of an up', () => {
    const { ticks, sum, mean_shown: shown, n_times_open: times } = vectorOf('V18').expected;
    const records = (ticks as string[]).map((price, index) =>
      point((index + 1) * 250, cents(price)),
    );
    const window = windowOf(START + 3_000, records);
    expect(window).toEqual({ sum: Number(sum), count: 12 });
    expect(12 * open).toBe(Number(times));
    if (window === null) throw new Error('the window has ended');
    expect(outcomeOf('up', open, window)).toBe('lost');
    expect(outcomeOf('down', open, window)).toBe('won');
    expect(formatUnits(meanTenths(window), 3)).toBe(shown);
  });

  test('V19: the opening price itself is a draw for both sides', () => {
    const window = { sum: Number(vectorOf('V19').expected['sum']), count: 12 };
    expect([outcomeOf('up', open, window), outcomeOf('down', open, window)]).toEqual([
      'drawn',
      'drawn',
    ]);
  });

  test('a window without a point is void', () => {
    expect(outcomeOf('up', open, { sum: 0, count: 0 })).toBe('voided');
  });
});

describe('amounts', () => {
  const rates = { profitPpm: 850_000, lossPpm: 900_000 };
  const stake = units(333_333_333_333_333_333n);
  const text = (amount: bigint) => formatUnits(amount, SCALE);

  test('V20: profits are rounded down, losses up, and the pool can pay each win', () => {
    const { expected } = vectorOf('V20');
    expect(text(microPayoutOf('won', stake, rates))).toBe(expected['win_pays_back']);
    expect(text(microProfitOf(stake, rates))).toBe(expected['pool_reserved']);
    expect(text(microPayoutOf('lost', stake, rates))).toBe(expected['returned']);
    expect((breakEvenBp(rates) / 100).toFixed(2)).toBe(expected['break_even_percent']);
  });

  test('a draw and a void return the stake', () => {
    expect(microPayoutOf('drawn', stake, rates)).toBe(stake);
    expect(microPayoutOf('voided', stake, rates)).toBe(stake);
  });

  test('a loss is never more than the stake', () => {
    expect(microPayoutOf('lost', stake, { ...rates, lossPpm: 1_000_000 })).toBe(0n);
    expect(() => microPayoutOf('lost', stake, { ...rates, lossPpm: 1_000_001 })).toThrow(/stake/);
  });
});
