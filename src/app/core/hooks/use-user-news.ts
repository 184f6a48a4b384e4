/** The hooks that deliver changes of own records from the channel `USER`, missed ones included. */
import { useEffect, useEffectEvent } from 'react';
import type { NewsKind, UserRecords } from '../../../../contract/user-records.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * Calls `onNews` with each new value of the user's records of this kind, including those that a
 * reconnect had missed. An older answer of a call may arrive after it: the higher `revision` is
 * newer.
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

/** Calls `reload` when user events may have been missed, so that data of calls is reloaded. */
export function useReloadAfterMissedNews(reload: () => void): void {
  const { feed } = liveDataOf(useRuntime());
  const tell = useEffectEvent(reload);
  useEffect(() => {
    const listening = feed.user.restarted$.subscribe(() => tell());
    return () => listening.unsubscribe();
  }, [feed]);
}
