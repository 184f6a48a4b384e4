/** Names and figures of shops for lists of ads. They are cached, because they count all orders of a shop. */
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import { SECOND_MS } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import { readShopRecords, type ShopRecord } from './shop-figures.repo.ts';

interface Known {
  readonly atMs: EpochMs;
  readonly record: ShopRecord;
}

const VALID_MS = 10 * SECOND_MS;
const KNOWN_MAX = 10_000;

/** Cache of shop records; one instance per process. */
export class ShopRecords {
  readonly #database: Executor;
  readonly #clock: Clock;
  readonly #known = new Map<number, Known>();

  constructor(database: Executor, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Returns records by the id of the shop, at most ten seconds old. */
  async find(shopIds: readonly number[]): Promise<ReadonlyMap<number, ShopRecord>> {
    const now = this.#clock.now();
    const wanted = [...new Set(shopIds)];
    if (this.#known.size > KNOWN_MAX) this.#known.clear();
    const missing = wanted.filter((id) => now - (this.#known.get(id)?.atMs ?? 0) >= VALID_MS);
    for (const record of await readShopRecords(this.#database, missing, now))
      this.#known.set(record.shopId, { atMs: now, record });
    return new Map(
      wanted.flatMap((id) => {
        const known = this.#known.get(id);
        return known === undefined ? [] : [[id, known.record]];
      }),
    );
  }

  /** Drops the cached record of a shop that has changed. */
  forget(shopId: number): void {
    this.#known.delete(shopId);
  }
}
