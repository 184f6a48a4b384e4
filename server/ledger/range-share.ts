/** The share of old rows that a pass reads: less while there is much that is new, so that such a pass stays short. */

/** Number of new entries that makes a pass busy. */
const ENTRIES_MANY = 10_000;
/** Maximum of consecutive busy passes; the next pass reads a full share of the past. */
const BUSY_IN_A_ROW_MAX = 3;
/** A pass with fewer new entries reads more of a range, if earlier ones left some. */
const ENTRIES_FEW = 5_000;

/** Decides which passes read less of the past. */
export class BusyPasses {
  #inARow = 0;

  /**
   * A full pass is never busy: its entries belong to an open range, and the pass follows a start, or a fault that has
   * stopped the exchange. @param entries new ones of the pass
   */
  isBusy(entries: number, isFull: boolean): boolean {
    return !isFull && entries >= ENTRIES_MANY && this.#inARow < BUSY_IN_A_ROW_MAX;
  }

  /** Notes a pass that has ended. */
  note(isBusy: boolean): void {
    this.#inARow = isBusy ? this.#inARow + 1 : 0;
  }
}

export class RangeShare {
  readonly #partMovements: bigint;
  /** Movements that busy passes have left to later ones. */
  #owed = 0n;

  /** @param partMovements movements of a part; passes read one on average, unless too many are busy */
  constructor(partMovements: bigint) {
    this.#partMovements = partMovements;
  }

  /**
   * Returns the number of movements that the next pass reads: a quarter of a part in a busy pass, and a part and a half in
   * one with few new entries, as long as some are left. @param entries new ones of this pass
   */
  next(entries: number, isBusy: boolean): bigint {
    const part = this.#partMovements;
    if (isBusy) {
      const left = (3n * part) / 4n;
      this.#owed += left;
      return part - left;
    }
    const half = part / 2n;
    const more = entries >= ENTRIES_FEW ? 0n : this.#owed < half ? this.#owed : half;
    this.#owed -= more;
    return part + more;
  }
}
