/**
 * Prices that a mark can reach, in two heaps of one market: those it falls to and those it rises to. A mark
 * that reaches none costs two comparisons. Entries are not taken out; those that no longer count are
 * dropped when they are met, or when they are more than half.
 */

/** A price with the orders that it triggers. */
export interface Trigger {
  readonly ticks: number;
  /** Whether it still counts. */
  isArmed(): boolean;
}

/** A mark that reaches prices. */
type ReachingMark = Pick<Trigger, 'ticks'>;

/** Below this number of entries a heap is not cleaned. */
const CLEANED_FROM = 1_024;

class TriggerHeap<T extends Trigger> {
  /** Keys that make the next trigger the smallest: rising prices, or falling ones negated. */
  #keys: number[] = [];
  #items: T[] = [];
  readonly #sign: 1 | -1;
  /** The size after which the heap is cleaned. */
  #cleanAt = CLEANED_FROM;

  /** @param direction of the mark that reaches a price. */
  constructor(direction: 'falls' | 'rises') {
    this.#sign = direction === 'rises' ? 1 : -1;
  }

  /** The number of entries, including entries that are out of date. */
  get size(): number {
    return this.#items.length;
  }

  push(item: T): void {
    if (this.#items.length >= this.#cleanAt) this.clean();
    this.#keys.push(item.ticks * this.#sign);
    this.#items.push(item);
    this.#rise(this.#items.length - 1);
  }

  /** Takes out the triggers that the mark has reached, in any order. */
  take(mark: ReachingMark): T[] {
    const key = mark.ticks * this.#sign;
    const taken: T[] = [];
    while (this.#items.length > 0 && (this.#keys[0] as number) <= key) {
      const item = this.#items[0] as T;
      this.#pop();
      if (item.isArmed()) taken.push(item);
    }
    return taken;
  }

  /** Drops the entries that are out of date. */
  clean(): void {
    this.#items = this.#items.filter((item) => item.isArmed());
    this.#keys = this.#items.map(({ ticks }) => ticks * this.#sign);
    for (let place = (this.#items.length >> 1) - 1; place >= 0; place--) this.#sink(place);
    this.#cleanAt = Math.max(CLEANED_FROM, 2 * this.#items.length);
  }

  #pop(): void {
    const key = this.#keys.pop() as number;
    const item = this.#items.pop() as T;
    if (this.#items.length === 0) return;
    this.#keys[0] = key;
    this.#items[0] = item;
    this.#sink(0);
  }

  #rise(from: number): void {
    const key = this.#keys[from] as number;
    const item = this.#items[from] as T;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if ((this.#keys[above] as number) <= key) break;
      this.#move(above, place);
      place = above;
    }
    this.#keys[place] = key;
    this.#items[place] = item;
  }

  #sink(from: number): void {
    const key = this.#keys[from] as number;
    const item = this.#items[from] as T;
    const count = this.#items.length;
    let place = from;
    for (let below = 2 * place + 1; below < count; below = 2 * place + 1) {
      if (below + 1 < count && (this.#keys[below + 1] as number) < (this.#keys[below] as number))
        below += 1;
      if ((this.#keys[below] as number) >= key) break;
      this.#move(below, place);
      place = below;
    }
    this.#keys[place] = key;
    this.#items[place] = item;
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from] as number;
    this.#items[to] = this.#items[from] as T;
  }
}

/** Both heaps of one kind of trigger in a market. */
export class TriggerPair<T extends Trigger> {
  readonly #falls = new TriggerHeap<T>('falls');
  readonly #rises = new TriggerHeap<T>('rises');

  get size(): number {
    return this.#falls.size + this.#rises.size;
  }

  arm(direction: 'falls' | 'rises', item: T): void {
    (direction === 'falls' ? this.#falls : this.#rises).push(item);
  }

  /** Drops the entries that are out of date. */
  clean(): void {
    this.#falls.clean();
    this.#rises.clean();
  }

  /** Takes out everything that the mark has reached. */
  take(mark: ReachingMark): T[] {
    const taken = this.#falls.take(mark);
    const risen = this.#rises.take(mark);
    return risen.length === 0 ? taken : taken.concat(risen);
  }
}
