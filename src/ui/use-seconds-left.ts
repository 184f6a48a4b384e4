/** The hook that counts down to a deadline in whole seconds. */
import { useCallback, useSyncExternalStore } from 'react';

const TICK_MS = 250;

const secondsLeft = (deadlineMs: number | null) =>
  deadlineMs === null ? 0 : Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000));

/**
 * Returns the whole seconds until `deadlineMs` (epoch), counting down to 0; 0 without a deadline.
 */
export function useSecondsLeft(deadlineMs: number | null): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (secondsLeft(deadlineMs) === 0) return () => undefined;
      const timer = setInterval(() => {
        onChange();
        if (secondsLeft(deadlineMs) === 0) clearInterval(timer);
      }, TICK_MS);
      return () => clearInterval(timer);
    },
    [deadlineMs],
  );
  return useSyncExternalStore(subscribe, () => secondsLeft(deadlineMs));
}
