/** Batches calls of the same statement: items that arrive while one statement runs share the next one. */
import { assert } from '../../../contract/assert.ts';
import { Lanes } from './lanes.ts';

/**
 * @param run processes all `items` at once and returns a result for each, in their order. If it
 *   throws, every caller gets the error. A second run may start while a slow one has not ended.
 */
export class GatheredStatement<Item, Answer> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  readonly #lanes = new Lanes();
  #next: Item[] | undefined;
  #nextRun: Promise<readonly Answer[]> | undefined;

  constructor(run: (items: readonly Item[]) => Promise<readonly Answer[]>) {
    this.#run = run;
  }

  /**
   * Returns the result for this item; the statement is sent after the call. @throws the error of the statement.
   */
  async ask(item: Item): Promise<Answer> {
    if (this.#next === undefined || this.#nextRun === undefined) {
      this.#next = [];
      this.#nextRun = this.#lanes.run(() => this.#runAll());
    }
    const place = this.#next.push(item) - 1;
    return (await this.#nextRun)[place] as Answer;
  }

  async #runAll(): Promise<readonly Answer[]> {
    const asked = this.#next ?? [];
    this.#next = undefined;
    this.#nextRun = undefined;
    const answers = await this.#run(asked);
    assert(answers.length === asked.length, 'a gathered statement answers every caller');
    return answers;
  }
}
