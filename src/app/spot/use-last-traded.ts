/** The hook of the market whose ticket was last open in this browser. */
import { useCallback } from 'react';
import type { KeyValueStore } from '../core/key-value-store.ts';
import { useRuntime } from '../core/runtime-context.ts';

const KEY = 'meridian.lastTraded';

/** Returns the market whose ticket was last open in this browser; null before the first one. */
export function lastTraded(store: KeyValueStore): number | null {
  const kept = Number(store.get(KEY) ?? Number.NaN);
  return Number.isSafeInteger(kept) ? kept : null;
}

/** Returns the market whose ticket was last open in this browser, with its setter. */
export function useLastTraded(): readonly [number | null, (matchId: number) => void] {
  const { store } = useRuntime();
  const keep = useCallback((matchId: number) => store.set(KEY, String(matchId)), [store]);
  return [lastTraded(store), keep];
}
