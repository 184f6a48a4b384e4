/**
 * Commands with an `Idempotency-Key` that this server is running, and the results it reported for
 * others. They make "not executed" certain: a command is entered before its expiry is checked for
 * the first time, so a command that is not entered after that time is either stored or will never
 * be.
 */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Result } from '../../../contract/result.ts';
import type { KeyedPath } from '../../../contract/schemas/command.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Deadline } from '../http/deadline.ts';
import { RememberedByUser } from './remembered-by-user.ts';

/** Identifies a command: keys are unique by user and call. */
export interface CommandId {
  readonly userId: number;
  readonly path: KeyedPath;
  readonly key: string;
}

export class CommandsUnderWay {
  readonly #clock: Clock;
  readonly #settleMs: number;
  /** Number of running attempts by command, because a client may have sent it twice. */
  readonly #underWay = new Map<string, number>();
  /** Resolves with the last running attempt of each command; never rejects. */
  readonly #lastTries = new Map<string, Promise<unknown>>();
  /** A refusal that drops out of this memory is reported as "not executed". */
  readonly #refused = new RememberedByUser<ErrorName>();
  /** Commands that were reported as over stay over, even when the clock is set back. */
  readonly #over = new RememberedByUser<true>();
  /** False while commands of an earlier server of this database may still end. */
  #isSettled = false;

  constructor(clock: Clock, settleMs: number = LIMITS.command_settle_ms) {
    this.#clock = clock;
    this.#settleMs = settleMs;
    setTimeout(() => (this.#isSettled = true), settleMs).unref();
  }

  /**
   * Runs the attempts of a command one after the other: a late attempt must not report that it
   * expired while an earlier one still waits for a lock. @param work receives the deadline for its
   * changes.
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
      // A commit whose response was lost may still happen.
      setTimeout(() => this.#end(name), this.#settleMs).unref();
      throw error;
    }
  }

  /**
   * Returns whether a command without a known result may still be carried out: it is running, or
   * may still arrive.
   */
  mayComeAbout(id: CommandId, expiresAt: EpochMs | undefined): boolean {
    return !this.#isSettled || this.#underWay.has(nameOf(id)) || !this.#hasPassed(id, expiresAt);
  }

  /**
   * Refuses the command from now on. @returns the reason of an earlier refusal; undefined if none
   * is known.
   */
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
