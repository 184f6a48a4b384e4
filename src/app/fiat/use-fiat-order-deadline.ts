/** The hook that counts down to a server time, independent of the device clock. */
import { useSyncExternalStore } from 'react';
import type { EpochMs } from '../../../contract/time.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';

/** Whole seconds until a moment of the server, whatever the device takes for the time; 0 without one. */
export function useServerSecondsLeft(deadline: EpochMs | null): number {
  const { serverClock } = liveDataOf(useRuntime());
  const deadlineMs = useSyncExternalStore(serverClock.subscribe, () =>
    deadline === null ? null : serverClock.deviceTime(deadline),
  );
  return useSecondsLeft(deadlineMs);
}
