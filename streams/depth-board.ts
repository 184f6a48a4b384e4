/** Order books per market. Deltas are applied as they arrive; the screen gets the best levels once a frame. */
import type { Observable } from 'rxjs';
import type { DepthMessage } from '../contract/channels.ts';
import { BoardCells, type BoardCell, type CellOptions } from './board-cells.ts';
import { DepthBook, type BookLevel } from './depth-book.ts';
import { DepthRows, type DepthRow } from './depth-rows.ts';
import type { FrameBatch } from './frame-batch.ts';
import type { SharedSource } from './share-last.ts';

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

interface DepthBoardOptions extends CellOptions<number> {
  readonly batch: FrameBatch;
  /** Requests a new snapshot after a gap in the deltas. */
  resync(matchId: number): void;
}

class DepthCell implements BoardCell<DepthView> {
  isDirty = false;
  isHeard = false;
  readonly shared: SharedSource<DepthView>;
  #book = new DepthBook();
  #bids = new DepthRows(DEPTH_ROWS_MAX);
  #asks = new DepthRows(DEPTH_ROWS_MAX);
  /** Number of the connection that sent the snapshot. */
  #generation = 0;
  #shown: DepthView | null = null;

  constructor(shared: SharedSource<DepthView>) {
    this.shared = shared;
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

  last(): null {
    return null;
  }

  forget(): void {
    this.#book = new DepthBook();
    this.#bids = new DepthRows(DEPTH_ROWS_MAX);
    this.#asks = new DepthRows(DEPTH_ROWS_MAX);
    this.#shown = null;
  }
}

export function createDepthBoard(options: DepthBoardOptions): DepthBoard {
  const cells = new BoardCells<number, DepthView, DepthCell>(
    options,
    (shared) => new DepthCell(shared),
  );
  return {
    depth$: (matchId) => cells.of(matchId).shared.value$,
    whole: (matchId) => cells.heard(matchId)?.whole ?? null,
    write(message, generation) {
      const matchId = message.currency_match_id;
      const cell = cells.heard(matchId);
      if (cell === undefined) return;
      if (cell.take(message, generation)) options.resync(matchId);
      options.batch.mark(cell);
    },
  };
}
