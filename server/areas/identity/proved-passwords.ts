/**
 * Pay passwords that were proved a moment ago. The slow hash takes a core for 30 ms; who moves money
 * again with the same password is recognised by a keyed digest that never leaves this memory. Wrong
 * ones always take the slow way and are counted.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { isSameDigest } from '../../kit/seal/secrets.ts';

const PROVED_MS = 10 * MINUTE_MS;
const PEOPLE_MAX = 20_000;
const KEY_BYTES = 32;

export interface StoredPassword {
  readonly userId: number;
  /** The slow hash as it is stored now: a password that was changed is not recognised. */
  readonly storedHash: string;
}

export class ProvedPasswords {
  readonly #key = randomBytes(KEY_BYTES);
  /** By user, oldest first. */
  readonly #proved = new Map<number, { readonly tag: string; readonly atMs: EpochMs }>();

  isProved(stored: StoredPassword, password: string, now: EpochMs): boolean {
    const known = this.#proved.get(stored.userId);
    if (known === undefined) return false;
    const ageMs = now - known.atMs;
    return ageMs >= 0 && ageMs < PROVED_MS && isSameDigest(known.tag, this.#tag(stored, password));
  }

  /** To be called when the slow hash has said yes. */
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
