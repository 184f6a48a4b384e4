/**
 * An independent check of the index log of one instrument, from its published minutes alone: signatures, hashes, segments, the
 * grid, and every index from its sources. It shares no code with the exchange.
 */
import { createHash } from 'node:crypto';
import { countedOf, NaiveRule, type NaiveSource } from './naive-rule.ts';

/** A minute as `GET /api/public/index/minute` returns it. */
export interface NaiveMinute {
  readonly instrument: string;
  readonly hours: string;
  readonly segment: number;
  readonly minute: number;
  readonly first: number;
  readonly last: number;
  readonly line_count: number;
  readonly head_before: string;
  readonly head: string;
  readonly orders: { readonly up: number; readonly down: number } | null;
  readonly signature: string;
  readonly lines: readonly string[] | null;
}

export interface NaivePoint {
  readonly at: number;
  /** Null for a gap. */
  readonly ticks: bigint | null;
  /** Prices of sources that count, in rising order. */
  readonly counted: readonly bigint[];
  /** Head of the chain after the line. */
  readonly head: string;
}

export type NaiveSigned = (text: string, signature: string) => boolean;

/** The end of the minute before. */
interface End {
  readonly segment: number;
  readonly last: number;
  readonly head: string;
}

const LINE =
  /^meridian-index\/1 (\S+) (\d+) (-[a-z_]+|[1-9]\d*)((?: [a-z][a-z0-9-]*:[1-9]\d*:-?\d+)*)$/;
const SEGMENT = 'meridian-index-segment/1';
const GRID = 250;

export class NaiveLog {
  readonly differences: string[] = [];
  readonly #isSigned: NaiveSigned;
  #end: End | null = null;
  #rule = new NaiveRule(false);

  constructor(isSigned: NaiveSigned) {
    this.#isSigned = isSigned;
  }

  /** Takes the next minute, and returns its points. */
  add(minute: NaiveMinute): readonly NaivePoint[] {
    const { instrument, segment, lines } = minute;
    const note = (difference: string) =>
      this.differences.push(
        `${difference} in minute ${minute.minute} of ${instrument}, ${segment}`,
      );
    if (!this.#isSigned(textOf(minute), minute.signature)) note('signature');
    if (lines?.length !== minute.line_count || minute.minute % 60_000 !== 0) note('extent');
    const [first = '', ...rest] = lines ?? [];
    const isBeginning = first.startsWith(`${SEGMENT} `);
    if (!(isBeginning ? this.#doesBegin(minute, first) : this.#doesGoOn(minute))) note('sequence');
    let head = minute.head_before;
    if (isBeginning) {
      head = headAfter(head, first);
      this.#rule = new NaiveRule(true);
    }
    const points: NaivePoint[] = [];
    for (const line of isBeginning ? rest : [first, ...rest]) {
      head = headAfter(head, line);
      const point = this.#pointOf(line, head, minute);
      const due = (points.at(-1)?.at ?? minute.first - GRID) + GRID;
      if (point === null) note(`form of the line for ${due}`);
      else {
        if (point.at !== due) note(`grid at ${point.at}`);
        points.push(point);
      }
    }
    if (head !== minute.head) note('head');
    const end = points.at(-1)?.at ?? 0;
    if (end !== minute.last || minute.first < minute.minute || end >= minute.minute + 60_000)
      note('extent');
    this.#end = minute;
    return points;
  }

  /** Whether the minute goes on with the next point of the segment. */
  #doesGoOn({ segment, first, head_before: before }: NaiveMinute): boolean {
    const end = this.#end;
    if (end === null) return true;
    return segment === end.segment && first === end.last + GRID && before === end.head;
  }

  /** Whether the minute begins a segment after the last point. Minutes before the first one may be unknown. */
  #doesBegin(
    { instrument, segment, first, head_before: before }: NaiveMinute,
    line: string,
  ): boolean {
    const [, , , , reason = '', after = ''] = line.split(' ');
    const end = this.#end;
    const isFirst = reason === 'first' && after === '0' && before === '0'.repeat(64);
    const isLater = ['restart', 'pause'].includes(reason) && Number(after) < first;
    const isNamed = line === `${SEGMENT} ${instrument} ${segment} ${first} ${reason} ${after}`;
    if (end === null) return isNamed && (isFirst || isLater);
    return (
      isNamed &&
      isLater &&
      Number(after) === end.last &&
      segment > end.segment &&
      before === end.head
    );
  }

  #pointOf(line: string, head: string, { instrument, hours }: NaiveMinute): NaivePoint | null {
    const [, name, time = '', said = '', list = ''] = LINE.exec(line) ?? [];
    const named = list
      .split(' ')
      .slice(1)
      .map((text) => text.split(':'));
    const ids = named.map(([id = '']) => id);
    if (name !== instrument || ids.some((id, place) => id <= (ids[place - 1] ?? ''))) return null;
    const at = Number(time);
    const sources = named.map(([, ticks = '', age = '']): NaiveSource => ({
      ticks: BigInt(ticks),
      age: Number(age),
    }));
    const right = this.#rule.next(at, hours, sources, said);
    if (said !== right)
      this.differences.push(`index of ${instrument} at ${at} is ${said}, its sources say ${right}`);
    const ticks = said.startsWith('-') ? null : BigInt(said);
    return { at, ticks, counted: countedOf(sources), head };
  }
}

/** The head after a line. */
const headAfter = (before: string, line: string): string =>
  createHash('sha256').update(`${before}\n${line}`, 'ascii').digest('hex');

/** The text whose signature a minute has. */
function textOf(minute: NaiveMinute): string {
  const { orders } = minute;
  const extent = `${minute.segment} ${minute.minute} ${minute.first} ${minute.last} ${minute.line_count}`;
  const text = `${minute.instrument} ${minute.hours} ${extent} ${minute.head_before} ${minute.head}`;
  return orders === null
    ? `meridian-index-minute/1 ${text}`
    : `meridian-index-minute/2 ${text} ${orders.up} ${orders.down}`;
}
