/** The hook of the present UTC day by the server's clock, independent of the device clock. */
import { useCallback, useSyncExternalStore } from 'react';
import { dayOf, SECOND_MS, type EpochMs } from '../../../../contract/time.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';

/** A page shows a new day at most so much later. */
const TICK_MS = SECOND_MS;

/** Returns the start of the present UTC day; renders again when the day ends. */
export function useServerDay(): EpochMs {
  const runtime = useRuntime();
  const { serverClock } = liveDataOf(runtime);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const unsubscribe = serverClock.subscribe(onChange);
      const timer = setInterval(onChange, TICK_MS);
      return () => {
        unsubscribe();
        clearInterval(timer);
      };
    },
    [serverClock],
  );
  return useSyncExternalStore(subscribe, () =>
    // The device time of the server's epoch is the difference of both clocks.
    dayOf(runtime.clock.now() - serverClock.deviceTime(0)),
  );
}
