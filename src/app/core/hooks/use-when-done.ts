/** The hook that resets a form after each success, so that it can be used again. */
import { useEffect, useEffectEvent } from 'react';

/** Calls `begin` once the form is done: it is for more than one wish, and begins again. */
export function useWhenDone(status: string, begin: () => void): void {
  const beginAnew = useEffectEvent(begin);
  useEffect(() => {
    if (status === 'done') beginAnew();
  }, [status]);
}
