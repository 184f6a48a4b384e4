/** Writes the lines of one instrument point by point, each with the hash that it adds to the chain. */
import { nextHead } from '../../../../contract/figures/index-chain.ts';
import {
  recordedPrices,
  writeOpening,
  writeRecord,
  type IndexPoint,
  type IndexRecord,
  type SegmentReason,
} from '../../../../contract/figures/index-record.ts';
import { IndexRule } from '../../../../contract/figures/index-rule.ts';
import type { SourcePrice } from '../../../../contract/figures/price-agreement.ts';
import type { TradingHours } from '../../../../contract/figures/trading-calendar.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { sha256 } from './index-crypto.ts';

/** Inputs of the index of an instrument. */
export interface IndexInstrument {
  /** Name of its pair, e.g. `BTC/USDT`. */
  readonly name: string;
  readonly hours: TradingHours;
}

/** One point of the grid, and the head of the chain after it. */
export interface IndexTick {
  readonly record: IndexRecord;
  readonly head: string;
}

/** The lines of one point of the grid for one instrument. */
export interface IndexEntry extends IndexTick {
  readonly instrument: string;
  readonly segment: number;
  /** The record, after the line that opens the segment, if it does. */
  readonly lines: readonly string[];
  /** Head of the chain before the first line. */
  readonly headBefore: string;
}

/** The end of the written points of an instrument. */
interface WrittenEnd {
  readonly head: string;
  /** Time of the last record; 0 for none. */
  readonly lastMs: EpochMs;
}

export class IndexLines {
  readonly #instrument: IndexInstrument;
  #end: WrittenEnd;
  #rule: IndexRule;
  #segment = 0;
  /** Reason why the next record begins a segment; null if it does not. */
  #opening: SegmentReason | null = null;

  constructor(instrument: IndexInstrument, end: WrittenEnd) {
    this.#instrument = instrument;
    this.#end = end;
    this.#rule = new IndexRule(instrument.hours);
  }

  get name(): string {
    return this.#instrument.name;
  }

  /** Begins a segment with the next record. */
  open(segment: number, reason: SegmentReason): void {
    this.#segment = segment;
    this.#opening = this.#end.lastMs === 0 ? 'first' : reason;
    this.#rule = new IndexRule(this.#instrument.hours);
  }

  /** Writes the point of that time. @param prices null if no source was read then. */
  next(prices: readonly SourcePrice[] | null, atMs: EpochMs): IndexEntry {
    if (prices === null) return this.#write(this.#rule.skip(), [], atMs);
    const sources = recordedPrices(prices);
    return this.#write(this.#rule.next(sources, atMs), sources, atMs);
  }

  #write(point: IndexPoint, sources: readonly SourcePrice[], atMs: EpochMs): IndexEntry {
    const { name } = this.#instrument;
    const record: IndexRecord = { ...point, instrument: name, atMs, sources };
    const { head: headBefore, lastMs } = this.#end;
    const segment = this.#segment;
    const opening =
      this.#opening === null
        ? []
        : [
            writeOpening({
              instrument: name,
              segment,
              atMs,
              reason: this.#opening,
              afterMs: lastMs,
            }),
          ];
    this.#opening = null;
    const entry = entryOf([...opening, writeRecord(record)], { segment, record, headBefore });
    this.#end = { head: entry.head, lastMs: atMs };
    return entry;
  }
}

/** Returns the entry of lines that are written already. */
export function entryOf(
  lines: readonly string[],
  { segment, record, headBefore }: Pick<IndexEntry, 'segment' | 'record' | 'headBefore'>,
): IndexEntry {
  const head = lines.reduce((before, line) => nextHead(sha256, before, line), headBefore);
  return { instrument: record.instrument, segment, lines, record, headBefore, head };
}
