/**
 * Idempotency keys of orders of the last 24 hours. The keys of an owner are read at their first order
 * and then cached; the least recently used owner is dropped first.
 */
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { KeyedOrder, SpotStore } from './spot-store.types.ts';

/** The fields in which a repetition must equal the first order. */
export type OrderTerms = Pick<
  KeyedOrder,
  'marketId' | 'side' | 'kind' | 'priceTicks' | 'quantityLots' | 'amount'
>;

export interface FirstOrder {
  readonly orderId: number;
  readonly terms: string;
  readonly createdAtMs: EpochMs;
}

interface OwnerKeys {
  /** Keys, oldest first. */
  readonly byKey: Map<string, FirstOrder>;
  /** Ordinal of the last batch with an order of this owner. Until it is durable, only memory has the key. */
  lastBatch: number;
}

/** The most keys in memory over all owners. */
const KEYS_MAX = 500_000;

/** Returns one text for the fields in which two orders must agree. */
export const termsOf = (order: OrderTerms): string =>
  [
    order.marketId,
    order.side,
    order.kind,
    order.priceTicks ?? '',
    order.quantityLots ?? '',
    order.amount ?? '',
  ].join(' ');

export class IdempotencyKeys {
  readonly #store: Pick<SpotStore, 'keysOf'>;
  readonly #keysMax: number;
  /** Owners, least recently used first. */
  readonly #owners = new Map<number, OwnerKeys>();
  readonly #loading = new Map<number, Promise<void>>();
  #count = 0;

  constructor(store: Pick<SpotStore, 'keysOf'>, keysMax: number = KEYS_MAX) {
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

  /** Returns the order that was placed under the key, while the key is valid. */
  find(ownerId: number, key: string, now: EpochMs): FirstOrder | undefined {
    const first = this.#owners.get(ownerId)?.byKey.get(key);
    return first && first.createdAtMs > validSince(now) ? first : undefined;
  }

  /** Adds an order of a loaded owner. @param batch ordinal of its batch. */
  add(ownerId: number, key: string, first: FirstOrder, batch: number): void {
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
    const orders = await this.#store.keysOf(ownerId, validSince(now));
    const byKey = new Map<string, FirstOrder>();
    for (const order of orders) {
      if (order.idempotencyKey === null) continue;
      const { id: orderId, createdAtMs } = order;
      byKey.set(order.idempotencyKey, { orderId, terms: termsOf(order), createdAtMs });
    }
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
