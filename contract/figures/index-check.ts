/**
 * Checks minutes of the index log by their published data alone: signatures, the chain of hashes, the grid, and
 * every index by the rule from the prices of its sources.
 */
import { MINUTE_MS, type EpochMs } from '../time.ts';
import { nextHead, signedText, type MinuteHead, type Sha256 } from './index-chain.ts';
import {
  INDEX_AGE_MS,
  INDEX_GRID_MS,
  readOpening,
  readRecord,
  type IndexOpening,
  type IndexRecord,
} from './index-record.ts';
import { IndexRule } from './index-rule.ts';
import { agreeOn } from './price-agreement.ts';
import { isTrading, type TradingHours } from './trading-calendar.ts';

export interface SignedHead extends MinuteHead {
  /** Signature of {@link signedText}, Ed25519, base64url. */
  readonly signature: string;
}

/** The lines of one minute and segment of an instrument, with their signed end. */
export interface SignedMinute extends SignedHead {
  readonly lines: readonly string[];
}

export interface IndexCrypto {
  readonly sha256: Sha256;
  /** Whether the exchange signed the text. */
  isSigned(text: string, signature: string): boolean;
}

/**
 * signature: the exchange did not sign the end of the minute. head: the lines have other hashes. extent: the end
 * names other times or another number of lines. line: a line has no known form, or is of another instrument or
 * minute. grid: a point is missing, or twice there. opening: a segment begins without its line, or names another
 * past. chain: the minute does not follow the one before. rule: the index of a point is not what its sources say.
 */
type IndexFaultName =
  | 'signature'
  | 'head'
  | 'extent'
  | 'line'
  | 'grid'
  | 'opening'
  | 'chain'
  | 'rule';

export interface IndexFault {
  readonly name: IndexFaultName;
  readonly minuteMs: EpochMs;
  readonly segment: number;
  /** Time of the point; null for a fault of the whole minute. */
  readonly atMs: EpochMs | null;
}

/**
 * Returns the faults of minutes of one instrument that follow each other, the oldest first. The first minute is
 * not compared with points before it. Until its first index or gap, both answers are right for a price that must hold
 * before it counts.
 */
export function checkIndexMinutes(
  minutes: readonly SignedMinute[],
  crypto: IndexCrypto,
): readonly IndexFault[] {
  const faults: IndexFault[] = [];
  let before: SignedMinute | null = null;
  let rule: IndexRule | null = null;
  for (const minute of minutes) {
    const found = checkMinute(minute, { before, rule, crypto });
    faults.push(...found.faults);
    rule = found.rule;
    before = minute;
  }
  return faults;
}

interface Past {
  readonly before: SignedMinute | null;
  /** Null while the state of the rule is not known. */
  readonly rule: IndexRule | null;
  readonly crypto: IndexCrypto;
}

function checkMinute(minute: SignedMinute, { before, rule, crypto }: Past) {
  const faults: IndexFault[] = [];
  const { minuteMs, segment, instrument, hours } = minute;
  const note = (name: IndexFaultName, atMs: EpochMs | null = null) =>
    faults.push({ name, minuteMs, segment, atMs });
  if (!crypto.isSigned(signedText(minute), minute.signature)) note('signature');
  const heads = minute.lines.reduce(
    (head, line) => nextHead(crypto.sha256, head, line),
    minute.headBefore,
  );
  if (heads !== minute.head) note('head');
  const opening = readOpening(minute.lines[0] ?? '');
  const records = minute.lines.slice(opening === null ? 0 : 1).map(readRecord);
  if (!isExtentOf(minute, records)) note('extent');
  if (opening !== null && !isOpeningOf(opening, minute, before)) note('opening');
  if (before !== null && !doesFollow(minute, before, opening !== null)) note('chain');
  let state = opening === null ? rule : new IndexRule(hours);
  let dueMs = minute.firstMs;
  for (const record of records) {
    const isHere = record?.instrument === instrument && isInMinute(record.atMs, minuteMs);
    if (record === null || !isHere) {
      note('line', dueMs);
    } else {
      if (record.atMs !== dueMs) note('grid', record.atMs);
      const judged = judge(record, state, hours);
      state = judged.rule;
      if (!judged.isRight) note('rule', record.atMs);
    }
    dueMs += INDEX_GRID_MS;
  }
  return { faults, rule: state };
}

const isInMinute = (atMs: EpochMs, minuteMs: EpochMs): boolean =>
  atMs >= minuteMs && atMs < minuteMs + MINUTE_MS;

const isExtentOf = (minute: SignedMinute, records: readonly (IndexRecord | null)[]): boolean =>
  minute.minuteMs % MINUTE_MS === 0 &&
  minute.lineCount === minute.lines.length &&
  records[0]?.atMs === minute.firstMs &&
  records.at(-1)?.atMs === minute.lastMs;

function isOpeningOf(
  opening: IndexOpening,
  { instrument, segment, firstMs }: SignedMinute,
  before: SignedMinute | null,
): boolean {
  const isOfMinute =
    opening.instrument === instrument && opening.segment === segment && opening.atMs === firstMs;
  return isOfMinute && (before === null || opening.afterMs === before.lastMs);
}

/** Inside a segment the next point of the grid follows; a later segment names what it follows in its opening. */
function doesFollow(minute: SignedMinute, before: SignedMinute, hasOpening: boolean): boolean {
  if (minute.headBefore !== before.head || minute.instrument !== before.instrument) return false;
  return hasOpening
    ? minute.segment > before.segment && minute.firstMs > before.lastMs
    : minute.segment === before.segment && minute.firstMs === before.lastMs + INDEX_GRID_MS;
}

interface Judgement {
  readonly isRight: boolean;
  readonly rule: IndexRule | null;
}

/**
 * Compares a point with the rule. While the state of the rule is not known, a price on which sources agree may count
 * or not.
 */
function judge(record: IndexRecord, rule: IndexRule | null, hours: TradingHours): Judgement {
  const { ticks, gap, sources, atMs } = record;
  if (gap === 'down') {
    const next = rule ?? new IndexRule(hours);
    next.skip();
    return { isRight: sources.length === 0, rule: next };
  }
  if (rule === null && isTrading(hours, atMs)) return judgeFirst(record, new IndexRule(hours));
  const next = rule ?? new IndexRule(hours);
  const point = next.next(sources, atMs);
  return { isRight: point.ticks === ticks && point.gap === gap, rule: next };
}

function judgeFirst({ ticks, gap, sources, atMs }: IndexRecord, next: IndexRule): Judgement {
  const agreement = agreeOn(sources, atMs, INDEX_AGE_MS);
  if (!agreement.isAgreed) return { isRight: gap === agreement.reason, rule: next };
  if (gap === 'confirming') return { isRight: true, rule: null };
  next.follow(agreement.ticks);
  return { isRight: ticks === agreement.ticks, rule: next };
}
