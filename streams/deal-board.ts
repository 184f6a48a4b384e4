/** New trades (`deal`) per market, newest first. Nothing is conflated: a frame delivers all new trades. */
import type { Observable } from 'rxjs';
import type { Deal } from '../contract/market/market.ts';
import { BoardCells, type BoardCell, type CellOptions } from './board-cells.ts';
import type { FrameBatch } from './frame-batch.ts';
import type { SharedSource } from './share-last.ts';

export interface DealBoard {
  /** Emits the newest trades since the stream got its first subscriber, newest first; replays the current list. */
  deals$(matchId: number): Observable<readonly Deal[]>;
  /** `deals` oldest first, in the order of the socket. */
  write(matchId: number, deals: readonly Deal[]): void;
}

interface DealBoardOptions extends CellOptions<number> {
  readonly batch: FrameBatch;
  /** Most trades in a list. */
  readonly dealsMax: number;
}

class DealCell implements BoardCell<readonly Deal[]> {
  isDirty = false;
  isHeard = false;
  /** Trades that are not delivered yet, oldest first. */
  arrived: Deal[] = [];
  deals: readonly Deal[] = [];
  readonly dealsMax: number;
  readonly shared: SharedSource<readonly Deal[]>;

  constructor(dealsMax: number, shared: SharedSource<readonly Deal[]>) {
    this.dealsMax = dealsMax;
    this.shared = shared;
  }

  take(deals: readonly Deal[]): void {
    this.arrived.push(...deals);
    // A hidden page has no frames, so trades that no list can show any more are dropped.
    if (this.arrived.length > this.dealsMax) this.arrived = this.arrived.slice(-this.dealsMax);
  }

  flush(): void {
    if (!this.isHeard) return;
    this.deals = [...this.arrived.toReversed(), ...this.deals].slice(0, this.dealsMax);
    this.arrived = [];
    this.shared.next(this.deals);
  }

  last(): null {
    return null;
  }

  forget(): void {
    this.arrived = [];
    this.deals = [];
  }
}

export function createDealBoard(options: DealBoardOptions): DealBoard {
  const cells = new BoardCells<number, readonly Deal[], DealCell>(
    options,
    (shared) => new DealCell(options.dealsMax, shared),
  );
  return {
    deals$: (matchId) => cells.of(matchId).shared.value$,
    write(matchId, deals) {
      const cell = cells.heard(matchId);
      if (cell === undefined) return;
      cell.take(deals);
      options.batch.mark(cell);
    },
  };
}
