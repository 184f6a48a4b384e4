/** Latest value per key: written at the speed of the socket, delivered at the speed of the screen. */
import { Observable, ReplaySubject, share, timer, type SchedulerLike, type Subscriber } from 'rxjs';
import type { FrameBatch, FrameCell } from './frame-batch.ts';

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

class LatestCell<Value> implements FrameCell {
  isDirty = false;
  out: Subscriber<Stamped<Value>> | null = null;
  last: Stamped<Value> | null = null;
  value: Value | undefined = undefined;
  generation = 0;

  flush(): void {
    if (this.value === undefined) return;
    this.last = { value: this.value, generation: this.generation };
    this.out?.next(this.last);
  }
}

export function createLatestBoard<Key, Value>(options: BoardOptions<Key>): LatestBoard<Key, Value> {
  const { batch, timers, lingerMs } = options;
  const cells = new Map<Key, LatestCell<Value>>();
  const streams = new Map<Key, Observable<Stamped<Value>>>();

  function cellOf(key: Key): LatestCell<Value> {
    const known = cells.get(key);
    if (known !== undefined) return known;
    const cell = new LatestCell<Value>();
    cells.set(key, cell);
    return cell;
  }

  const source$ = (key: Key) =>
    new Observable<Stamped<Value>>((out) => {
      const release = options.acquire(key);
      const cell = cellOf(key);
      cell.out = out;
      if (!cell.isDirty) cell.flush();
      return () => {
        cell.out = null;
        streams.delete(key);
        if (!options.keepsUnheard) cells.delete(key);
        release();
      };
    });

  return {
    value$(key) {
      const known$ = streams.get(key);
      if (known$ !== undefined) return known$;
      const shared$ = source$(key).pipe(
        share({
          connector: () => new ReplaySubject(1),
          resetOnRefCountZero: () => timer(lingerMs, timers),
        }),
      );
      streams.set(key, shared$);
      return shared$;
    },
    write(key, value, generation) {
      const cell = options.keepsUnheard ? cellOf(key) : cells.get(key);
      if (cell === undefined) return;
      cell.value = value;
      cell.generation = generation;
      if (cell.out !== null) batch.mark(cell);
    },
    entries() {
      const known: (readonly [Key, Stamped<Value>])[] = [];
      for (const [key, { value, generation }] of cells)
        if (value !== undefined) known.push([key, { value, generation }]);
      return known;
    },
  };
}
