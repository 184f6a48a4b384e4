/** The share of a closed range that a pass reads: less while there is much that is new, so that such a pass stays short. */

/** A pass with so many new entries reads half a part. */
const ENTRIES_MANY = 10_000;
/** A pass with fewer new entries reads another half, if earlier ones left some. */
const ENTRIES_FEW = 5_000;

export class RangeShare {
  readonly #partMovements: bigint;
  /** Movements that passes with many new entries have left to later ones. */
  #owed = 0n;

  /** @param partMovements movements of a part; passes read one on average, unless all have many new entries */
  constructor(partMovements: bigint) {
    this.#partMovements = partMovements;
  }

  /** Returns the number of movements that the next pass reads. @param entries new ones of this pass */
  next(entries: number): bigint {
    const half = this.#partMovements / 2n;
    if (entries >= ENTRIES_MANY) {
      this.#owed += half;
      return this.#partMovements - half;
    }
    const more = entries < ENTRIES_FEW && this.#owed > 0n ? half : 0n;
    this.#owed -= more;
    return this.#partMovements + more;
  }
}
