import { useCallback } from 'react';
import { useRuntime } from '../runtime-context.ts';

const KEY = 'meridian.lastTraded';

/** The market whose ticket was open last in this browser, and what notes another one. */
export function useLastTraded(): readonly [number | null, (matchId: number) => void] {
  const { store } = useRuntime();
  const kept = Number(store.get(KEY) ?? Number.NaN);
  const keep = useCallback((matchId: number) => store.set(KEY, String(matchId)), [store]);
  return [Number.isSafeInteger(kept) ? kept : null, keep];
}
