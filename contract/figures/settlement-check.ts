/**
 * Ten checks of one fast contract by its published data alone: the receipt, the signed minutes of the index, and
 * every figure of the result, computed again.
 */
import { MINUTE_MS, type EpochMs } from '../time.ts';
import { nextHead, signedText } from './index-chain.ts';
import {
  checkIndexMinutes,
  type IndexCrypto,
  type IndexFault,
  type SignedMinute,
} from './index-check.ts';
import { INDEX_AGE_MS, INDEX_GRID_MS, readRecord, type IndexRecord } from './index-record.ts';
import { readReceipt, type MicroReceipt } from './micro-receipt.ts';
import type {
  FailureReason,
  GapReason,
  KnownHistory,
  SettlementCheckName,
  SettlementRecord,
  SettlementReport,
  SettlementVerdict,
} from './settlement-check.types.ts';
import { computeResult, type ComputedResult, type MicroResult } from './settlement-result.ts';

const PASSED: SettlementVerdict = { verdict: 'passed' };
const failed = (reason: FailureReason, atMs: EpochMs | null = null): SettlementVerdict => ({
  verdict: 'failed',
  reason,
  atMs,
});
const notPossible = (reason: GapReason, atMs: EpochMs | null = null): SettlementVerdict => ({
  verdict: 'not_possible',
  reason,
  atMs,
});

/** @param crypto with the key of the record. */
export function checkSettlement(
  record: SettlementRecord,
  known: KnownHistory,
  crypto: IndexCrypto,
): SettlementReport {
  const { minutes, booked } = record;
  const receipt = readReceipt(record.receipt.text);
  const faults = checkIndexMinutes(minutes, crypto);
  const records = recordsOf(minutes);
  const computed = receipt && computeResult(receipt, records);
  const missingMs = receipt && missingMinute(receipt, records, computed);
  const seen = known.minutes.filter((one) => crypto.isSigned(signedText(one), one.signature));
  const history = compareHistory(record, { keys: known.keys, minutes: seen });
  const state = { record, crypto, receipt, faults, missingMs };
  const verdicts: Record<SettlementCheckName, SettlementVerdict> = {
    receipt: checkReceipt(record, receipt, crypto),
    minutes: checkMinutes(state),
    chain: checkChain(state),
    history: history.verdict,
    grid: firstFault(faults, { grid: 'point' }) ?? reached(state),
    index: firstFault(faults, { rule: 'rule' }) ?? reached(state),
    ...checkFigures(state, computed, booked),
  };
  const names = Object.keys(verdicts) as SettlementCheckName[];
  const checks = names.map((name) => ({ name, ...verdicts[name] }));
  return { checks, receipt, computed, booked, records, comparedCount: history.count };
}

/** Returns the points whose times rise; other points are faults of the grid, and decide nothing. */
function recordsOf(minutes: readonly SignedMinute[]): readonly IndexRecord[] {
  const records: IndexRecord[] = [];
  for (const line of minutes.flatMap(({ lines }) => lines)) {
    const record = readRecord(line);
    if (record !== null && record.atMs > (records.at(-1)?.atMs ?? -1)) records.push(record);
  }
  return records;
}

interface State {
  readonly record: SettlementRecord;
  readonly crypto: IndexCrypto;
  readonly receipt: MicroReceipt | null;
  readonly faults: readonly IndexFault[];
  readonly missingMs: EpochMs | null;
}

/** Returns the first minute that the points do not reach; null when they decide the result. */
function missingMinute(
  { logAtMs }: MicroReceipt,
  records: readonly IndexRecord[],
  computed: ComputedResult | null,
): EpochMs | null {
  const minuteOf = (atMs: EpochMs) => atMs - (atMs % MINUTE_MS);
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined || first.atMs > logAtMs) return minuteOf(logAtMs);
  return computed?.result == null ? minuteOf(last.atMs + INDEX_GRID_MS) : null;
}

function checkReceipt(
  { receipt: { text, signature } }: SettlementRecord,
  receipt: MicroReceipt | null,
  crypto: IndexCrypto,
): SettlementVerdict {
  if (receipt === null) return failed('form');
  if (!crypto.isSigned(text, signature)) return failed('signature');
  const ageMs = receipt.acceptedAtMs - receipt.logAtMs;
  return ageMs < 0 || ageMs > INDEX_AGE_MS ? failed('moment', receipt.acceptedAtMs) : PASSED;
}

function checkMinutes(state: State): SettlementVerdict {
  const { record, receipt, faults } = state;
  const other = record.minutes.find(
    ({ instrument }) => receipt !== null && instrument !== receipt.instrument,
  );
  if (other !== undefined) return failed('instrument', other.minuteMs);
  const broken = firstFault(faults, { signature: 'signature', extent: 'extent' });
  if (broken !== null) return broken;
  const uncounted = record.minutes.find(
    ({ firstMs, lastMs, orders }) =>
      receipt !== null &&
      orders !== null &&
      orders[receipt.direction] === 0 &&
      receipt.logAtMs >= firstMs &&
      receipt.logAtMs <= lastMs,
  );
  return uncounted === undefined ? reached(state) : failed('uncounted', uncounted.minuteMs);
}

function checkChain(state: State): SettlementVerdict {
  const { record, crypto, receipt, faults } = state;
  const broken = firstFault(faults, {
    head: 'hash',
    line: 'sequence',
    opening: 'sequence',
    chain: 'sequence',
  });
  if (broken !== null) return broken;
  if (receipt === null) return reached(state);
  const { logAtMs } = receipt;
  const isThere =
    record.minutes.some(({ firstMs }) => firstMs <= logAtMs) &&
    record.minutes.some(({ lastMs }) => lastMs >= logAtMs);
  const isOther = isThere && headAt(record, logAtMs, crypto) !== receipt.head;
  return isOther ? failed('head', logAtMs) : reached(state);
}

/** Returns the head after the point of a time; null where there is none. */
function headAt({ minutes }: SettlementRecord, atMs: EpochMs, crypto: IndexCrypto): string | null {
  const minute = minutes.find(({ firstMs, lastMs }) => atMs >= firstMs && atMs <= lastMs);
  let head = minute?.headBefore ?? '';
  for (const line of minute?.lines ?? []) {
    head = nextHead(crypto.sha256, head, line);
    if (readRecord(line)?.atMs === atMs) return head;
  }
  return null;
}

/** A point of a time exists once: two signed minutes that overlap are the same one, or two histories. */
function compareHistory(
  { publicKey, minutes }: SettlementRecord,
  known: KnownHistory,
): { readonly verdict: SettlementVerdict; readonly count: number } {
  let count = 0;
  if (known.keys.some((key) => key !== publicKey)) return { verdict: failed('other_key'), count };
  for (const minute of minutes) {
    const overlapping = known.minutes.filter(
      (seen) =>
        seen.instrument === minute.instrument &&
        seen.firstMs <= minute.lastMs &&
        minute.firstMs <= seen.lastMs,
    );
    if (overlapping.some((seen) => signedText(seen) !== signedText(minute)))
      return { verdict: failed('other_minute', minute.minuteMs), count };
    if (overlapping.length > 0) count += 1;
  }
  const isKnown = known.keys.length > 0 || count > 0;
  return { verdict: isKnown ? PASSED : notPossible('nothing_known'), count };
}

function checkFigures(
  state: State,
  computed: ComputedResult | null,
  booked: MicroResult | null,
): Record<'opening' | 'window' | 'outcome' | 'payout', SettlementVerdict> {
  const compare = (figuresOf: (result: MicroResult) => readonly unknown[]): SettlementVerdict => {
    if (computed?.result == null) return reached(state);
    if (booked === null) return notPossible('not_ended');
    const right = figuresOf(computed.result);
    const isSame = figuresOf(booked).every((figure, place) => figure === right[place]);
    return isSame ? PASSED : failed('differs');
  };
  return {
    opening: compare(({ opening, expiresAtMs }) => [opening?.atMs, opening?.ticks, expiresAtMs]),
    window: compare(({ window }) => [window?.sum, window?.count]),
    outcome: compare(({ outcome }) => [outcome]),
    payout: compare(({ payout }) => [payout]),
  };
}

/** Returns the first of the faults that the check is about. */
function firstFault(
  faults: readonly IndexFault[],
  reasons: Partial<Record<IndexFault['name'], FailureReason>>,
): SettlementVerdict | null {
  for (const { name, atMs, minuteMs } of faults) {
    const reason = reasons[name];
    if (reason !== undefined) return failed(reason, atMs ?? minuteMs);
  }
  return null;
}

/** A check of points passes when no minute of the contract is missing. */
function reached({ receipt, missingMs }: State): SettlementVerdict {
  if (receipt === null) return notPossible('no_receipt');
  return missingMs === null ? PASSED : notPossible('minute_missing', missingMs);
}
