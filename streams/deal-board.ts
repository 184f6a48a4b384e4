/** New trades (`deal`) per market, newest first. Nothing is conflated: a frame delivers all new trades. */
import type { Observable, SchedulerLike } from 'rxjs';
import type { Deal } from '../contract/market/market.ts';
import type { FrameBatch, FrameCell } from './frame-batch.ts';
import { shareLast, type Connection, type SharedSource } from './share-last.ts';

export interface DealBoard {
  /** Emits the newest trades since the stream got its first subscriber, newest first; replays the current list. */
  deals$(matchId: number): Observable<readonly Deal[]>;
  /** `deals` oldest first, in the order of the socket. */
  write(matchId: number, deals: readonly Deal[]): void;
}

interface DealBoardOptions {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  readonly lingerMs: number;
  /** Most trades in a list. */
  readonly dealsMax: number;
  acquire(matchId: number): () => void;
}

/**
 * Lives as long as the board, so that an observable keeps working after all its subscribers have
 * left.
 */
class DealCell implements FrameCell {
  isDirty = false;
  isHeard = false;
  /** Trades that are not delivered yet, oldest first. */
  arrived: Deal[] = [];
  deals: readonly Deal[] = [];
  readonly dealsMax: number;
  readonly shared: SharedSource<readonly Deal[]>;

  constructor(dealsMax: number, share: (cell: DealCell) => SharedSource<readonly Deal[]>) {
    this.dealsMax = dealsMax;
    this.shared = share(this);
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

  forget(): void {
    this.isHeard = false;
    this.arrived = [];
    this.deals = [];
  }
}

export function createDealBoard(options: DealBoardOptions): DealBoard {
  const { batch, timers, lingerMs, dealsMax } = options;
  const cells = new Map<number, DealCell>();

  function connect(matchId: number, cell: DealCell): Connection<readonly Deal[]> {
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

  function cellOf(matchId: number): DealCell {
    const known = cells.get(matchId);
    if (known !== undefined) return known;
    const created = new DealCell(dealsMax, (cell) =>
      shareLast({ timers, lingerMs, connect: () => connect(matchId, cell) }),
    );
    cells.set(matchId, created);
    return created;
  }

  return {
    deals$: (matchId) => cellOf(matchId).shared.value$,
    write(matchId, deals) {
      const cell = cells.get(matchId);
      if (cell === undefined || !cell.isHeard) return;
      cell.take(deals);
      batch.mark(cell);
    },
  };
}
