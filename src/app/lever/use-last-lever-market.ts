/** The hook of the contract market that was last open in this browser. */
import { useCallback } from 'react';
import { useRuntime } from '../core/runtime-context.ts';

const KEY = 'meridian.lastLeverMarket';

/** Returns the market that was last open in this browser, null before the first one, with its setter. */
export function useLastLeverMarket(): readonly [number | null, (marketId: number) => void] {
  const { store } = useRuntime();
  const kept = Number(store.get(KEY) ?? Number.NaN);
  const keep = useCallback((marketId: number) => store.set(KEY, String(marketId)), [store]);
  return [Number.isSafeInteger(kept) ? kept : null, keep];
}
