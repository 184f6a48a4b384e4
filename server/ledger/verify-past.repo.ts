/**
 * Compares closed ranges with their stored sums of the closing, in turn: each pass reads one part of a range. When
 * the guard of the append-only tables was touched, all of them are compared immediately, newest first.
 */
import type { Client } from 'pg';
import { changedGuards, findGuard, readGuard, type LedgerGuard } from './ledger-guard.repo.ts';
import { findMove } from './ledger-moves.repo.ts';
import { RangeShare } from './range-share.ts';
import {
  findRange,
  findRangeAfter,
  findRangesAfter,
  PART_MOVEMENTS,
  rangeMissing,
  RangeReading,
  type ClosedRange,
} from './verify-range.repo.ts';
import type { Mark } from './verify-rows.repo.ts';

/** Longest time that one pass spends on ranges while it searches a change, and while it compares unknown ranges. */
const HUNT_MS_MAX = 20_000;
const UNKNOWN_MS_MAX = 1_000;
/** Ranges with faults that each pass reads again, to see whether they were repaired. */
const BROKEN_READ_AGAIN = 3;

export interface PastOptions {
  /** Movements of one part of a closed range. */
  readonly partMovements?: bigint;
  /**
   * The caller knows the ranges up to this one, for example ranges that it has closed itself. Others are compared immediately, newest
   * first. By default all are known, and have their turn.
   */
  readonly knownRange?: number;
  /** Whether a fault is known: the session begins with a comparison of all ranges, newest first. */
  readonly isAfterFault?: boolean;
}

export class VerifiedPast {
  readonly #client: Client;
  readonly #partMovements: bigint;
  readonly #share: RangeShare;
  /** The last range that was compared in turn, and the range that is read now. */
  #comparedUpTo = 0;
  #reading: { readonly id: number; readonly parts: RangeReading } | undefined;
  /** Ranges to compare before others, the next one last: all ranges of a hunt, or unknown ones. */
  #pending: number[] = [];
  #isHunting: boolean;
  /** The ranges up to this one are known, and those up to the other one were known, are pending or were compared. */
  readonly #knownBefore: number;
  #knownOrPending: number;
  #accepted: LedgerGuard | undefined;
  /** Set in a session that found the ledger at another place than its accepted guard. */
  #move: Mark | null = null;
  #unprotected: readonly string[] = [];
  readonly #broken = new Map<number, readonly string[]>();

  constructor(
    client: Client,
    { partMovements = PART_MOVEMENTS, knownRange = Infinity, isAfterFault = false }: PastOptions,
  ) {
    this.#client = client;
    this.#partMovements = partMovements;
    this.#share = new RangeShare(partMovements);
    this.#knownBefore = knownRange;
    this.#knownOrPending = knownRange;
    this.#isHunting = isAfterFault;
  }

  /** The ranges up to this one are known, or were compared and are as they were closed. */
  get knownRange(): number {
    const isDone = this.#pending.length + this.#broken.size === 0;
    return isDone ? this.#knownOrPending : this.#knownBefore;
  }

  /** Whether ranges remain to be compared before others. */
  get isSearching(): boolean {
    return this.#isHunting || this.#pending.length > 0;
  }

  /** Notes ranges that the caller has closed: they are known, unless others were closed between them. */
  noteClosed(head: number, count: number): void {
    if (head - count === this.#knownOrPending) this.#knownOrPending = head;
  }

  /** The guard to store, after all ranges were compared and none was broken; null when it is stored. */
  get newGuard(): LedgerGuard | null {
    const isClear = this.#unprotected.length === 0 && this.#broken.size === 0;
    return isClear && !this.isSearching ? (this.#found ?? null) : null;
  }
  #found: LedgerGuard | undefined;

  /** Adds ranges that the caller has not closed to the ranges that the next pass compares first. */
  async lookAtRanges(): Promise<void> {
    if (this.#isHunting && this.#pending.length === 0) await this.#hunt();
    if (this.#knownOrPending === Infinity) return;
    this.#addPending(await findRangesAfter(this.#client, this.#knownOrPending));
  }

  async #hunt(): Promise<void> {
    this.#pending = [];
    this.#addPending(await findRangesAfter(this.#client, 0));
    this.#isHunting = this.#pending.length > 0;
  }

  #addPending(ids: readonly number[]): void {
    this.#pending.push(...ids);
    this.#knownOrPending = Math.max(this.#knownOrPending, ids.at(-1) ?? 0);
  }

  /** Names tables whose triggers or constraints were touched. */
  async lookAtGuard(): Promise<readonly string[]> {
    this.#accepted ??= await findGuard(this.#client);
    const now = await readGuard(this.#client);
    if (this.#accepted === undefined) {
      this.#accepted = now;
      this.#found = now;
      return [];
    }
    const changed = changedGuards(this.#accepted, now);
    const isMoved = this.#accepted.place !== now.place;
    if (changed.length === 0 && !isMoved) {
      if (!this.#isHunting) this.#unprotected = [];
      return this.#unprotected;
    }
    if (isMoved) this.#move = await findMove(this.#client);
    // The rows are compared from here on with the guard as it is, so that no later change is missed.
    this.#accepted = now;
    this.#found = now;
    this.#unprotected = changed;
    await this.#hunt();
    return changed;
  }

  /**
   * Compares the next part of a range, and whole ranges while something is looked for. @param entries that the pass has
   * added up. @param isBusy see `BusyPasses`. @returns all known faults
   */
  async compareNext(entries: number, isBusy: boolean): Promise<readonly string[]> {
    const until = performance.now() + (this.#isHunting ? HUNT_MS_MAX : UNKNOWN_MS_MAX);
    for (const id of [...this.#broken.keys()].slice(0, BROKEN_READ_AGAIN)) await this.#compare(id);
    if (this.#pending.length > 0) await this.#comparePending(until);
    else await this.#compareInTurn(this.#share.next(entries, isBusy));
    return this.#faults();
  }

  async #comparePending(until: number): Promise<void> {
    for (let id = this.#pending.at(-1); id !== undefined; id = this.#pending.at(-1)) {
      await this.#compare(id);
      this.#pending.pop();
      if (performance.now() >= until) break;
    }
    if (this.#pending.length === 0) this.#isHunting = false;
  }

  /** Compares all ranges. @returns all known faults */
  async compareAll(): Promise<readonly string[]> {
    for (const id of await findRangesAfter(this.#client, 0)) await this.#compare(id);
    this.#pending = [];
    this.#isHunting = false;
    return this.#faults();
  }

  #faults(): readonly string[] {
    return [...this.#broken.values()].flat();
  }

  async #compareInTurn(movements: bigint): Promise<void> {
    const reading = this.#reading ?? (await this.#nextInTurn());
    // A part that fails is not read twice into one digest.
    this.#reading = undefined;
    if (reading === null) return;
    const faults = await reading.parts.next(movements);
    if (faults === null) {
      this.#reading = reading;
      return;
    }
    this.#comparedUpTo = reading.id;
    this.#note(reading.id, faults);
  }

  async #nextInTurn() {
    const range = await findRangeAfter(this.#client, this.#comparedUpTo);
    return range === null ? null : { id: range.id, parts: this.#partsOf(range) };
  }

  async #compare(id: number): Promise<void> {
    const range = await findRange(this.#client, id);
    if (range === null) return this.#note(id, [rangeMissing(id)]);
    const parts = this.#partsOf(range);
    for (;;) {
      const faults = await parts.next();
      if (faults !== null) return this.#note(id, faults);
    }
  }

  #partsOf(range: ClosedRange): RangeReading {
    const options = { move: this.#move, partMovements: this.#partMovements };
    return new RangeReading(this.#client, range, options);
  }

  #note(id: number, faults: readonly string[]): void {
    if (faults.length === 0) this.#broken.delete(id);
    else this.#broken.set(id, faults);
  }
}
