/** A small memory of computed values: the oldest entry goes when a new one would be too many. */

export class RecentMap<V> {
  private readonly entries = new Map<number, V>();
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** The remembered value of `key`, else that of `compute`, which is then remembered. */
  get(key: number, compute: () => V): V {
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const value = compute();
    if (this.entries.size >= this.capacity) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    this.entries.set(key, value);
    return value;
  }
}
