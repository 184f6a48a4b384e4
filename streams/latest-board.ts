/** Latest value per key: written at the rate of the socket, delivered at the rate of the screen. */
import type { Observable, SchedulerLike } from 'rxjs';
import type { FrameBatch, FrameCell } from './frame-batch.ts';
import { shareLast, type Connection, type SharedSource } from './share-last.ts';

/** A value with the number of the connection that sent it; 0: from an earlier visit. */
export interface Stamped<Value> {
  readonly value: Value;
  readonly generation: number;
}

export interface LatestBoard<Key, Value> {
  /**
   * Replays the last value, then emits at most one per frame and slot. Shared by all subscribers of
   * `key`.
   */
  value$(key: Key): Observable<Stamped<Value>>;
  /** Takes a new value; the latest of a frame wins, in each slot if the board has slots. */
  write(key: Key, value: Value, generation: number): void;
  /** Returns every known value, with or without subscribers. */
  entries(): readonly (readonly [Key, Stamped<Value>])[];
}

interface BoardOptions<Key, Value> {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  /** Time for which a stream outlives its last subscriber. */
  readonly lingerMs: number;
  /**
   * Called when `key` gets its first subscriber; the returned function is called after the last one
   * has left.
   */
  acquire(key: Key): () => void;
  /** Whether values are kept for keys without subscribers. */
  readonly keepsUnheard: boolean;
  /** Only values of the same slot replace each other. Without slots, all values of a key do. */
  readonly slots?: {
    of(value: Value): number;
    /** Most ended slots that wait for a frame; one more drops all of them. */
    readonly heldMax: number;
    /** Called at the flush after slots were dropped. */
    onLost(): void;
  };
}

/**
 * Lives as long as the board, so that an observable keeps working after all its subscribers have
 * left.
 */
class LatestCell<Value> implements FrameCell {
  isDirty = false;
  isHeard = false;
  value: Value | undefined = undefined;
  generation = 0;
  readonly shared: SharedSource<Stamped<Value>>;
  readonly #slots: BoardOptions<never, Value>['slots'];
  /** The last values of slots that ended since the flush, oldest first; null if none did. */
  #ended: Stamped<Value>[] | null = null;
  #hasLost = false;

  constructor(
    share: (cell: LatestCell<Value>) => SharedSource<Stamped<Value>>,
    slots: BoardOptions<never, Value>['slots'],
  ) {
    this.shared = share(this);
    this.#slots = slots;
  }

  stamped(): Stamped<Value> | null {
    return this.value === undefined ? null : { value: this.value, generation: this.generation };
  }

  /** Must be called before `next` replaces a value that is not delivered yet. */
  keepEnded(next: Value): void {
    const slots = this.#slots;
    const stamped = this.stamped();
    if (slots === undefined || stamped === null) return;
    if (slots.of(stamped.value) === slots.of(next)) return;
    if (this.#ended?.length === slots.heldMax) {
      this.#ended = null;
      this.#hasLost = true;
    }
    (this.#ended ??= []).push(stamped);
  }

  flush(): void {
    if (this.#ended !== null) this.#flushEnded(this.#ended);
    const stamped = this.stamped();
    if (this.isHeard && stamped !== null) this.shared.next(stamped);
  }

  forget(): void {
    this.value = undefined;
    this.#ended = null;
    this.#hasLost = false;
  }

  #flushEnded(ended: readonly Stamped<Value>[]): void {
    const { isHeard } = this;
    const hasLost = this.#hasLost;
    this.#ended = null;
    this.#hasLost = false;
    if (!isHeard) return;
    for (const stamped of ended) this.shared.next(stamped);
    if (hasLost) this.#slots?.onLost();
  }
}

export function createLatestBoard<Key, Value>(
  options: BoardOptions<Key, Value>,
): LatestBoard<Key, Value> {
  const { batch, timers, lingerMs, keepsUnheard, slots } = options;
  const cells = new Map<Key, LatestCell<Value>>();

  function connect(key: Key, cell: LatestCell<Value>): Connection<Stamped<Value>> {
    const release = options.acquire(key);
    cell.isHeard = true;
    return {
      last: cell.stamped(),
      disconnect() {
        cell.isHeard = false;
        if (!keepsUnheard) cell.forget();
        release();
      },
    };
  }

  function cellOf(key: Key): LatestCell<Value> {
    const known = cells.get(key);
    if (known !== undefined) return known;
    const created = new LatestCell<Value>(
      (cell) => shareLast({ timers, lingerMs, connect: () => connect(key, cell) }),
      slots,
    );
    cells.set(key, created);
    return created;
  }

  return {
    value$: (key) => cellOf(key).shared.value$,
    write(key, value, generation) {
      const cell = keepsUnheard ? cellOf(key) : cells.get(key);
      if (cell === undefined || !(keepsUnheard || cell.isHeard)) return;
      if (cell.isDirty && slots !== undefined) cell.keepEnded(value);
      cell.value = value;
      cell.generation = generation;
      if (cell.isHeard) batch.mark(cell);
    },
    entries() {
      const known: (readonly [Key, Stamped<Value>])[] = [];
      for (const [key, cell] of cells) {
        const stamped = cell.stamped();
        if (stamped !== null) known.push([key, stamped]);
      }
      return known;
    },
  };
}
