import { useCallback, useSyncExternalStore } from 'react';
import { SECOND_MS, type EpochMs } from '../../../contract/time.ts';
import { useRuntime } from '../runtime-context.ts';

/** Whole seconds until `deadlineMs`, 0 when it is over or null. Renders once a second until then. */
export function useCountdown(deadlineMs: EpochMs | null): number {
  const { clock } = useRuntime();
  const read = () =>
    deadlineMs === null ? 0 : Math.max(0, Math.ceil((deadlineMs - clock.now()) / SECOND_MS));
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (deadlineMs === null || clock.now() >= deadlineMs) return () => undefined;
      const timer = setInterval(() => {
        onChange();
        if (clock.now() >= deadlineMs) clearInterval(timer);
      }, SECOND_MS / 4);
      return () => clearInterval(timer);
    },
    [clock, deadlineMs],
  );
  return useSyncExternalStore(subscribe, read);
}
