/** Latest value per key: written at the speed of the socket, delivered at the speed of the screen. */
import type { Observable, SchedulerLike } from 'rxjs';
import type { FrameBatch, FrameCell } from './frame-batch.ts';
import { shareLast, type Connection, type SharedSource } from './share-last.ts';

/** A value with the number of the connection that brought it; 0: from an earlier visit. */
export interface Stamped<Value> {
  readonly value: Value;
  readonly generation: number;
}

export interface LatestBoard<Key, Value> {
  /** Replays the last value, then at most one a frame. Shared by all subscribers of `key`. */
  value$(key: Key): Observable<Stamped<Value>>;
  /** Takes a new value in; the latest of a frame wins. */
  write(key: Key, value: Value, generation: number): void;
  /** Every value the board knows, listened to or not. */
  entries(): readonly (readonly [Key, Stamped<Value>])[];
}

export interface BoardOptions<Key> {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  /** How long a stream outlives its last subscriber. */
  readonly lingerMs: number;
  /** Called when somebody begins to listen to `key`; the answer when the last one is gone. */
  acquire(key: Key): () => void;
  /** Whether values are kept for keys that nobody listens to. */
  readonly keepsUnheard: boolean;
}

/** Lives as long as the board: a held observable keeps working after everybody has left once. */
class LatestCell<Value> implements FrameCell {
  isDirty = false;
  isHeard = false;
  value: Value | undefined = undefined;
  generation = 0;
  readonly shared: SharedSource<Stamped<Value>>;

  constructor(share: (cell: LatestCell<Value>) => SharedSource<Stamped<Value>>) {
    this.shared = share(this);
  }

  stamped(): Stamped<Value> | null {
    return this.value === undefined ? null : { value: this.value, generation: this.generation };
  }

  flush(): void {
    const stamped = this.stamped();
    if (this.isHeard && stamped !== null) this.shared.next(stamped);
  }
}

export function createLatestBoard<Key, Value>(options: BoardOptions<Key>): LatestBoard<Key, Value> {
  const { batch, timers, lingerMs, keepsUnheard } = options;
  const cells = new Map<Key, LatestCell<Value>>();

  function connect(key: Key, cell: LatestCell<Value>): Connection<Stamped<Value>> {
    const release = options.acquire(key);
    cell.isHeard = true;
    return {
      last: cell.stamped(),
      disconnect() {
        cell.isHeard = false;
        if (!keepsUnheard) cell.value = undefined;
        release();
      },
    };
  }

  function cellOf(key: Key): LatestCell<Value> {
    const known = cells.get(key);
    if (known !== undefined) return known;
    const created = new LatestCell<Value>((cell) =>
      shareLast({ timers, lingerMs, connect: () => connect(key, cell) }),
    );
    cells.set(key, created);
    return created;
  }

  return {
    value$: (key) => cellOf(key).shared.value$,
    write(key, value, generation) {
      const cell = keepsUnheard ? cellOf(key) : cells.get(key);
      if (cell === undefined || !(keepsUnheard || cell.isHeard)) return;
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
