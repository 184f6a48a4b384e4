/**
 * Compares closed ranges with their stored sums of the closing, in turn: each pass reads one part of a range. When
 * the guard of the append-only tables was touched, all of them are compared at once, newest first.
 */
import type { Client } from 'pg';
import { changedGuards, findGuard, readGuard, type LedgerGuard } from './ledger-guard.repo.ts';
import { findMove } from './ledger-moves.repo.ts';
import { RangeShare } from './range-share.ts';
import {
  findRange,
  findRangeAfter,
  PART_MOVEMENTS,
  rangeMissing,
  RangeReading,
  type ClosedRange,
} from './verify-range.repo.ts';
import type { Mark } from './verify-rows.repo.ts';

/** Longest time that one pass spends on ranges while it searches a change. */
const HUNT_MS_MAX = 20_000;
/** Ranges with faults that each pass reads again, to see whether they were repaired. */
const BROKEN_READ_AGAIN = 3;

export class VerifiedPast {
  readonly #client: Client;
  readonly #partMovements: bigint;
  readonly #share: RangeShare;
  /** The last range that was compared in turn, and the one that is read now. */
  #comparedUpTo = 0;
  #reading: { readonly id: number; readonly parts: RangeReading } | undefined;
  /** The next range of a hunt, which goes towards the first; 0 when all were compared. */
  #huntAt = 0;
  #accepted: LedgerGuard | undefined;
  /** Set in a session that found the ledger at another place than its accepted guard. */
  #move: Mark | null = null;
  #unprotected: readonly string[] = [];
  readonly #broken = new Map<number, readonly string[]>();

  constructor(client: Client, partMovements = PART_MOVEMENTS) {
    this.#client = client;
    this.#partMovements = partMovements;
    this.#share = new RangeShare(partMovements);
  }

  /** The guard to store, after all ranges were compared and none was broken; null when it is stored. */
  get newGuard(): LedgerGuard | null {
    const isClear = this.#unprotected.length === 0 && this.#broken.size === 0;
    return isClear && this.#huntAt === 0 ? (this.#found ?? null) : null;
  }
  #found: LedgerGuard | undefined;

  /** Names tables whose triggers or constraints were touched. @param last the newest closed range */
  async lookAtGuard(last: number): Promise<readonly string[]> {
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
      if (this.#huntAt === 0) this.#unprotected = [];
      return this.#unprotected;
    }
    if (isMoved) this.#move = await findMove(this.#client);
    // The rows are compared from here on with the guard as it is, so that no later change is missed.
    this.#accepted = now;
    this.#found = now;
    this.#unprotected = changed;
    this.#huntAt = last;
    return changed;
  }

  /**
   * Compares the next part of a range, and whole ranges while something is looked for. @param entries that the pass has
   * added up. @returns all known faults
   */
  async compareNext(entries: number): Promise<readonly string[]> {
    const until = performance.now() + HUNT_MS_MAX;
    for (const id of [...this.#broken.keys()].slice(0, BROKEN_READ_AGAIN)) await this.#compare(id);
    if (this.#huntAt > 0)
      while (this.#huntAt > 0 && performance.now() < until) {
        await this.#compare(this.#huntAt);
        this.#huntAt -= 1;
      }
    else await this.#compareInTurn(this.#share.next(entries));
    return this.#faults();
  }

  /** Compares all ranges. @returns all known faults */
  async compareAll(last: number): Promise<readonly string[]> {
    for (let id = 1; id <= last; id += 1) await this.#compare(id);
    this.#huntAt = 0;
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
