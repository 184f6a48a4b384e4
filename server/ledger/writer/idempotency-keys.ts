/**
 * Idempotency keys of the commands of the last 24 hours. The keys of an owner are read at their first
 * keyed command and then cached; the least recently used owner is dropped first.
 */
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';

/** The first command under a key. */
export interface FirstCommand {
  /** Number of the record that it created. */
  readonly recordId: number;
  /** The fields in which a repetition must equal it, as one text. */
  readonly terms: string;
  readonly createdAtMs: EpochMs;
}

/** A stored command with its key. */
export interface KeyedCommand extends FirstCommand {
  readonly key: string;
}

export interface KeyStore {
  /** Returns the owner's commands with a key since then, oldest first. */
  keysOf(ownerId: number, since: EpochMs): Promise<readonly KeyedCommand[]>;
}

interface OwnerKeys {
  /** Keys, oldest first. */
  readonly byKey: Map<string, FirstCommand>;
  /** Ordinal of the last batch with a command of this owner. Until it is durable, only memory has the key. */
  lastBatch: number;
}

/** The most keys in memory over all owners. */
const KEYS_MAX = 500_000;

export class IdempotencyKeys {
  readonly #store: KeyStore;
  readonly #keysMax: number;
  /** Owners, least recently used first. */
  readonly #owners = new Map<number, OwnerKeys>();
  readonly #loading = new Map<number, Promise<void>>();
  #count = 0;

  constructor(store: KeyStore, keysMax: number = KEYS_MAX) {
    this.#store = store;
    this.#keysMax = keysMax;
  }

  /** Whether the owner's keys are in memory; otherwise call {@link load} first. */
  knows(ownerId: number): boolean {
    return this.#owners.has(ownerId);
  }

  /** Reads the owner's keys. Concurrent calls share one read. */
  load(ownerId: number, now: EpochMs): Promise<void> {
    const loading = this.#loading.get(ownerId);
    if (loading) return loading;
    const begun = this.#read(ownerId, now).finally(() => this.#loading.delete(ownerId));
    this.#loading.set(ownerId, begun);
    return begun;
  }

  /** Returns the command that was given under the key, while the key is valid. */
  find(ownerId: number, key: string, now: EpochMs): FirstCommand | undefined {
    const first = this.#owners.get(ownerId)?.byKey.get(key);
    return first && first.createdAtMs > validSince(now) ? first : undefined;
  }

  /** Adds a command of a loaded owner. @param batch ordinal of its batch. */
  add(ownerId: number, key: string, first: FirstCommand, batch: number): void {
    const keys = this.#owners.get(ownerId) ?? { byKey: new Map(), lastBatch: 0 };
    // Insertion at the end marks the owner as used last.
    this.#owners.delete(ownerId);
    this.#owners.set(ownerId, keys);
    this.#forgetExpired(keys, first.createdAtMs);
    this.#count -= keys.byKey.size;
    keys.byKey.delete(key);
    keys.byKey.set(key, first);
    keys.lastBatch = batch;
    this.#count += keys.byKey.size;
  }

  /** Drops owners until the limit holds. @param durable ordinal of the last committed batch. */
  trim(durable: number): void {
    for (const [ownerId, keys] of this.#owners) {
      if (this.#count <= this.#keysMax) return;
      if (keys.lastBatch > durable) continue;
      this.#owners.delete(ownerId);
      this.#count -= keys.byKey.size;
    }
  }

  async #read(ownerId: number, now: EpochMs): Promise<void> {
    const stored = await this.#store.keysOf(ownerId, validSince(now));
    const byKey = new Map(stored.map(({ key, ...first }) => [key, first]));
    this.#owners.set(ownerId, { byKey, lastBatch: 0 });
    this.#count += byKey.size;
  }

  #forgetExpired({ byKey }: OwnerKeys, now: EpochMs): void {
    for (const [key, { createdAtMs }] of byKey) {
      if (createdAtMs > validSince(now)) return;
      byKey.delete(key);
      this.#count -= 1;
    }
  }
}

const validSince = (now: EpochMs): EpochMs => now - LIMITS.idempotency_key_valid_ms;
