/** Batches calls of the same statement: items that arrive while one statement runs share the next one. */
import { assert } from '../../../contract/assert.ts';

interface Waiting<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * @param run processes all `items` at once and returns a result for each, in their order. If it
 *   throws, every caller gets the error.
 */
export class GatheredStatement<Item, Answer> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  #next: Waiting<Item, Answer>[] = [];
  #isRunning = false;

  constructor(run: (items: readonly Item[]) => Promise<readonly Answer[]>) {
    this.#run = run;
  }

  /**
   * Returns the result for this item; the statement is sent after the call. @throws what the
   * statement throws.
   */
  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#next.push({ item, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Runs after all callers of the same moment have added their items.
      queueMicrotask(() => void this.#runAll());
    });
  }

  async #runAll(): Promise<void> {
    while (this.#next.length > 0) {
      const asked = this.#next;
      this.#next = [];
      try {
        const answers = await this.#run(asked.map(({ item }) => item));
        assert(answers.length === asked.length, 'a gathered statement answers every caller');
        for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
