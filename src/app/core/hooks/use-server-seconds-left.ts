/** The hook that counts down to a server time, independent of the device clock. */
import { useSyncExternalStore } from 'react';
import type { EpochMs } from '../../../../contract/time.ts';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/**
 * Returns the whole seconds until a server time, corrected for the device's clock; 0 without a
 * deadline.
 */
export function useServerSecondsLeft(deadline: EpochMs | null): number {
  const { serverClock } = liveDataOf(useRuntime());
  const deadlineMs = useSyncExternalStore(serverClock.subscribe, () =>
    deadline === null ? null : serverClock.deviceTime(deadline),
  );
  return useSecondsLeft(deadlineMs);
}
