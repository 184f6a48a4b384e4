/** The hook that resets a form after each success, so that it can be used again. */
import { useEffect, useEffectEvent } from 'react';

/** Resets the form after each success, so that it can be used again. */
export function useWhenDone(status: string, begin: () => void): void {
  const restart = useEffectEvent(begin);
  useEffect(() => {
    if (status === 'done') restart();
  }, [status]);
}
