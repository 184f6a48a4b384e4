/** The index per instrument: every point of the last minutes, oldest first. A frame delivers all new points at once. */
import type { Observable } from 'rxjs';
import type { IndexMessage } from '../contract/channels.ts';
import type { IndexTickInfo } from '../contract/micro/index/price-index.ts';
import { BoardCells, type BoardCell, type CellOptions } from './board-cells.ts';
import type { FrameBatch } from './frame-batch.ts';
import type { SharedSource } from './share-last.ts';

/** The points of one instrument. */
export interface IndexView {
  /** The oldest first, at most {@link INDEX_POINTS_MAX}. Between two points none that was stored is missing. */
  readonly points: readonly IndexTickInfo[];
  /** Number of the connection that sent the last point. */
  readonly generation: number;
}

/** Points of ten minutes. */
export const INDEX_POINTS_MAX = 2_400;

export interface IndexBoard {
  /** Replays the last view, then emits one per frame with new points. */
  index$(instrument: string): Observable<IndexView>;
  write(message: IndexMessage, generation: number): void;
}

interface IndexBoardOptions extends CellOptions<string> {
  readonly batch: FrameBatch;
  /** Requests the last minute again after a gap. */
  resync(instrument: string): void;
}

class IndexCell implements BoardCell<IndexView> {
  isDirty = false;
  isHeard = false;
  readonly shared: SharedSource<IndexView>;
  #points: readonly IndexTickInfo[] = [];
  #generation = 0;
  #isWaiting = false;

  constructor(shared: SharedSource<IndexView>) {
    this.shared = shared;
  }

  /** @returns whether the last minute has to be requested. */
  take({ previous, points }: IndexMessage, generation: number): boolean {
    const lastMs = this.#points.at(-1)?.time ?? null;
    if (previous !== null && previous !== lastMs) {
      // Points that were sent before the last minute comes are part of it.
      const isFirst = !this.#isWaiting;
      this.#isWaiting = true;
      return isFirst;
    }
    this.#isWaiting = false;
    this.#generation = generation;
    const firstMs = points[0]?.time ?? 0;
    const isJoined = previous !== null || (lastMs !== null && firstMs <= lastMs);
    const known = isJoined ? this.#points.filter(({ time }) => time < firstMs) : [];
    this.#points = [...known, ...points].slice(-INDEX_POINTS_MAX);
    return false;
  }

  flush(): void {
    if (!this.isHeard || this.#generation === 0) return;
    this.shared.next({ points: this.#points, generation: this.#generation });
  }

  last(): null {
    return null;
  }

  forget(): void {
    this.#points = [];
    this.#generation = 0;
    this.#isWaiting = false;
  }
}

export function createIndexBoard(options: IndexBoardOptions): IndexBoard {
  const cells = new BoardCells<string, IndexView, IndexCell>(
    options,
    (shared) => new IndexCell(shared),
  );
  return {
    index$: (instrument) => cells.of(instrument).shared.value$,
    write(message, generation) {
      const cell = cells.heard(message.instrument);
      if (cell === undefined) return;
      if (cell.take(message, generation)) options.resync(message.instrument);
      options.batch.mark(cell);
    },
  };
}
