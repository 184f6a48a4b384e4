/** The store of the best levels of a market, for `useSyncExternalStore`. */
import { DEPTH_ROWS_MAX, type DepthView } from '../../../streams/depth-board.ts';
import type { DepthRow } from '../../../streams/depth-rows.ts';
import type { Feed } from '../../../streams/feed.ts';

/** The best levels of a market for the screen. */
export interface DepthState {
  /** loading: no levels yet. stale: they may be outdated. */
  readonly status: 'loading' | 'live' | 'stale';
  /** Best first; an unchanged row stays the same object. */
  readonly bids: readonly DepthRow[];
  readonly asks: readonly DepthRow[];
}

/** The shape of `useSyncExternalStore`. */
interface DepthStore {
  subscribe(onChange: () => void): () => void;
  /** Returns the same object until something in it changes. */
  get(): DepthState;
}

const NOTHING_YET: DepthState = { status: 'loading', bids: [], asks: [] };

/**
 * Creates a store of the first `rowsShown` levels of each side; changes of deeper levels are
 * ignored.
 */
export function createDepthStore(feed: Feed, matchId: number, rowsShown: number): DepthStore {
  const rows = Math.min(rowsShown, DEPTH_ROWS_MAX);
  let state = NOTHING_YET;
  let view: DepthView | null = null;

  function next(): DepthState {
    if (view === null) return NOTHING_YET;
    const { generation, isOpen } = feed.freshness();
    return {
      status: isOpen && view.generation === generation ? 'live' : 'stale',
      bids: unlessSame(state.bids, view.bids.slice(0, rows)),
      asks: unlessSame(state.asks, view.asks.slice(0, rows)),
    };
  }

  return {
    get: () => state,
    subscribe(onChange) {
      const update = () => {
        const changed = next();
        const isSame =
          changed.status === state.status &&
          changed.bids === state.bids &&
          changed.asks === state.asks;
        if (isSame) return;
        state = changed;
        onChange();
      };
      const views = feed.depth$(matchId).subscribe((latest) => {
        view = latest;
        update();
      });
      const freshness = feed.freshness$.subscribe(update);
      return () => {
        views.unsubscribe();
        freshness.unsubscribe();
      };
    },
  };
}

function unlessSame(known: readonly DepthRow[], rows: readonly DepthRow[]): readonly DepthRow[] {
  const isSame = rows.length === known.length && rows.every((row, index) => row === known[index]);
  return isSame ? known : rows;
}
