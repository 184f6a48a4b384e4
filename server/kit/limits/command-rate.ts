/**
 * The rate of commands per user: a token bucket each, in memory. A limit per address alone would let one
 * user send many times as much through many addresses.
 */
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';

/** Commands that may come at once after a pause: as many as in that time at the full rate. */
const BURST_MS = 10 * SECOND_MS;
/** The part of a burst that is left to commands that end something, so that a user can always cancel. */
const RESERVED_MS = 2 * SECOND_MS;
/** The longest delay of a command on its way here; a larger difference means that the clock was set back. */
const DELAY_MS_MAX = MINUTE_MS;

export class CommandRate {
  readonly #commandMs: number;
  /** When each user's bucket is full again, the least recently used first; a missing one is full. */
  readonly #fullAt = new Map<number, EpochMs>();
  /** Time of the last command. */
  #lastMs: EpochMs = 0;

  /** @param commandsPerS per user, over any longer time. */
  constructor(commandsPerS: number) {
    this.#commandMs = SECOND_MS / commandsPerS;
  }

  /** Number of users whose buckets may not be full. */
  get size(): number {
    return this.#fullAt.size;
  }

  /**
   * Takes a command of the user. @param at when the call arrived. @param endsOnly whether it only ends something, such as a cancel.
   * @returns 0, or the whole seconds until it is accepted, when it was not taken.
   */
  take(userId: number, at: EpochMs, endsOnly: boolean): number {
    const now = this.#inTime(at);
    const burstMs = endsOnly ? BURST_MS : BURST_MS - RESERVED_MS;
    // A clock that was set back must not lock a user out.
    const fullAt = Math.min(Math.max(this.#fullAt.get(userId) ?? now, now), now + BURST_MS);
    const nextMs = fullAt + this.#commandMs;
    const waitMs = nextMs - now - burstMs;
    const isTaken = waitMs <= 0;
    this.#fullAt.delete(userId);
    this.#fullAt.set(userId, isTaken ? nextMs : fullAt);
    this.#forgetFull(now);
    return isTaken ? 0 : Math.ceil(waitMs / SECOND_MS);
  }

  /** Raises the time of a delayed command to the last one: in an earlier time the bucket would be fuller. */
  #inTime(at: EpochMs): EpochMs {
    const behindMs = this.#lastMs - at;
    if (behindMs <= 0 || behindMs > DELAY_MS_MAX) this.#lastMs = at;
    return this.#lastMs;
  }

  /** A bucket is full one burst after its last use at the latest, so that only users of one burst are kept. */
  #forgetFull(now: EpochMs): void {
    for (const [userId, fullAt] of this.#fullAt) {
      if (fullAt > now) return;
      this.#fullAt.delete(userId);
    }
  }
}
