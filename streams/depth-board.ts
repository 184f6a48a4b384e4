/** Order books per market. Deltas are applied as they arrive; the screen gets the best levels once a frame. */
import type { Observable, SchedulerLike } from 'rxjs';
import type { DepthMessage } from '../contract/channels.ts';
import { DepthBook, type BookLevel } from './depth-book.ts';
import { DepthRows, type DepthRow } from './depth-rows.ts';
import type { FrameBatch, FrameCell } from './frame-batch.ts';
import { shareLast, type Connection, type SharedSource } from './share-last.ts';

/** The best levels of a market. */
export interface DepthView {
  /** Best first, at most {@link DEPTH_ROWS_MAX}; the same array while none of its rows changes. */
  readonly bids: readonly DepthRow[];
  readonly asks: readonly DepthRow[];
  /**
   * Number of the connection that sent it; 0 while the order book waits for a new snapshot after a
   * gap.
   */
  readonly generation: number;
}

/** All levels of a market, the best first, at this moment. */
export interface WholeDepth {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Most rows of a side that a screen gets. */
export const DEPTH_ROWS_MAX = 50;

export interface DepthBoard {
  /** Replays the last view, then emits one per frame if a row has changed. */
  depth$(matchId: number): Observable<DepthView>;
  /**
   * Returns all levels behind {@link depth$}; null while it has no subscriber or no snapshot came.
   */
  whole(matchId: number): WholeDepth | null;
  write(message: DepthMessage, generation: number): void;
}

interface DepthBoardOptions {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  readonly lingerMs: number;
  acquire(matchId: number): () => void;
  /** Requests a new snapshot after a gap in the deltas. */
  resync(matchId: number): void;
}

/**
 * Lives as long as the board, so that an observable keeps working after all its subscribers have
 * left.
 */
class DepthCell implements FrameCell {
  isDirty = false;
  isHeard = false;
  readonly shared: SharedSource<DepthView>;
  #book = new DepthBook();
  #bids = new DepthRows(DEPTH_ROWS_MAX);
  #asks = new DepthRows(DEPTH_ROWS_MAX);
  /** Number of the connection that sent the snapshot. */
  #generation = 0;
  #shown: DepthView | null = null;

  constructor(share: (cell: DepthCell) => SharedSource<DepthView>) {
    this.shared = share(this);
  }

  get whole(): WholeDepth | null {
    return this.#shown === null ? null : { bids: this.#book.bids, asks: this.#book.asks };
  }

  /** @returns whether a snapshot has to be requested. */
  take(message: DepthMessage, generation: number): boolean {
    if (generation !== this.#generation) this.#book.awaitSnapshot();
    const outcome = this.#book.apply(message);
    if (this.#book.seq !== null) this.#generation = generation;
    return outcome === 'gap';
  }

  flush(): void {
    const isBegun = this.#shown !== null || this.#book.seq !== null;
    if (!this.isHeard || !isBegun) return;
    const hasNewRows = [this.#bids.update(this.#book.bids), this.#asks.update(this.#book.asks)];
    const generation = this.#book.seq === null ? 0 : this.#generation;
    if (!hasNewRows.includes(true) && generation === this.#shown?.generation) return;
    this.#shown = { bids: this.#bids.rows, asks: this.#asks.rows, generation };
    this.shared.next(this.#shown);
  }

  forget(): void {
    this.isHeard = false;
    this.#book = new DepthBook();
    this.#bids = new DepthRows(DEPTH_ROWS_MAX);
    this.#asks = new DepthRows(DEPTH_ROWS_MAX);
    this.#shown = null;
  }
}

export function createDepthBoard(options: DepthBoardOptions): DepthBoard {
  const { batch, timers, lingerMs } = options;
  const cells = new Map<number, DepthCell>();

  function connect(matchId: number, cell: DepthCell): Connection<DepthView> {
    const release = options.acquire(matchId);
    cell.isHeard = true;
    return {
      last: null,
      disconnect() {
        cell.forget();
        release();
      },
    };
  }

  function cellOf(matchId: number): DepthCell {
    const known = cells.get(matchId);
    if (known !== undefined) return known;
    const created = new DepthCell((cell) =>
      shareLast({ timers, lingerMs, connect: () => connect(matchId, cell) }),
    );
    cells.set(matchId, created);
    return created;
  }

  return {
    depth$: (matchId) => cellOf(matchId).shared.value$,
    whole: (matchId) => cells.get(matchId)?.whole ?? null,
    write(message, generation) {
      const matchId = message.currency_match_id;
      const cell = cells.get(matchId);
      if (cell === undefined || !cell.isHeard) return;
      if (cell.take(message, generation)) options.resync(matchId);
      batch.mark(cell);
    },
  };
}
