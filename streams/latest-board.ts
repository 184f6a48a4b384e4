/** Latest value per key: written at the rate of the socket, delivered at the rate of the screen. */
import type { Observable } from 'rxjs';
import { BoardCells, type BoardCell, type CellOptions } from './board-cells.ts';
import type { FrameBatch } from './frame-batch.ts';
import type { SharedSource } from './share-last.ts';

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

interface BoardOptions<Key, Value> extends CellOptions<Key> {
  readonly batch: FrameBatch;
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

class LatestCell<Value> implements BoardCell<Stamped<Value>> {
  isDirty = false;
  isHeard = false;
  value: Value | undefined = undefined;
  generation = 0;
  readonly shared: SharedSource<Stamped<Value>>;
  readonly #options: Pick<BoardOptions<never, Value>, 'keepsUnheard' | 'slots'>;
  /** The last values of slots that ended since the flush, oldest first; null if none did. */
  #ended: Stamped<Value>[] | null = null;
  #hasLost = false;

  constructor(
    shared: SharedSource<Stamped<Value>>,
    options: Pick<BoardOptions<never, Value>, 'keepsUnheard' | 'slots'>,
  ) {
    this.shared = shared;
    this.#options = options;
  }

  last(): Stamped<Value> | null {
    return this.value === undefined ? null : { value: this.value, generation: this.generation };
  }

  /** Must be called before `next` replaces a value that is not delivered yet. */
  keepEnded(next: Value): void {
    const { slots } = this.#options;
    const stamped = this.last();
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
    const stamped = this.last();
    if (this.isHeard && stamped !== null) this.shared.next(stamped);
  }

  forget(): void {
    if (this.#options.keepsUnheard) return;
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
    if (hasLost) this.#options.slots?.onLost();
  }
}

export function createLatestBoard<Key, Value>(
  options: BoardOptions<Key, Value>,
): LatestBoard<Key, Value> {
  const { batch, keepsUnheard, slots } = options;
  const cells = new BoardCells<Key, Stamped<Value>, LatestCell<Value>>(
    options,
    (shared) => new LatestCell(shared, options),
  );
  return {
    value$: (key) => cells.of(key).shared.value$,
    write(key, value, generation) {
      const cell = keepsUnheard ? cells.of(key) : cells.heard(key);
      if (cell === undefined) return;
      if (cell.isDirty && slots !== undefined) cell.keepEnded(value);
      cell.value = value;
      cell.generation = generation;
      if (cell.isHeard) batch.mark(cell);
    },
    entries() {
      const known: (readonly [Key, Stamped<Value>])[] = [];
      for (const [key, cell] of cells.entries()) {
        const stamped = cell.last();
        if (stamped !== null) known.push([key, stamped]);
      }
      return known;
    },
  };
}
