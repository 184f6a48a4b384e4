/** A bounded cache of computed values: a new entry replaces the oldest one at the limit. */

export class RecentMap<V> {
  readonly #entries = new Map<number, V>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the cached value of `key`; otherwise caches the result of `compute`. */
  get(key: number, compute: () => V): V {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const value = compute();
    if (this.#entries.size >= this.#capacity) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(key, value);
    return value;
  }
}
