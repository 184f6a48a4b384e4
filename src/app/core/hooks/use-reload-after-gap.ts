/** The hook that reloads data after the live connection was lost and is back. */
import { useEffect } from 'react';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * Reloads data of calls after a new connection, because events may have been missed.
 * @param options.alsoFirst also after the first connection, for subscriptions that do not report
 *   earlier changes.
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
