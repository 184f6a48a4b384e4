/**
 * Commands with an `Idempotency-Key` that this server is carrying out, and what it has said of others:
 * only with it "not executed" is certain. A command is entered before its latest time is looked at for
 * the first time, so one that is not entered after that time is either written down or never will be.
 */
import type { ErrorName } from '../../contract/errors/catalogue.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Result } from '../../contract/result.ts';
import type { KeyedPath } from '../../contract/schemas/command.ts';
import type { Clock, EpochMs } from '../../contract/time.ts';
import type { Deadline } from './deadline.ts';

/** Whose command it is: keys of one person and call. */
export interface CommandId {
  readonly userId: number;
  readonly path: KeyedPath;
  readonly key: string;
}

/** The oldest are forgotten beyond: a refusal is then told as "not executed". */
const REMEMBERED_MAX = 10_000;

export class CommandsUnderWay {
  readonly #clock: Clock;
  readonly #settleMs: number;
  /** How often each is being carried out: the same may have been sent twice. */
  readonly #underWay = new Map<string, number>();
  /** Ends with the last try of each that is being carried out; it never fails. */
  readonly #lastTries = new Map<string, Promise<unknown>>();
  readonly #refused = new Map<string, ErrorName>();
  /** Told to be over: they stay so, also where the clock is set back. */
  readonly #over = new Map<string, true>();
  /** What an earlier server of this database has begun may still end. */
  #isSettled = false;

  constructor(clock: Clock, settleMs: number = LIMITS.command_settle_ms) {
    this.#clock = clock;
    this.#settleMs = settleMs;
    setTimeout(() => (this.#isSettled = true), settleMs).unref();
  }

  /**
   * Carries a command out, one try after the other: a late one must not be told that it expired while
   * an earlier one still waits for a lock. @param work is given until when it may change something.
   */
  async run<R extends Result<unknown>>(
    id: CommandId,
    expiresAt: EpochMs | undefined,
    work: (deadline: Deadline) => Promise<R> | R,
  ): Promise<R> {
    const name = nameOf(id);
    this.#underWay.set(name, (this.#underWay.get(name) ?? 0) + 1);
    try {
      const deadline = { hasPassed: () => this.#hasPassed(name, expiresAt) };
      const answer = await this.#afterOthers(name, () => work(deadline));
      if (answer.ok) this.#refused.delete(name);
      else remember(this.#refused, name, answer.error);
      this.#end(name);
      return answer;
    } catch (error) {
      // A commit whose answer was lost may still come about.
      setTimeout(() => this.#end(name), this.#settleMs).unref();
      throw error;
    }
  }

  /** Whether a command that nothing is known of may still be carried out: under way, or on its way. */
  mayComeAbout(id: CommandId, expiresAt: EpochMs | undefined): boolean {
    const name = nameOf(id);
    return !this.#isSettled || this.#underWay.has(name) || !this.#hasPassed(name, expiresAt);
  }

  /** From now on it is refused. @returns why it was refused before; undefined where nothing is known of it. */
  close(id: CommandId): ErrorName | undefined {
    const name = nameOf(id);
    remember(this.#over, name, true);
    return this.#refused.get(name);
  }

  async #afterOthers<R>(name: string, work: () => Promise<R> | R): Promise<R> {
    const before = this.#lastTries.get(name);
    const own = before === undefined ? Promise.resolve(work()) : before.then(work);
    const ended = own.then(
      () => undefined,
      () => undefined,
    );
    this.#lastTries.set(name, ended);
    try {
      return await own;
    } finally {
      if (this.#lastTries.get(name) === ended) this.#lastTries.delete(name);
    }
  }

  #hasPassed(name: string, expiresAt: EpochMs | undefined): boolean {
    return this.#over.has(name) || (expiresAt !== undefined && this.#clock.now() > expiresAt);
  }

  #end(name: string): void {
    const others = (this.#underWay.get(name) ?? 0) - 1;
    if (others > 0) this.#underWay.set(name, others);
    else this.#underWay.delete(name);
  }
}

const nameOf = ({ userId, path, key }: CommandId): string => `${userId} ${path} ${key}`;

function remember<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
  if (map.size <= REMEMBERED_MAX) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
