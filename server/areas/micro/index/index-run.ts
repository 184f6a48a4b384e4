/**
 * The index log of one turn: it writes every point of the grid, stores it, publishes it, and signs each minute that
 * has ended. It ends with the first failure; another run then begins from the stored points.
 */
import { ensure } from '../../../../contract/assert.ts';
import {
  FIRST_HEAD,
  signedText,
  type MinuteHead,
  type MinuteOrders,
} from '../../../../contract/figures/index-chain.ts';
import { INDEX_GRID_MS, type SegmentReason } from '../../../../contract/figures/index-record.ts';
import type { SourcePrice } from '../../../../contract/figures/price-agreement.ts';
import { MINUTE_MS, minuteOf, type EpochMs } from '../../../../contract/time.ts';
import type { IndexKey } from './index-key.ts';
import { IndexLines, type IndexEntry, type IndexInstrument } from './index-lines.ts';
import { partText, type LoggedPoint, type ProvenIndex } from './index-parts.ts';
import { IndexSheets, type Sheet } from './index-sheets.ts';
import type { IndexStore, SignedSheet } from './index-store.repo.ts';
import { packLines } from './minute-body.ts';

/** After so many points without a reading of the sources another segment begins: a minute. */
const MISSED_MAX = MINUTE_MS / INDEX_GRID_MS;
/** Most points that wait for the database: those that were missed, and the one after them. */
const PENDING_MAX = MISSED_MAX + 1;

/** Returns the orders of each sheet, in its place. */
export type OrdersOf = (sheets: readonly Sheet[]) => Promise<readonly MinuteOrders[]>;

interface IndexRunParts {
  readonly store: Pick<IndexStore, 'addParts' | 'sign'>;
  readonly stored: ProvenIndex;
  readonly instruments: readonly IndexInstrument[];
  /** The present prices of all outside sources of an instrument. */
  readonly pricesOf: (instrument: string) => readonly SourcePrice[];
  readonly key: Pick<IndexKey, 'sign'>;
  /** Counts the orders of each sheet, when no later order can name a point of one. */
  readonly ordersOf: OrdersOf;
  /** Takes stored points, in order. */
  readonly publish: (entries: readonly IndexEntry[]) => void;
  /** Called once. @param error undefined when another server has taken the turn. */
  readonly onEnded: (error?: unknown) => void;
}

/** The last written point of an instrument. */
type WrittenLast = Pick<MinuteHead, 'instrument' | 'segment' | 'lastMs' | 'head'>;

export class IndexRun {
  readonly #parts: IndexRunParts;
  readonly #sheets: IndexSheets;
  readonly #lines: readonly IndexLines[];
  readonly #signing = new Set<Sheet>();
  #segment: number;
  #lastMs: EpochMs;
  #opening: SegmentReason | null = 'restart';
  #pending: LoggedPoint[] = [];
  #isStoring = false;
  #isOver = false;
  /** One commit at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The storing of points, and the last signing of minutes. */
  #storing: Promise<unknown> = Promise.resolve();
  #lastSigning: Promise<unknown> = Promise.resolve();

  constructor(parts: IndexRunParts) {
    const { stored, instruments } = parts;
    this.#parts = parts;
    this.#sheets = new IndexSheets(
      new Map(
        [...stored.ends, ...instruments.map((each) => ({ ...each, instrument: each.name }))].map(
          ({ instrument, hours }) => [instrument, hours],
        ),
      ),
    );
    const ends = this.#recover();
    this.#segment = Math.max(0, ...ends.map(({ segment }) => segment));
    this.#lastMs = Math.max(0, ...ends.map(({ lastMs }) => lastMs));
    const endOf = new Map(ends.map((end) => [end.instrument, end]));
    this.#lines = instruments.map(
      (each) => new IndexLines(each, endOf.get(each.name) ?? { head: FIRST_HEAD, lastMs: 0 }),
    );
  }

  /** Time of the last point that was read or stored; 0 before the first. */
  get lastMs(): EpochMs {
    return this.#lastMs;
  }

  /** The lines of an instrument that are stored and not signed, the oldest first. */
  sheets(instrument: string): readonly Sheet[] {
    return this.#sheets.of(instrument);
  }

  /** Writes the points of the grid up to `now`; those before the last one were missed. */
  tick(now: EpochMs): void {
    if (this.#isOver) return;
    const dueMs = now - (now % INDEX_GRID_MS);
    // A clock that was set back waits until its time is new again.
    if (dueMs <= this.#lastMs) return;
    const missed = (dueMs - this.#lastMs) / INDEX_GRID_MS - 1;
    if (this.#opening !== null || missed > MISSED_MAX) this.#open(this.#opening ?? 'pause');
    else
      for (let atMs = this.#lastMs + INDEX_GRID_MS; atMs < dueMs; atMs += INDEX_GRID_MS)
        this.#write(atMs, () => null);
    this.#write(dueMs, this.#parts.pricesOf);
    if (this.#pending.length > PENDING_MAX) this.#end(new Error('the database stores no index'));
    else if (!this.#isStoring) this.#storing = this.#store();
  }

  /** Resolves when all that was written is stored, and all minutes that have ended are signed. */
  async settled(): Promise<void> {
    await this.#storing;
    await this.#lastSigning;
  }

  /** Writes no more, and waits for statements under way. */
  async stop(): Promise<void> {
    await this.settled();
    this.#isOver = true;
  }

  /** Takes the points of an earlier run. @returns the ends of all instruments. */
  #recover(): readonly WrittenLast[] {
    const { ends, points } = this.#parts.stored;
    const known = new Map<string, WrittenLast>(ends.map((end) => [end.instrument, end]));
    for (const { atMs, entries } of points) {
      for (const entry of entries) {
        const { instrument, segment, head } = entry;
        known.set(instrument, { instrument, segment, lastMs: atMs, head });
        this.#sheets.add(entry);
      }
      this.#parts.publish(entries);
    }
    return [...known.values()];
  }

  #open(reason: SegmentReason): void {
    this.#opening = null;
    this.#segment += 1;
    for (const lines of this.#lines) lines.open(this.#segment, reason);
  }

  #write(atMs: EpochMs, pricesOf: (instrument: string) => readonly SourcePrice[] | null): void {
    const entries = this.#lines.map((lines) => lines.next(pricesOf(lines.name), atMs));
    this.#pending.push({ atMs, entries });
    this.#lastMs = atMs;
  }

  async #store(): Promise<void> {
    this.#isStoring = true;
    while (this.#pending.length > 0 && !this.#isOver) {
      const points = this.#pending;
      this.#pending = [];
      const rows = points.map((point) => ({
        atMs: point.atMs,
        lines: point.entries.flatMap(({ lines }) => lines),
        signature: this.#parts.key.sign(partText(point)),
      }));
      if (!(await this.#inTurn(() => this.#parts.store.addParts(rows)))) break;
      for (const { entries } of points) {
        for (const entry of entries) this.#sheets.add(entry);
        this.#parts.publish(entries);
      }
      // An order may name the last point of a minute until the next point is published.
      const last = points.at(-1)?.entries[0];
      const ended =
        last === undefined
          ? []
          : this.#sheets
              .endedBefore(minuteOf(last.record.atMs), last.segment)
              .filter((sheet) => !this.#signing.has(sheet));
      if (ended.length > 0) this.#lastSigning = this.#sign(ended);
    }
    this.#isStoring = false;
  }

  /** @returns whether they are stored. */
  async #sign(sheets: readonly Sheet[]): Promise<boolean> {
    for (const sheet of sheets) this.#signing.add(sheet);
    // Packing takes a while; it belongs to the turn, so that no later minute is stored first.
    const isStored = await this.#inTurn(async () =>
      this.#parts.store.sign(await this.#signedOf(sheets)),
    );
    if (isStored) this.#sheets.drop(sheets);
    for (const sheet of sheets) this.#signing.delete(sheet);
    return isStored;
  }

  async #signedOf(sheets: readonly Sheet[]): Promise<SignedSheet[]> {
    const signed: SignedSheet[] = [];
    const counts = await this.#parts.ordersOf(sheets);
    for (const [place, sheet] of sheets.entries()) {
      const orders = ensure(counts[place], 'the orders of a minute');
      const body = await packLines(
        sheet.lines,
        sheet.ticks.map(({ record }) => record),
      );
      const signature = this.#parts.key.sign(signedText({ ...sheet, orders }));
      signed.push({ sheet, orders, body, signature });
    }
    return signed;
  }

  /** Commits after what is under way. @returns whether it is stored; otherwise the run is over. */
  async #inTurn(commit: () => Promise<boolean>): Promise<boolean> {
    const mine = this.#turn.then(() => (this.#isOver ? false : commit()));
    this.#turn = mine.catch(() => undefined);
    try {
      const isStored = await mine;
      if (!isStored) this.#end();
      return isStored;
    } catch (error) {
      this.#end(error);
      return false;
    }
  }

  #end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.onEnded(error);
  }
}
