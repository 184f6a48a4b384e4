/**
 * The dividends of a staking position: one for each whole UTC day of its cycle, which begins with the day after the
 * subscription.
 */
import { divide, mulDiv } from '../money/rounding.ts';
import { DAY_MS, dayOf, type EpochMs } from '../time.ts';

/** Billionths in one. */
const PPB = 1_000_000_000n;
const DAYS_OF_YEAR = 365n;
const PPB_PER_PPM = 1_000n;

/** Returns the dividend of one day in units of the currency, rounded down. @param dailyPpb billionths of the principal a day. */
export const dailyDividendOf = (principal: bigint, dailyPpb: number): bigint =>
  mulDiv(principal, BigInt(dailyPpb), PPB, 'floor');

/** Returns what the exchange promises: the sum of all daily dividends, each rounded by itself. */
export const promisedOf = (principal: bigint, dailyPpb: number, cycleDays: number): bigint =>
  dailyDividendOf(principal, dailyPpb) * BigInt(cycleDays);

/** Returns millionths a year, simple interest, rounded down: the reference that products show. */
export const annualPpmOf = (dailyPpb: number): bigint =>
  divide(BigInt(dailyPpb) * DAYS_OF_YEAR, PPB_PER_PPM, 'floor');

/** Returns the start of the first day that earns: the next UTC day. */
export const firstDayOf = (subscribedAtMs: EpochMs): EpochMs => dayOf(subscribedAtMs) + DAY_MS;

/** Returns when the dividend of that day is paid: at its end. @param index day of the cycle, from 0. */
export const paidAtOf = (firstDayMs: EpochMs, index: number): EpochMs =>
  firstDayMs + (index + 1) * DAY_MS;

/** Returns when the cycle ends and the principal is returned: with its last dividend. */
export const cycleEndOf = (firstDayMs: EpochMs, cycleDays: number): EpochMs =>
  firstDayMs + cycleDays * DAY_MS;
