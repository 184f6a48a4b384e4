/** The hook of the market whose ticket was last open in this browser. */
import { useCallback } from 'react';
import type { KeyValueStore } from '../core/key-value-store.ts';
import { useRuntime } from '../core/runtime-context.ts';

const KEY = 'meridian.lastTraded';

/** The market whose ticket was open last in this browser; null before the first one. */
export function lastTraded(store: KeyValueStore): number | null {
  const kept = Number(store.get(KEY) ?? Number.NaN);
  return Number.isSafeInteger(kept) ? kept : null;
}

/** The market whose ticket was open last in this browser, and the setter of a new one. */
export function useLastTraded(): readonly [number | null, (matchId: number) => void] {
  const { store } = useRuntime();
  const keep = useCallback((matchId: number) => store.set(KEY, String(matchId)), [store]);
  return [lastTraded(store), keep];
}
