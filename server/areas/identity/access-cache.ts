/** A cache of recently accepted access tokens, so that not every call reads the database. */
import { SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';

/** The user and session of an accepted access token. */
export interface SessionOwner {
  readonly userId: number;
  readonly sessionId: string;
  readonly isVerified: boolean;
  /** The time from which the access token is refused. */
  readonly accessExpiresAtMs: EpochMs;
}

/** The longest age of an acceptance: the delay until this server refuses a token that another server has ended. */
const ACCEPTED_MS = SECOND_MS;
const TOKENS_MAX = 20_000;
/** The age from which a used token is read again, so that its callers do not wait for a read each second. */
const DUE_MS = ACCEPTED_MS / 2;
/** The interval at which due tokens are collected and read together. */
const RENEWAL_EVERY_MS = ACCEPTED_MS / 10;

interface Acceptance {
  readonly owner: SessionOwner;
  readonly readAtMs: EpochMs;
  /** True if used since its read, or since it was last returned as due. */
  isUsed: boolean;
}

export class AccessCache {
  /** Acceptances by digest of the token, oldest first. */
  readonly #accepted = new Map<string, Acceptance>();
  readonly #tokensMax: number;
  #renewedAtMs: EpochMs = 0;
  #drops = 0;

  constructor(tokensMax: number = TOKENS_MAX) {
    this.#tokensMax = tokensMax;
  }

  /** Returns the owner that the token was accepted for, while the acceptance is valid. */
  find(digest: string, now: EpochMs): SessionOwner | undefined {
    const known = this.#accepted.get(digest);
    if (known === undefined) return undefined;
    const ageMs = now - known.readAtMs;
    if (ageMs >= 0 && ageMs < ACCEPTED_MS && now < known.owner.accessExpiresAtMs) {
      known.isUsed = true;
      return known.owner;
    }
    this.#accepted.delete(digest);
    return undefined;
  }

  /**
   * Returns the digests to read from the database now, at most ten times a second; usually none. Use at
   * any age counts, so that a caller with five calls a second is rarely missed. If only calls in the
   * second half counted, such a caller would be missed every tenth time.
   */
  takeDue(now: EpochMs): readonly string[] {
    const sinceMs = now - this.#renewedAtMs;
    if (sinceMs >= 0 && sinceMs < RENEWAL_EVERY_MS) return [];
    this.#renewedAtMs = now;
    const due: string[] = [];
    for (const [digest, known] of this.#accepted) {
      const ageMs = now - known.readAtMs;
      if (ageMs >= 0 && ageMs < DUE_MS) break;
      if (ageMs < 0 || ageMs >= ACCEPTED_MS) this.#accepted.delete(digest);
      else if (known.isUsed) {
        known.isUsed = false;
        due.push(digest);
      }
    }
    return due;
  }

  /**
   * Must be called before the database read. @returns a function that takes the answer; it ignores an
   * answer that a later change has made outdated.
   */
  expect(digest: string, now: EpochMs): (owner: SessionOwner) => void {
    const dropsBefore = this.#drops;
    return (owner) => {
      if (this.#drops !== dropsBefore) return;
      this.#accepted.delete(digest);
      this.#accepted.set(digest, { owner, readAtMs: now, isUsed: false });
      const oldest = this.#accepted.keys().next().value;
      if (this.#accepted.size > this.#tokensMax && oldest !== undefined)
        this.#accepted.delete(oldest);
    };
  }

  /** Must be called when a session is over, before any listener is notified. */
  dropSession(sessionId: string): void {
    this.#drop((owner) => owner.sessionId === sessionId);
  }

  /** Like {@link dropSession}, for all sessions of a user. */
  dropUser(userId: number): void {
    this.#drop((owner) => owner.userId === userId);
  }

  #drop(isOver: (owner: SessionOwner) => boolean): void {
    this.#drops += 1;
    for (const [digest, { owner }] of this.#accepted)
      if (isOver(owner)) this.#accepted.delete(digest);
  }
}
