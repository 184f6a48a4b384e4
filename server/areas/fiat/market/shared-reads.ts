/** Many who ask the same at one moment, or before anything of it has changed, are answered by one read. */
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import { SECOND_MS } from '../../../../contract/time.ts';

interface Kept<Answer> {
  readonly state: string;
  readonly askedAtMs: EpochMs;
  readonly answer: Promise<Answer>;
}

/** Nobody tells of what is changed from elsewhere: it is seen after this at the latest. */
const KEPT_MS = SECOND_MS;
const KEPT_MAX = 500;

export class SharedReads<Answer> {
  readonly #clock: Clock;
  /** The one that was begun first comes first. */
  readonly #kept = new Map<string, Kept<Answer>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param question what is asked; `read` answers nothing else.
   * @param state of what is read, as it was before this call: another one is read again.
   * @throws what `read` throws; the next one reads again.
   */
  find(question: string, state: string, read: () => Promise<Answer>): Promise<Answer> {
    const now = this.#clock.now();
    const kept = this.#kept.get(question);
    if (kept?.state === state && Math.abs(now - kept.askedAtMs) < KEPT_MS) return kept.answer;
    const begun = { state, askedAtMs: now, answer: read() };
    this.#kept.delete(question);
    this.#kept.set(question, begun);
    if (this.#kept.size > KEPT_MAX) this.#forgetFirst();
    begun.answer.catch(() => {
      if (this.#kept.get(question) === begun) this.#kept.delete(question);
    });
    return begun.answer;
  }

  #forgetFirst(): void {
    const [first] = this.#kept.keys();
    if (first !== undefined) this.#kept.delete(first);
  }
}
