/** The hook of a repeating timer. */
import { useEffect, useEffectEvent } from 'react';

/** Calls the newest `onTick` every `intervalMs`; null stops it, a new interval restarts it. */
export function useInterval(onTick: () => void, intervalMs: number | null): void {
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (intervalMs === null) return undefined;
    const timer = setInterval(() => tick(), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
}
