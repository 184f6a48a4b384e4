/** Access tokens that were accepted a moment ago, so that not every call asks the database who is there. */
import { SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';

/** The person and session behind an accepted access token. */
export interface SessionOwner {
  readonly userId: number;
  readonly sessionId: string;
  readonly isVerified: boolean;
  /** From then on the access token is refused. */
  readonly accessExpiresAtMs: EpochMs;
}

/** How long an acceptance holds: what another server has ended is refused here this much later at most. */
const ACCEPTED_MS = SECOND_MS;
const TOKENS_MAX = 20_000;
/** A token in use is read again from this age on, so that its callers do not wait for it each second. */
const DUE_MS = ACCEPTED_MS / 2;
/** Tokens that are due are gathered for so long and read together. */
const RENEWAL_EVERY_MS = ACCEPTED_MS / 10;

interface Acceptance {
  readonly owner: SessionOwner;
  readonly readAtMs: EpochMs;
  /** Since it was read, or last handed over as due. */
  isUsed: boolean;
}

export class AccessCache {
  /** By digest of the token, oldest first. */
  readonly #accepted = new Map<string, Acceptance>();
  readonly #tokensMax: number;
  #renewedAtMs: EpochMs = 0;
  #drops = 0;

  constructor(tokensMax: number = TOKENS_MAX) {
    this.#tokensMax = tokensMax;
  }

  /** Whom the token was accepted for, while that holds. */
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
   * Hands over, ten times a second at most, the digests to ask the database for now; mostly none. Use
   * at any age counts: who calls five times a second is rarely missed by it, but would be each tenth
   * time if only calls of the second half did.
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
   * To be called before the database is asked. @returns what takes the answer; it forgets an answer
   * that somebody has made untrue meanwhile.
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

  /** To be called when a session is over, before anybody is told. */
  dropSession(sessionId: string): void {
    this.#drop((owner) => owner.sessionId === sessionId);
  }

  /** The same for all sessions of a person. */
  dropUser(userId: number): void {
    this.#drop((owner) => owner.userId === userId);
  }

  #drop(isOver: (owner: SessionOwner) => boolean): void {
    this.#drops += 1;
    for (const [digest, { owner }] of this.#accepted)
      if (isOver(owner)) this.#accepted.delete(digest);
  }
}
