/** The hooks that deliver changes of own records from the channel `USER`, missed ones included. */
import { useEffect, useEffectEvent } from 'react';
import type { UpdateKind, UserRecords } from '../../../../contract/user-records.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * Calls `onUpdate` with each new value of the user's records of this kind, including those that a
 * reconnect had missed. An older answer of a call may arrive after it: the higher `revision` is
 * newer.
 */
export function useUserUpdates<Kind extends UpdateKind>(
  kind: Kind,
  onUpdate: (record: UserRecords[Kind]) => void,
): void {
  const { feed } = liveDataOf(useRuntime());
  const notify = useEffectEvent(onUpdate);
  useEffect(() => {
    const listening = feed.user.updates$(kind).subscribe((record) => notify(record));
    return () => listening.unsubscribe();
  }, [feed, kind]);
}

/** Calls `reload` when user events may have been missed, so that data of calls is reloaded. */
export function useReloadAfterMissedUpdates(reload: () => void): void {
  const { feed } = liveDataOf(useRuntime());
  const notify = useEffectEvent(reload);
  useEffect(() => {
    const listening = feed.user.restarted$.subscribe(() => notify());
    return () => listening.unsubscribe();
  }, [feed]);
}
