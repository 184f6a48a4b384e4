/** The index per instrument: every point of the last minutes, oldest first. A frame delivers all new points at once. */
import type { Observable, SchedulerLike } from 'rxjs';
import type { IndexMessage } from '../contract/channels.ts';
import type { IndexTickInfo } from '../contract/micro/index/price-index.ts';
import type { FrameBatch, FrameCell } from './frame-batch.ts';
import { shareLast, type Connection, type SharedSource } from './share-last.ts';

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

interface IndexBoardOptions {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  readonly lingerMs: number;
  acquire(instrument: string): () => void;
  /** Requests the last minute again after a gap. */
  resync(instrument: string): void;
}

/** Lives as long as the board, so that an observable keeps working after all its subscribers have left. */
class IndexCell implements FrameCell {
  isDirty = false;
  isHeard = false;
  readonly shared: SharedSource<IndexView>;
  #points: readonly IndexTickInfo[] = [];
  #generation = 0;
  #isWaiting = false;

  constructor(share: (cell: IndexCell) => SharedSource<IndexView>) {
    this.shared = share(this);
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

  forget(): void {
    this.isHeard = false;
    this.#points = [];
    this.#generation = 0;
    this.#isWaiting = false;
  }
}

export function createIndexBoard(options: IndexBoardOptions): IndexBoard {
  const { batch, timers, lingerMs } = options;
  const cells = new Map<string, IndexCell>();

  function connect(instrument: string, cell: IndexCell): Connection<IndexView> {
    const release = options.acquire(instrument);
    cell.isHeard = true;
    return {
      last: null,
      disconnect() {
        cell.forget();
        release();
      },
    };
  }

  function cellOf(instrument: string): IndexCell {
    const known = cells.get(instrument);
    if (known !== undefined) return known;
    const created = new IndexCell((cell) =>
      shareLast({ timers, lingerMs, connect: () => connect(instrument, cell) }),
    );
    cells.set(instrument, created);
    return created;
  }

  return {
    index$: (instrument) => cellOf(instrument).shared.value$,
    write(message, generation) {
      const cell = cells.get(message.instrument);
      if (cell === undefined || !cell.isHeard) return;
      if (cell.take(message, generation)) options.resync(message.instrument);
      batch.mark(cell);
    },
  };
}
