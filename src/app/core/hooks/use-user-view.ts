/** The hook that selects a part of the signed-in user's live data. */
import { useCallback, useSyncExternalStore } from 'react';
import type { UserView } from '../../../../streams/user-feed.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/** Returns one part of the signed-in user's live data; renders when that part changes. */
export function useUserView<Part extends keyof UserView>(part: Part): UserView[Part] {
  const { feed } = liveDataOf(useRuntime());
  const subscribe = useCallback(
    (onChange: () => void) => {
      const listening = feed.user.view$.subscribe(onChange);
      return () => listening.unsubscribe();
    },
    [feed],
  );
  return useSyncExternalStore(subscribe, () => feed.user.view()[part]);
}
