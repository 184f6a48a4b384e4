/**
 * How a fast contract opens and ends, from the points of the index alone: nothing else is an argument, so that no
 * caller decides the winner.
 */
import { assert } from '../assert.ts';
import { PPM } from '../money/fee.ts';
import { divide } from '../money/rounding.ts';
import { SECOND_MS, type EpochMs } from '../time.ts';
import { INDEX_AGE_MS, INDEX_GRID_MS, type IndexRecord } from './index-record.ts';
import { agreeOn } from './price-agreement.ts';

/** A contract that finds no opening price for so long is void. */
const OPENING_PATIENCE_MS = 2 * SECOND_MS;
/** The sources of an opening price are at most so far apart, in millionths of the lowest. */
const OPENING_WITHIN_PPM = 300;
/** The points of so long before the expiry, and at it, decide. */
export const SETTLEMENT_WINDOW_MS = 3 * SECOND_MS;

export type MicroDirection = 'up' | 'down';
/** drawn and voided return the stake. */
export type MicroOutcome = 'won' | 'lost' | 'drawn' | 'voided';

type MicroOpening =
  | { readonly kind: 'opened'; readonly atMs: EpochMs; readonly ticks: number }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'voided' };

/**
 * Returns the opening of an order: the first index after it on which sources agree closely. A jump in progress is no
 * opening price. @param records points of the log in their order, from before the acceptance on.
 */
export function openingOf(acceptedAtMs: EpochMs, records: readonly IndexRecord[]): MicroOpening {
  const untilMs = acceptedAtMs + OPENING_PATIENCE_MS;
  for (const record of records) {
    const { atMs, ticks } = record;
    if (atMs <= acceptedAtMs || atMs > untilMs) continue;
    if (ticks !== null && doAgreeClosely(record)) return { kind: 'opened', atMs, ticks };
  }
  const lastMs = records.at(-1)?.atMs ?? 0;
  return { kind: lastMs + INDEX_GRID_MS > untilMs ? 'voided' : 'waiting' };
}

function doAgreeClosely({ sources, atMs }: IndexRecord): boolean {
  const counted = agreeOn(sources, atMs, INDEX_AGE_MS).kept.map(({ ticks }) => ticks);
  if (counted.length === 0) return false;
  const lowest = Math.min(...counted);
  const apart = BigInt(Math.max(...counted) - lowest) * BigInt(PPM);
  return apart <= BigInt(lowest) * BigInt(OPENING_WITHIN_PPM);
}

/** The index points that decide all contracts of an instrument with one expiry. */
export interface SettlementWindow {
  /** Sum of their ticks. */
  readonly sum: number;
  readonly count: number;
}

/** Returns the points of the window that ends with the expiry; its start is not included. */
export const windowRecords = (
  expiresAtMs: EpochMs,
  records: readonly IndexRecord[],
): readonly IndexRecord[] =>
  records.filter(({ atMs }) => atMs > expiresAtMs - SETTLEMENT_WINDOW_MS && atMs <= expiresAtMs);

/**
 * Returns the window that ends with the expiry. Null until the log has reached the expiry.
 * @param records points of the log in their order, without one missing since the start of the window but for restarts.
 */
export function windowOf(
  expiresAtMs: EpochMs,
  records: readonly IndexRecord[],
): SettlementWindow | null {
  if ((records.at(-1)?.atMs ?? 0) < expiresAtMs) return null;
  let [sum, count] = [0, 0];
  for (const { ticks } of windowRecords(expiresAtMs, records)) {
    if (ticks === null) continue;
    sum += ticks;
    count += 1;
  }
  assert(Number.isSafeInteger(sum), 'the sum of a window is exact');
  return { sum, count };
}

/** Compares the mean of the window with the opening price, without a division. No point in the window: void. */
export function outcomeOf(
  direction: MicroDirection,
  openTicks: number,
  { sum, count }: SettlementWindow,
): MicroOutcome {
  if (count === 0) return 'voided';
  const distance = BigInt(sum) - BigInt(count) * BigInt(openTicks);
  if (distance === 0n) return 'drawn';
  return distance > 0n === (direction === 'up') ? 'won' : 'lost';
}

/** Returns the mean of a window in tenths of a tick, half to the even one, for display. @param count above 0. */
export const meanTenths = ({ sum, count }: SettlementWindow): bigint =>
  divide(BigInt(sum) * 10n, BigInt(count), 'halfEven');
