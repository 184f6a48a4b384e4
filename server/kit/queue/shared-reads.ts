/** Shares one read among equal requests until its data changes. */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import { SECOND_MS } from '../../../contract/time.ts';

interface Kept<Answer> {
  readonly state: string;
  readonly askedAtMs: EpochMs;
  readonly answer: Promise<Answer>;
}

/** The longest age of an answer, because changes by other processes are not reported. */
const KEPT_MS = SECOND_MS;
const KEPT_MAX = 500;

export class SharedReads<Answer> {
  readonly #clock: Clock;
  /** Answers in the order of their reads, oldest first. */
  readonly #kept = new Map<string, Kept<Answer>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param question identifies what `read` reads.
   * @param state the state of the data before this call; a new state causes a new read.
   * @throws the error of `read`; the next call reads again.
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
