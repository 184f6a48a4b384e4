/** The passes that apply rules over all records, because these take too long for every pass. */
import type { Rule } from './verify-rule.types.ts';

/** A removed record is named within four hours. */
const EVERY_PASSES = 240;
/** The work of a start comes first. */
const FIRST_PASS = 5;

export interface RarePasses {
  /** Number of passes of which one applies the rules; 240 by default. */
  readonly rareEvery?: number;
  /** Whether a fault is known: it may be of these rules, so that the first pass applies them. */
  readonly isAfterFault?: boolean;
}

/** Counts the passes of a session. */
export class RareRules {
  readonly #every: number;
  #left: number;
  #isBroken = false;
  #hasLooked: boolean;

  constructor({ rareEvery = EVERY_PASSES, isAfterFault = false }: RarePasses) {
    this.#every = rareEvery;
    this.#left = isAfterFault ? 1 : Math.min(rareEvery, FIRST_PASS);
    this.#hasLooked = !isAfterFault;
  }

  /** Whether the next pass applies the rule. A broken one is applied until it holds. */
  applies({ isOfAllRecords, isRare }: Rule): boolean {
    return isOfAllRecords !== true || (isRare === true && (this.#isBroken || this.#left <= 1));
  }

  /** Whether a fault from before the session would be known by now. */
  get hasLooked(): boolean {
    return this.#hasLooked;
  }

  /** Notes the end of a pass. @param areBroken of each of the rules that it has applied */
  note(areBroken: readonly boolean[]): void {
    this.#left -= 1;
    if (areBroken.length === 0) return;
    this.#left = this.#every;
    this.#isBroken = areBroken.includes(true);
    this.#hasLooked = true;
  }
}
