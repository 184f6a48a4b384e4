/** The dividends of staking against the golden vectors. */
import { expect, test } from 'vitest';
import {
  annualPpmOf,
  cycleEndOf,
  dailyDividendOf,
  firstDayOf,
  paidAtOf,
  promisedOf,
} from '../../../contract/figures/staking.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { ensure } from '../../../contract/assert.ts';
import { createRandom } from '../../support/engine/engine-workload.ts';
import { vectorOf } from '../../support/product-vectors.ts';

const SCALE = 18;
const unitsOf = (text: string) => ensure(parseUnits(text, SCALE), text);
const text = (amount: bigint) => formatUnits(amount, SCALE);
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const isoMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;

test('V21: a position earns on each whole UTC day after its subscription', () => {
  const { expected } = vectorOf('V21');
  const [principal, days, ppb] = [unitsOf('1000'), 30, 136_986];
  const first = firstDayOf(Date.parse('2026-11-20T15:00Z'));
  expect({
    daily: text(dailyDividendOf(principal, ppb)),
    total: text(promisedOf(principal, ppb, days)),
    first_day: isoDay(first),
    first_paid: isoMinute(paidAtOf(first, 0)),
    last_day: isoDay(paidAtOf(first, days - 1) - 1),
    ends: isoMinute(cycleEndOf(first, days)),
    reserve_of_fund: text(promisedOf(principal, ppb, days)),
  }).toEqual(expected);
});

test('V22: each day is rounded down by itself', () => {
  const { expected } = vectorOf('V22');
  const principal = unitsOf('1.234567890123456789');
  expect(text(dailyDividendOf(principal, 136_986))).toBe(expected['daily']);
  expect(text(promisedOf(principal, 136_986, 30))).toBe(expected['thirty']);
});

test('a subscription in the first millisecond of a day earns from the next one', () => {
  const midnight = Date.parse('2026-11-21T00:00Z');
  expect(isoDay(firstDayOf(midnight))).toBe('2026-11-22');
  expect(isoDay(firstDayOf(midnight - 1))).toBe('2026-11-21');
});

test('the reference of a year is simple interest', () => {
  expect(annualPpmOf(136_986)).toBe(49_999n);
});

test('a principal that is split into several positions never earns more', () => {
  const random = createRandom(20_261_126);
  const below = (end: number) => BigInt(Math.floor(random() * end));
  for (let turn = 0; turn < 2_000; turn++) {
    const parts = Array.from({ length: 2 + Number(below(4)) }, () => below(3_000_000_000));
    const ppb = Number(1n + below(2_000_000));
    const whole = parts.reduce((sum, part) => sum + part, 0n);
    const ofParts = parts.reduce((sum, part) => sum + promisedOf(part, ppb, 30), 0n);
    expect(ofParts).toBeLessThanOrEqual(promisedOf(whole, ppb, 30));
  }
});
