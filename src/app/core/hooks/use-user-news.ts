/** The hooks that deliver changes of own records from the channel `USER`, missed ones included. */
import { useEffect, useEffectEvent } from 'react';
import type { NewsKind, UserRecords } from '../../../../contract/user-records.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * Calls `onNews` with each new value of the own records of this kind, also for those that a reconnect
 * had missed. An older answer of a call may come after it: the higher `revision` is the newer one.
 */
export function useUserNews<Kind extends NewsKind>(
  kind: Kind,
  onNews: (record: UserRecords[Kind]) => void,
): void {
  const { feed } = liveDataOf(useRuntime());
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    const listening = feed.user.news$(kind).subscribe((record) => tell(record));
    return () => listening.unsubscribe();
  }, [feed, kind]);
}

/** Calls `reload` when something may have happened that was not told: what was read by call is read again. */
export function useReloadAfterMissedNews(reload: () => void): void {
  const { feed } = liveDataOf(useRuntime());
  const tell = useEffectEvent(reload);
  useEffect(() => {
    const listening = feed.user.restarted$.subscribe(() => tell());
    return () => listening.unsubscribe();
  }, [feed]);
}
