/** Candle periods: each moment lies in exactly one. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KLINE_PERIODS } from '../../../contract/market/kline-periods.ts';
import {
  nextPeriodStart,
  periodStart,
  previousPeriodStart,
} from '../../../server/areas/market/periods.ts';

const anyPeriod = fc.constantFrom(...KLINE_PERIODS);
const anyTime = fc.integer({ min: Date.UTC(1980, 0, 1), max: Date.UTC(2100, 0, 1) });

describe('candle periods', () => {
  it('hold each moment in exactly one of them', () => {
    fc.assert(
      fc.property(anyPeriod, anyTime, (period, time) => {
        const start = periodStart(period, time);
        const next = nextPeriodStart(period, start);
        expect(start <= time && time < next).toBe(true);
        expect(periodStart(period, start)).toBe(start);
        expect(periodStart(period, next)).toBe(next);
        expect(previousPeriodStart(period, next)).toBe(start);
      }),
    );
  });

  it.each([
    ['1week', '2026-11-20T12:00:00Z', '2026-11-16T00:00:00Z'],
    ['1week', '2026-11-22T23:59:59Z', '2026-11-16T00:00:00Z'],
    ['1week', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['1mon', '2024-02-29T12:00:00Z', '2024-02-01T00:00:00Z'],
    ['1mon', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00Z'],
    ['1day', '2026-11-20T23:59:59Z', '2026-11-20T00:00:00Z'],
    ['30min', '2026-11-20T12:29:59Z', '2026-11-20T12:00:00Z'],
  ] as const)('begin at the boundary of the UTC calendar: %s of %s', (period, time, start) => {
    expect(periodStart(period, Date.parse(time))).toBe(Date.parse(start));
  });
});
