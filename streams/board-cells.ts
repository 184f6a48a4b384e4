/** The cells of a board by key. A cell is connected from its first subscriber until some time after the last one. */
import type { SchedulerLike } from 'rxjs';
import type { FrameCell } from './frame-batch.ts';
import { shareLast, type SharedSource } from './share-last.ts';

/**
 * Lives as long as its board, so that an observable keeps working after all its subscribers have
 * left.
 */
export interface BoardCell<View> extends FrameCell {
  /** Owned by {@link BoardCells}: whether the cell is connected. */
  isHeard: boolean;
  readonly shared: SharedSource<View>;
  /** Returns the view for the first subscriber, or null. */
  last(): View | null;
  /** Called after the cell was disconnected. */
  forget(): void;
}

export interface CellOptions<Key> {
  readonly timers: SchedulerLike;
  /** Time for which a cell outlives its last subscriber. */
  readonly lingerMs: number;
  /**
   * Called when `key` gets its first subscriber; the returned function is called after the last one
   * has left.
   */
  acquire(key: Key): () => void;
}

export class BoardCells<Key, View, Cell extends BoardCell<View>> {
  readonly #cells = new Map<Key, Cell>();
  readonly #options: CellOptions<Key>;
  readonly #create: (shared: SharedSource<View>) => Cell;

  constructor(options: CellOptions<Key>, create: (shared: SharedSource<View>) => Cell) {
    this.#options = options;
    this.#create = create;
  }

  /** Returns the cell of `key`, which is new if it was never asked for. */
  of(key: Key): Cell {
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const { timers, lingerMs } = this.#options;
    const connect = () => {
      const release = this.#options.acquire(key);
      cell.isHeard = true;
      return {
        last: cell.last(),
        disconnect() {
          cell.isHeard = false;
          cell.forget();
          release();
        },
      };
    };
    const cell = this.#create(shareLast({ timers, lingerMs, connect }));
    this.#cells.set(key, cell);
    return cell;
  }

  /** Returns the cell of `key` if it is connected. */
  heard(key: Key): Cell | undefined {
    const cell = this.#cells.get(key);
    return cell?.isHeard === true ? cell : undefined;
  }

  entries(): Iterable<readonly [Key, Cell]> {
    return this.#cells;
  }
}
