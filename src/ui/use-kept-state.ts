/** The hook of state that outlives its screen until the page reloads. */
import { useState } from 'react';

const kept = new Map<string, unknown>();

/**
 * State that outlives its screen: a returning user finds it unchanged until the page is reloaded.
 */
export function useKeptState<T>(key: string, initial: T): readonly [T, (next: T) => void] {
  const [state, setState] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  const keep = (next: T) => {
    kept.set(key, next);
    setState(next);
  };
  return [state, keep];
}
