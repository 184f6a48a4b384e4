/**
 * Commands with an `Idempotency-Key` that this server is carrying out, and what it has said of others:
 * only with it "not executed" is certain. A command is entered before its latest time is looked at for
 * the first time, so one that is not entered after that time is either written down or never will be.
 */
import type { ErrorName } from '../../../contract/errors/catalogue.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Result } from '../../../contract/result.ts';
import type { KeyedPath } from '../../../contract/schemas/command.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Deadline } from './deadline.ts';
import { RememberedByUser } from './remembered-by-user.ts';

/** Whose command it is: keys of one person and call. */
export interface CommandId {
  readonly userId: number;
  readonly path: KeyedPath;
  readonly key: string;
}

export class CommandsUnderWay {
  readonly #clock: Clock;
  readonly #settleMs: number;
  /** How often each is being carried out: the same may have been sent twice. */
  readonly #underWay = new Map<string, number>();
  /** Ends with the last try of each that is being carried out; it never fails. */
  readonly #lastTries = new Map<string, Promise<unknown>>();
  /** What is forgotten of them is told as "not executed". */
  readonly #refused = new RememberedByUser<ErrorName>();
  /** Told to be over: they stay so, also where the clock is set back. */
  readonly #over = new RememberedByUser<true>();
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
      const deadline = { hasPassed: () => this.#hasPassed(id, expiresAt) };
      const answer = await this.#afterOthers(name, () => work(deadline));
      if (answer.ok) this.#refused.delete(id.userId, name);
      else this.#refused.set(id.userId, name, answer.error);
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
    return !this.#isSettled || this.#underWay.has(nameOf(id)) || !this.#hasPassed(id, expiresAt);
  }

  /** From now on it is refused. @returns why it was refused before; undefined where nothing is known of it. */
  close(id: CommandId): ErrorName | undefined {
    const name = nameOf(id);
    this.#over.set(id.userId, name, true);
    return this.#refused.get(id.userId, name);
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

  #hasPassed(id: CommandId, expiresAt: EpochMs | undefined): boolean {
    const isOver = this.#over.get(id.userId, nameOf(id)) === true;
    return isOver || (expiresAt !== undefined && this.#clock.now() > expiresAt);
  }

  #end(name: string): void {
    const others = (this.#underWay.get(name) ?? 0) - 1;
    if (others > 0) this.#underWay.set(name, others);
    else this.#underWay.delete(name);
  }
}

const nameOf = ({ userId, path, key }: CommandId): string => `${userId} ${path} ${key}`;
