/** The hook that reloads data after the live connection was lost and is back. */
import { useEffect } from 'react';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * A new connection may have missed something: what was read by call is asked for again.
 * @param options.alsoFirst also after the first connection, for what a subscription tells nothing of
 *   that was before it.
 */
export function useReloadAfterGap(reload: () => void, { alsoFirst = false } = {}): void {
  const { feed } = liveDataOf(useRuntime());
  useEffect(() => {
    let known = feed.freshness().generation;
    const subscription = feed.freshness$.subscribe(({ generation }) => {
      if (generation > known && (known > 0 || alsoFirst)) reload();
      known = generation;
    });
    return () => subscription.unsubscribe();
  }, [feed, reload, alsoFirst]);
}
