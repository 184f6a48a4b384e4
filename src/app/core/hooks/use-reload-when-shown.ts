/** The hook that reloads cached data when its screen shows, because events may have been missed. */
import { useEffect } from 'react';

/**
 * Reloads data that a screen takes from the cache, because events without a listening screen are in
 * no answer. The older answer stays until then, and a running query goes on. `reload` must be the
 * same function for the same query.
 */
export function useReloadWhenShown(reload: () => void): void {
  useEffect(() => reload(), [reload]);
}
