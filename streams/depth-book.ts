/**
 * One market's order book, rebuilt from a snapshot and the deltas after it. A delta that does not
 * continue the known sequence is a gap; the book then waits for the next snapshot.
 */
import type { DepthMessage } from '../contract/channels.ts';
import { parseUnits, SCALE_MAX } from '../contract/money/decimal.ts';
import type { DepthLevel } from '../contract/market/market.ts';

export interface BookLevel {
  /** Decimal text, as received. */
  readonly price: string;
  readonly quantity: string;
  /** Quantity in units of 10^-{@link SCALE_MAX}. */
  readonly units: bigint;
}

interface PricedLevel extends BookLevel {
  /** Only for sorting, because prices of one market differ by more than a double's precision. */
  readonly rank: number;
}

/** Levels of one side, the best first. */
class BookSide {
  levels: PricedLevel[] = [];
  /** 1: the lowest price is the best; -1: the highest. */
  readonly #direction: 1 | -1;

  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  replace(levels: readonly DepthLevel[]): void {
    this.levels = levels
      .map((level) => this.#priced(level))
      .filter(({ units }) => units > 0n)
      .toSorted((a, b) => a.rank - b.rank);
  }

  set(level: DepthLevel): void {
    const priced = this.#priced(level);
    const index = this.#indexOf(priced.rank);
    const isKnown = this.levels[index]?.rank === priced.rank;
    if (priced.units > 0n) this.levels.splice(index, isKnown ? 1 : 0, priced);
    else if (isKnown) this.levels.splice(index, 1);
  }

  #priced([price, quantity]: DepthLevel): PricedLevel {
    const units = parseUnits(quantity, SCALE_MAX) ?? 0n;
    return { price, quantity, units, rank: this.#direction * Number(price) };
  }

  /** Returns the index at which a level of this rank is, or belongs. */
  #indexOf(rank: number): number {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.levels[middle]?.rank ?? Infinity) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export class DepthBook {
  readonly #bidSide = new BookSide(-1);
  readonly #askSide = new BookSide(1);
  #known: number | null = null;

  /** Number of the last applied change; null while the order book waits for a snapshot. */
  get seq(): number | null {
    return this.#known;
  }

  /** The best first. */
  get bids(): readonly BookLevel[] {
    return this.#bidSide.levels;
  }

  get asks(): readonly BookLevel[] {
    return this.#askSide.levels;
  }

  /**
   * Applies a message. `gap`: changes are missing, and the order book needs a snapshot; `ignored`:
   * nothing changed.
   */
  apply(message: DepthMessage): 'applied' | 'ignored' | 'gap' {
    if (message.kind === 'snapshot') {
      this.#bidSide.replace(message.bids);
      this.#askSide.replace(message.asks);
      this.#known = message.seq;
      return 'applied';
    }
    if (this.#known === null) return 'ignored';
    if (message.previous_seq !== this.#known) {
      this.#known = null;
      return 'gap';
    }
    for (const level of message.bids) this.#bidSide.set(level);
    for (const level of message.asks) this.#askSide.set(level);
    this.#known = message.seq;
    return 'applied';
  }

  /** After a reconnect, the shown levels stay until the next snapshot replaces them. */
  awaitSnapshot(): void {
    this.#known = null;
  }
}
