/** The hook that separates a lasting state from a momentary one. */
import { useEffect, useState } from 'react';

/** Returns true once `isOn` has been true for `afterMs` without a break; false as soon as it is false. */
export function useLasting(isOn: boolean, afterMs: number): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [isOn, afterMs]);
  return isOn && isDue;
}
