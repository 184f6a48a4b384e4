/** The golden vectors of the contract formulas, and their properties. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import {
  equityOf,
  isAtOrBelow,
  riskRatioBpOf,
  stopOutTicksOf,
  usableOf,
} from '../../../contract/figures/lever-account.ts';
import { nightWeightOf } from '../../../contract/figures/lever-nights.ts';
import {
  agreedWithinPpmOf,
  entryTicksOf,
  isAgreedFor,
  limitMarkOf,
  openingCostOf,
  profitOf,
  reserveOf,
} from '../../../contract/figures/lever-order.ts';
import {
  BTC,
  DOGE,
  ETH,
  EURUSD,
  inUsdt,
  priceOf,
  ticksOf,
  usdt,
} from '../../support/lever/lever-scene.ts';
import { runsOf } from '../../support/property-runs.ts';

const SEED = { seed: 20_261_126 };
/** Above every price. */
const BEYOND = 10n ** 30n;
const direction = fc.constantFrom('long', 'short');
const ticks = fc.integer({ min: 1, max: 10 ** 9 });
const spread = fc.integer({ min: 0, max: 20_000 });

function opened(market: typeof BTC, side: 'long' | 'short', mark: string, size: [number, number]) {
  const terms = { ...market, direction: side, lots: size[0], multiple: size[1] };
  const entry = entryTicksOf(side, ticksOf(market, mark), market.spreadPpm);
  const cost = openingCostOf(terms, entry);
  const profit = profitOf(terms, entry, ticksOf(market, mark));
  return {
    entry: priceOf(market, entry),
    notional: inUsdt(cost.notional),
    margin: inUsdt(cost.margin),
    fee: inUsdt(cost.fee),
    night: inUsdt(cost.nightFee),
    profit: inUsdt(profit),
  };
}

describe('an opening', () => {
  test('V1: long 250 lots ×20 at 97250.00', () => {
    expect(opened(BTC, 'long', '97250.00', [250, 20])).toEqual({
      entry: '97269.45',
      notional: '24317.3625',
      margin: '1215.868125',
      fee: '12.15868125',
      night: '7.29520875',
      profit: '-4.8625',
    });
  });

  test('V2: short 250 lots ×20 at 97250.00', () => {
    expect(opened(BTC, 'short', '97250.00', [250, 20])).toMatchObject({
      entry: '97230.55',
      notional: '24307.6375',
      margin: '1215.381875',
      fee: '12.15381875',
      profit: '-4.8625',
    });
  });

  test('V3: entry prices and margins are rounded against the owner', () => {
    expect(opened(DOGE, 'long', '0.212537', [1, 3]).entry).toBe('0.21258');
    expect(opened(DOGE, 'short', '0.212537', [1, 3]).entry).toBe('0.212494');
    expect(opened(DOGE, 'long', '0.212538', [1, 3])).toMatchObject({
      entry: '0.212581',
      notional: '2.12581',
      margin: '0.708603333333333334',
      fee: '0.001062905',
    });
  });

  test('V14: long 10 lots EURUSD ×30 at 1.08620', () => {
    expect(opened(EURUSD, 'long', '1.08620', [10, 30])).toMatchObject({
      entry: '1.08627',
      notional: '10862.7',
      margin: '362.09',
      fee: '0.543135',
      night: '0.434508',
    });
  });
});

describe('a limit', () => {
  const terms = { ...BTC, lots: 250, multiple: 20 };
  const limitLong = ticksOf(BTC, '97000.00');
  const limitShort = ticksOf(BTC, '97500.00');

  test('V15: opens where the entry price meets it, and reserves margin and fee', () => {
    const long = limitMarkOf('long', limitLong, BTC.spreadPpm);
    expect(priceOf(BTC, long)).toBe('96980.6');
    expect(priceOf(BTC, entryTicksOf('long', long, BTC.spreadPpm))).toBe('97000');
    expect(priceOf(BTC, entryTicksOf('long', long + 1, BTC.spreadPpm))).toBe('97000.01');
    expect(inUsdt(reserveOf({ ...terms, direction: 'long' }, limitLong))).toBe('1224.625');

    const short = limitMarkOf('short', limitShort, BTC.spreadPpm);
    expect(priceOf(BTC, short)).toBe('97519.51');
    expect(priceOf(BTC, entryTicksOf('short', short, BTC.spreadPpm))).toBe('97500');
    expect(inUsdt(reserveOf({ ...terms, direction: 'short' }, limitShort))).toBe('1243.246875');
    const gap = entryTicksOf('long', ticksOf(BTC, '96500.00'), BTC.spreadPpm);
    expect(priceOf(BTC, gap)).toBe('96519.3');
  });

  test('is never missed and never exceeded at any price and spread', () => {
    fc.assert(
      fc.property(direction, ticks, spread, (side, limit, spreadPpm) => {
        const at = limitMarkOf(side, limit, spreadPpm);
        const next = side === 'long' ? at + 1 : at - 1;
        const isWithin = (mark: number): boolean => {
          const entry = entryTicksOf(side, mark, spreadPpm);
          return side === 'long' ? entry <= limit : entry >= limit;
        };
        expect([isWithin(at), isWithin(next)]).toEqual([true, false]);
      }),
      { ...SEED, numRuns: runsOf(2_000) },
    );
  });
});

describe('agreement within the costs of an order', () => {
  const costs = { spreadPpm: 200, feePpm: 301 };

  test('is a distance of at most half of spread and fee, rounded down', () => {
    const isAt = (apartPpm: number) => isAgreedFor(costs, { isAgreed: true, apartPpm });
    expect(agreedWithinPpmOf(costs)).toBe(250);
    expect([isAt(0), isAt(250), isAt(251)]).toEqual([true, true, false]);
  });

  test.each([
    ['whose sources do not agree within the costs of the market', false, 0],
    ['whose distance is unknown', true, null],
  ])('does not exist at a mark %s', (_, isAgreed, apartPpm) => {
    expect(isAgreedFor(costs, { isAgreed, apartPpm })).toBe(false);
  });
});

describe('nights', () => {
  const at = (text: string): number => Date.parse(`${text}Z`);

  test('V13: a moment before Friday midnight to Monday midnight is three nights of a coin', () => {
    const opening = at('2026-11-20T23:59:59.999');
    expect(nightWeightOf('coin', opening, at('2026-11-23T00:00:00.000'))).toBe(3);
    expect(nightWeightOf('coin', opening, opening)).toBe(0);
    expect(nightWeightOf('coin', opening, opening + 1)).toBe(1);
    expect(nightWeightOf('coin', opening, opening - 3 * 24 * HOUR_MS)).toBe(0);
    expect(nightWeightOf('coin', opening + 1, at('2026-11-23T00:00:00.000'))).toBe(2);
  });

  test('V14: Wednesday counts three times for forex, and no night of a weekend counts', () => {
    const opening = at('2026-11-18T10:00:00');
    expect(nightWeightOf('forex', opening, at('2026-11-18T23:59:59.999'))).toBe(0);
    expect(nightWeightOf('forex', opening, at('2026-11-11T10:00:00'))).toBe(0);
    expect(nightWeightOf('forex', opening, at('2026-11-19T00:00:00'))).toBe(3);
    expect(nightWeightOf('forex', opening, at('2026-11-20T00:00:00'))).toBe(4);
    expect(nightWeightOf('forex', opening, at('2026-11-21T00:00:00'))).toBe(5);
    expect(nightWeightOf('forex', opening, at('2026-11-23T09:00:00'))).toBe(5);
    expect(nightWeightOf('forex', opening, at('2026-11-24T00:00:00'))).toBe(6);
    expect(nightWeightOf('forex', at('2026-11-17T12:00:00'), at('2026-11-18T12:00:00'))).toBe(1);
  });

  test('a leap day is a night like others', () => {
    expect(nightWeightOf('coin', at('2028-02-28T12:00:00'), at('2028-03-01T12:00:00'))).toBe(2);
  });

  test('the nights of a span are those of its parts', () => {
    const hours = fc.integer({ min: 0, max: 24 * 40 });
    fc.assert(
      fc.property(fc.constantFrom('coin', 'forex'), hours, hours, hours, (calendar, a, b, c) => {
        const start = at('2026-11-18T10:00:00') + a * HOUR_MS;
        const [middle, end] = [start + b * HOUR_MS, start + (b + c) * HOUR_MS];
        expect(nightWeightOf(calendar, start, end)).toBe(
          nightWeightOf(calendar, start, middle) + nightWeightOf(calendar, middle, end),
        );
      }),
      { ...SEED, numRuns: runsOf(100) },
    );
  });
});

describe('an account', () => {
  test('V27: losses make the balance unusable, and only losses do', () => {
    const funds = {
      available: 100n,
      frozen: 100n,
      debt: 0n,
      margin: 100n,
      unrealized: -140n,
      nights: 0n,
    };
    expect(equityOf(funds)).toBe(60n);
    expect(riskRatioBpOf(60n, 100n)).toBe(6_000n);
    expect(usableOf(funds, 0n)).toBe(0n);
    expect(usableOf({ ...funds, unrealized: 140n }, 0n)).toBe(100n);
    expect(usableOf({ ...funds, unrealized: -30n, nights: 5n }, 0n)).toBe(65n);
    expect(usableOf({ ...funds, unrealized: -30n, nights: 5n }, 60n)).toBe(5n);
    expect(usableOf({ ...funds, unrealized: -30n, nights: 5n }, 66n)).toBe(0n);
  });

  test('V6: the stop-out price of one position, and the tick above it', () => {
    const exposure = { markTicks: ticksOf(BTC, '97250.00'), unitsPerTick: 250n * BTC.tickLotUnits };
    const margin = usdt('1215.868125');
    const equity = usdt('1771.97319375') + margin - usdt('4.8625');
    const out = stopOutTicksOf(exposure, equity, margin) ?? 0;
    expect(priceOf(BTC, out)).toBe('87749.82');
    const equityAt = (price: number): bigint =>
      equity + BigInt(price - exposure.markTicks) * exposure.unitsPerTick;
    expect(inUsdt(equityAt(out))).toBe('607.93381875');
    expect(inUsdt(equityAt(out + 1))).toBe('607.93631875');
    expect(isAtOrBelow(equityAt(out), margin, 50)).toBe(true);
    expect(isAtOrBelow(equityAt(out + 1), margin, 50)).toBe(false);
  });

  test('the stop-out price is where the ratio reaches 50 %, found by bisection too', () => {
    const perTick = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    const amount = fc.bigInt({ min: 1n, max: 10n ** 16n });
    fc.assert(
      fc.property(ticks, perTick, amount, amount, (markTicks, unitsPerTick, more, margin) => {
        fc.pre(unitsPerTick !== 0n);
        const equity = margin / 2n + more;
        const isOut = (price: bigint): boolean =>
          2n * (equity + (price - BigInt(markTicks)) * unitsPerTick) <= margin;
        const exposure = { markTicks, unitsPerTick };
        const out = stopOutTicksOf(exposure, equity, margin);
        // Longs are stopped out below the mark, shorts above it.
        const isLong = unitsPerTick > 0n;
        let [low, high] = isLong ? [0n, BigInt(markTicks)] : [BigInt(markTicks), BEYOND];
        while (high - low > 1n) {
          const middle = (low + high) / 2n;
          if (isOut(middle) === isLong) low = middle;
          else high = middle;
        }
        const found = isLong ? low : high;
        const isPrice = found > 0n && found <= BigInt(Number.MAX_SAFE_INTEGER);
        expect(out).toBe(isPrice ? Number(found) : null);
      }),
      { ...SEED, numRuns: runsOf(2_000) },
    );
  });

  test('at exactly half of the margin an account is stopped out', () => {
    expect(isAtOrBelow(50n, 100n, 50)).toBe(true);
    expect(isAtOrBelow(51n, 100n, 50)).toBe(false);
  });

  test('without a position there is no ratio and no stop-out price', () => {
    expect(riskRatioBpOf(5n, 0n)).toBeNull();
    expect(isAtOrBelow(-5n, 0n, 50)).toBe(false);
    expect(stopOutTicksOf({ markTicks: 100, unitsPerTick: 0n }, 5n, 1n)).toBeNull();
  });
});

test('an order of n lots costs no more than n orders of one lot', () => {
  const size = fc.integer({ min: 1, max: 50 });
  fc.assert(
    fc.property(direction, ticks, size, size, (side, entry, lots, multiple) => {
      const terms = { ...ETH, direction: side, multiple, tickLotUnits: 7n };
      const many = openingCostOf({ ...terms, lots }, entry);
      const one = openingCostOf({ ...terms, lots: 1 }, entry);
      expect(many.margin).toBeLessThanOrEqual(one.margin * BigInt(lots));
      expect(many.fee).toBeLessThanOrEqual(one.fee * BigInt(lots));
      expect(many.nightFee).toBeLessThanOrEqual(one.nightFee * BigInt(lots));
    }),
    { ...SEED, numRuns: runsOf(100) },
  );
});
