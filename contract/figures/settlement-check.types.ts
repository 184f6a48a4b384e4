/** Types of the checks of a fast contract: their input and their verdicts. */
import type { EpochMs } from '../time.ts';
import type { SignedHead, SignedMinute } from './index-check.ts';
import type { IndexRecord } from './index-record.ts';
import type { MicroReceipt } from './micro-receipt.ts';
import type { ComputedResult, MicroResult } from './settlement-result.ts';

/**
 * receipt: the exchange signed the terms. minutes: it signed each minute of the index, and none is missing. chain: the
 * lines have their hashes, follow each other, and hold the head that the receipt names. history: no reader saw another
 * key or other minutes. grid: no point is left out. index: each index is what its sources say. opening, window,
 * outcome, payout: the exchange booked what the index says.
 */
export type SettlementCheckName =
  | 'receipt'
  | 'minutes'
  | 'chain'
  | 'history'
  | 'grid'
  | 'index'
  | 'opening'
  | 'window'
  | 'outcome'
  | 'payout';

/**
 * form: the text is no receipt. signature: the exchange did not sign it. moment: the receipt names a point of the
 * index that came later, or long before. instrument: the minutes are of another instrument. extent: a minute names
 * other times or another number of lines. uncounted: the minute of the receipt counts no such order. hash: the lines have other hashes. sequence: lines or minutes do not follow
 * each other. head: the point that the receipt names has another head. other_key, other_minute: a second history.
 * point: a point is missing, or twice there. rule: an index is not what its sources say. differs: the exchange
 * booked something else.
 */
export type FailureReason =
  | 'form'
  | 'signature'
  | 'moment'
  | 'instrument'
  | 'extent'
  | 'uncounted'
  | 'hash'
  | 'sequence'
  | 'head'
  | 'other_key'
  | 'other_minute'
  | 'point'
  | 'rule'
  | 'differs';

/**
 * no_receipt: the receipt cannot be read. minute_missing: a minute is not in the file; the last one is not signed until
 * it has ended. not_ended: the contract runs. nothing_known: there is nothing to compare with.
 */
export type GapReason = 'no_receipt' | 'minute_missing' | 'not_ended' | 'nothing_known';

/** `atMs` is the time of the point or minute; null where the whole file is meant. */
export type SettlementVerdict =
  | { readonly verdict: 'passed' }
  | { readonly verdict: 'failed'; readonly reason: FailureReason; readonly atMs: EpochMs | null }
  | { readonly verdict: 'not_possible'; readonly reason: GapReason; readonly atMs: EpochMs | null };
export type SettlementCheck = SettlementVerdict & { readonly name: SettlementCheckName };

/** A settlement file in the form in which it is checked. */
export interface SettlementRecord {
  /** Ed25519, 32 bytes, base64url. */
  readonly publicKey: string;
  readonly receipt: { readonly text: string; readonly signature: string };
  /** Result that the exchange booked; null while the contract runs. */
  readonly booked: MicroResult | null;
  /** Minutes with lines, the oldest first. */
  readonly minutes: readonly SignedMinute[];
}

/** Knowledge from elsewhere: earlier visits, witnesses, other files. */
export interface KnownHistory {
  readonly keys: readonly string[];
  /** Minutes with a wrong signature do not count. */
  readonly minutes: readonly SignedHead[];
}

export interface SettlementReport {
  readonly checks: readonly SettlementCheck[];
  readonly receipt: MicroReceipt | null;
  readonly computed: ComputedResult | null;
  readonly booked: MicroResult | null;
  /** The points of the minutes, in their order. */
  readonly records: readonly IndexRecord[];
  /** Minutes that were seen elsewhere, too. */
  readonly comparedCount: number;
}
