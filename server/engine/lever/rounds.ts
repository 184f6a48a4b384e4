/**
 * The rounds of marks that are under way. While the round of one mark is long, the marks of other markets may
 * come between its steps: their rounds are done first, and then the earlier one goes on.
 */
import type { LeverMarket } from './lever-market.ts';
import { isOtherDay, roundOf } from './mark-round.ts';
import type { Steps } from './mark-round.ts';
import type { PositionBook } from './position-book.ts';
import { windDownOf } from './winding-down.ts';
import type { LeverMark } from './lever-types.ts';

interface Round {
  readonly market: LeverMarket;
  readonly steps: Steps;
}

export class Rounds {
  readonly #book: PositionBook;
  /** The last one goes on first. */
  readonly #underWay: Round[] = [];
  /** The last time at which all accounts were judged after a midnight. */
  #judgedMs = 0;

  constructor(book: PositionBook) {
    this.#book = book;
  }

  /** Whether steps are left. */
  get areLeft(): boolean {
    return this.#underWay.length > 0;
  }

  /** Whether steps of this market are left. */
  isUnderWay(market: LeverMarket): boolean {
    return this.#underWay.some((round) => round.market === market);
  }

  /** Begins the round of a mark. */
  take(market: LeverMarket, mark: LeverMark): void {
    const { now, clockMs } = this.#book;
    market.take(mark, clockMs);
    const isNewDay = market.live !== null && isOtherDay(this.#judgedMs, now);
    if (isNewDay) this.#judgedMs = now;
    this.#underWay.push({ market, steps: roundOf(this.#book, market, isNewDay) });
  }

  /** Begins the end of a market. */
  windDown(market: LeverMarket): void {
    this.#underWay.push({ market, steps: windDownOf(this.#book, market) });
  }

  /**
   * Does steps until they have changed about so much: a step counts by its events, at least 1. One step more than
   * `budget` allows is done, and none is larger than the orders of one account.
   */
  work(budget: number): void {
    let left = budget;
    for (let round = this.#underWay.at(-1); round && left > 0; round = this.#underWay.at(-1)) {
      const before = this.#book.eventCount;
      if (round.steps.next().done === true) this.#underWay.pop();
      left -= Math.max(1, this.#book.eventCount - before);
    }
  }
}
