/** The result of a fast contract, computed again from its receipt and the points of the index. */
import type { Units } from '../money/units.ts';
import { SECOND_MS, type EpochMs } from '../time.ts';
import type { IndexRecord } from './index-record.ts';
import { microPayoutOf } from './micro-amount.ts';
import type { MicroReceipt } from './micro-receipt.ts';
import {
  openingOf,
  outcomeOf,
  windowOf,
  type MicroOutcome,
  type SettlementWindow,
} from './micro-settlement.ts';

/** A result; figures that a contract did not reach are null. */
export interface MicroResult {
  readonly outcome: MicroOutcome;
  readonly opening: { readonly atMs: EpochMs; readonly ticks: number } | null;
  readonly expiresAtMs: EpochMs | null;
  readonly window: SettlementWindow | null;
  /** Amount that the user got back, in units of 10^-18. */
  readonly payout: Units;
}

/** A result as far as the points go; null for figures that they do not decide yet. */
export interface ComputedResult {
  /** `voided` for a contract that found no opening price in time. */
  readonly opening: MicroResult['opening'] | 'voided';
  readonly window: SettlementWindow | null;
  readonly result: MicroResult | null;
}

/** @param records points of the log in their order, from before the acceptance on. */
export function computeResult(
  receipt: MicroReceipt,
  records: readonly IndexRecord[],
): ComputedResult {
  const opening = openingOf(receipt.acceptedAtMs, records);
  if (opening.kind === 'waiting') return { opening: null, window: null, result: null };
  if (opening.kind === 'voided') {
    const payout = microPayoutOf('voided', receipt.stake, receipt);
    const none = { opening: null, expiresAtMs: null, window: null };
    return { opening: 'voided', window: null, result: { ...none, outcome: 'voided', payout } };
  }
  const { atMs, ticks } = opening;
  const expiresAtMs = atMs + receipt.seconds * SECOND_MS;
  const window = windowOf(expiresAtMs, records);
  if (window === null) return { opening: { atMs, ticks }, window: null, result: null };
  const outcome = outcomeOf(receipt.direction, ticks, window);
  const payout = microPayoutOf(outcome, receipt.stake, receipt);
  const result = { outcome, opening: { atMs, ticks }, expiresAtMs, window, payout };
  return { opening: result.opening, window, result };
}
