/** The hook of the best levels of an order book, rendered at most once per frame. */
import { useMemo, useSyncExternalStore } from 'react';
import { createDepthStore, type DepthState } from './depth-store.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';

export type DepthRow = DepthState['bids'][number];

const ROWS_SHOWN = 20;

/**
 * Returns the order book of a market, best levels first, with cumulative quantities. Renders at
 * most once a frame, and only when one of the first `rowsShown` levels (at most 50) or the status
 * changed.
 */
export function useDepth(matchId: number, rowsShown = ROWS_SHOWN): DepthState {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(
    () => createDepthStore(feed, matchId, rowsShown),
    [feed, matchId, rowsShown],
  );
  return useSyncExternalStore(store.subscribe, store.get);
}
