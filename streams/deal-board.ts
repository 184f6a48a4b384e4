/** New deals per market, newest first. Nothing is conflated away: a frame delivers all that came. */
import { Observable, ReplaySubject, share, timer, type SchedulerLike, type Subscriber } from 'rxjs';
import type { Deal } from '../contract/schemas/market.ts';
import type { FrameBatch, FrameCell } from './frame-batch.ts';

export interface DealBoard {
  /** The newest deals since somebody listens, newest first; replays the list as it stands. */
  deals$(matchId: number): Observable<readonly Deal[]>;
  /** `deals` oldest first, as the socket sends them. */
  write(matchId: number, deals: readonly Deal[]): void;
}

export interface DealBoardOptions {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  readonly lingerMs: number;
  /** Most deals a list holds. */
  readonly dealsMax: number;
  acquire(matchId: number): () => void;
}

class DealCell implements FrameCell {
  isDirty = false;
  /** Not delivered yet, oldest first. */
  arrived: Deal[] = [];
  deals: readonly Deal[] = [];
  readonly out: Subscriber<readonly Deal[]>;
  readonly dealsMax: number;

  constructor(out: Subscriber<readonly Deal[]>, dealsMax: number) {
    this.out = out;
    this.dealsMax = dealsMax;
  }

  flush(): void {
    this.deals = [...this.arrived.toReversed(), ...this.deals].slice(0, this.dealsMax);
    this.arrived = [];
    this.out.next(this.deals);
  }
}

export function createDealBoard(options: DealBoardOptions): DealBoard {
  const { batch, timers, lingerMs, dealsMax } = options;
  const cells = new Map<number, DealCell>();
  const streams = new Map<number, Observable<readonly Deal[]>>();

  const source$ = (matchId: number) =>
    new Observable<readonly Deal[]>((out) => {
      const release = options.acquire(matchId);
      cells.set(matchId, new DealCell(out, dealsMax));
      return () => {
        cells.delete(matchId);
        streams.delete(matchId);
        release();
      };
    });

  return {
    deals$(matchId) {
      const known$ = streams.get(matchId);
      if (known$ !== undefined) return known$;
      const shared$ = source$(matchId).pipe(
        share({
          connector: () => new ReplaySubject(1),
          resetOnRefCountZero: () => timer(lingerMs, timers),
        }),
      );
      streams.set(matchId, shared$);
      return shared$;
    },
    write(matchId, deals) {
      const cell = cells.get(matchId);
      if (cell === undefined) return;
      cell.arrived.push(...deals);
      // A hidden page has no frames: what no list could show any more is dropped.
      if (cell.arrived.length > dealsMax) cell.arrived = cell.arrived.slice(-dealsMax);
      batch.mark(cell);
    },
  };
}
