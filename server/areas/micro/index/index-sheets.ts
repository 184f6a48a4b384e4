/** The stored lines of the index log that no signed minute has yet, by instrument. */
import type { MinuteHead } from '../../../../contract/figures/index-chain.ts';
import type { TradingHours } from '../../../../contract/figures/trading-calendar.ts';
import { minuteOf, type EpochMs } from '../../../../contract/time.ts';
import type { IndexEntry, IndexTick } from './index-lines.ts';

/** The lines of one instrument, minute and segment. Orders are counted when it is signed. */
export interface Sheet extends Omit<MinuteHead, 'orders'> {
  /** All lines. */
  readonly lines: readonly string[];
  /** The points of the lines, which are all but the opening of a segment. */
  readonly ticks: readonly IndexTick[];
}

interface OpenSheet extends Sheet {
  readonly lines: string[];
  readonly ticks: IndexTick[];
}

export class IndexSheets {
  readonly #hours: ReadonlyMap<string, TradingHours>;
  /** The oldest first. */
  readonly #sheets = new Map<string, OpenSheet[]>();

  constructor(hours: ReadonlyMap<string, TradingHours>) {
    this.#hours = hours;
  }

  /** Adds the lines of a point, which must follow those before it. */
  add({ instrument, segment, lines, record, headBefore, head }: IndexEntry): void {
    const minuteMs = minuteOf(record.atMs);
    const sheets = this.#sheets.get(instrument) ?? [];
    this.#sheets.set(instrument, sheets);
    const last = sheets.at(-1);
    const isSame = last?.minuteMs === minuteMs && last.segment === segment;
    const sheet = isSame ? last : undefined;
    const all = sheet?.lines ?? [];
    const ticks = sheet?.ticks ?? [];
    all.push(...lines);
    ticks.push({ record, head });
    const next: OpenSheet = {
      instrument,
      hours: this.#hours.get(instrument) ?? 'always',
      segment,
      minuteMs,
      firstMs: sheet?.firstMs ?? record.atMs,
      lastMs: record.atMs,
      lineCount: all.length,
      headBefore: sheet?.headBefore ?? headBefore,
      head,
      lines: all,
      ticks,
    };
    if (isSame) sheets[sheets.length - 1] = next;
    else sheets.push(next);
  }

  /** The sheets of an instrument, the oldest first. */
  of(instrument: string): readonly Sheet[] {
    return this.#sheets.get(instrument) ?? [];
  }

  /** All sheets that a stored point of that minute and segment follows. */
  endedBefore(minuteMs: EpochMs, segment: number): readonly Sheet[] {
    return [...this.#sheets.values()]
      .flat()
      .filter((sheet) => sheet.minuteMs < minuteMs || sheet.segment < segment);
  }

  /** Drops sheets that are signed. */
  drop(signed: readonly Sheet[]): void {
    const gone = new Set(signed);
    for (const [instrument, sheets] of this.#sheets)
      this.#sheets.set(
        instrument,
        sheets.filter((sheet) => !gone.has(sheet)),
      );
  }
}
