/** The hook that reloads cached data when its screen shows, because events may have been missed. */
import { useEffect } from 'react';

/**
 * Asks again for what comes on screen out of the cache: events of a time when no screen listened are
 * in no answer. The older answer stays until then, and a query that is asking already goes on. Give
 * the same `reload` as long as it is the same query.
 */
export function useReloadWhenShown(reload: () => void): void {
  useEffect(() => reload(), [reload]);
}
