/** Access tokens that were accepted a moment ago, so that not every call asks the database who is there. */
import { SECOND_MS } from '../../contract/time.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { SessionOwner } from './sessions.ts';

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
}

export class AccessCache {
  /** By digest of the token, oldest first. */
  readonly #accepted = new Map<string, Acceptance>();
  readonly #tokensMax: number;
  /** Digests that were used when they were due. */
  readonly #due = new Set<string>();
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
      if (ageMs >= DUE_MS) this.#due.add(digest);
      return known.owner;
    }
    this.#accepted.delete(digest);
    return undefined;
  }

  /** Hands over, ten times a second at most, the digests to ask the database for now; mostly none. */
  takeDue(now: EpochMs): readonly string[] {
    const sinceMs = now - this.#renewedAtMs;
    if (this.#due.size === 0 || (sinceMs >= 0 && sinceMs < RENEWAL_EVERY_MS)) return [];
    this.#renewedAtMs = now;
    const due = [...this.#due].filter((digest) => {
      const known = this.#accepted.get(digest);
      // Not those that were read meanwhile, or are known no more.
      return known !== undefined && now - known.readAtMs >= DUE_MS;
    });
    this.#due.clear();
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
      this.#accepted.set(digest, { owner, readAtMs: now });
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
