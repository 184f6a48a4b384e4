import { useEffect } from 'react';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/** A new connection may have missed something: what was read by call is asked for again. */
export function useReloadAfterGap(reload: () => void): void {
  const { feed } = liveDataOf(useRuntime());
  useEffect(() => {
    let known = feed.freshness().generation;
    const subscription = feed.freshness$.subscribe(({ generation }) => {
      if (generation > known && known > 0) reload();
      known = generation;
    });
    return () => subscription.unsubscribe();
  }, [feed, reload]);
}
