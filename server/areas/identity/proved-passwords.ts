/**
 * A cache of recently proved pay passwords. The slow hash takes a core for 30 ms. A repeated password
 * is recognized by a keyed digest that never leaves this memory. Wrong passwords always take the slow
 * path and are counted.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { isSameDigest } from '../../kit/seal/secrets.ts';

const PROVED_MS = 10 * MINUTE_MS;
const PEOPLE_MAX = 20_000;
const KEY_BYTES = 32;

interface StoredPassword {
  readonly userId: number;
  /** The stored slow hash, so that a changed password is not recognized. */
  readonly storedHash: string;
}

export class ProvedPasswords {
  readonly #key = randomBytes(KEY_BYTES);
  /** Proofs by user, oldest first. */
  readonly #proved = new Map<number, { readonly tag: string; readonly atMs: EpochMs }>();

  isProved(stored: StoredPassword, password: string, now: EpochMs): boolean {
    const known = this.#proved.get(stored.userId);
    if (known === undefined) return false;
    const ageMs = now - known.atMs;
    return ageMs >= 0 && ageMs < PROVED_MS && isSameDigest(known.tag, this.#tag(stored, password));
  }

  /** Must be called when the slow hash has matched. */
  note(stored: StoredPassword, password: string, now: EpochMs): void {
    this.#proved.delete(stored.userId);
    this.#proved.set(stored.userId, { tag: this.#tag(stored, password), atMs: now });
    const oldest = this.#proved.keys().next().value;
    if (this.#proved.size > PEOPLE_MAX && oldest !== undefined) this.#proved.delete(oldest);
  }

  #tag({ userId, storedHash }: StoredPassword, password: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([userId, storedHash, password]))
      .digest('base64url');
  }
}
