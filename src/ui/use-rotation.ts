/** The hook that cycles through items, except under reduced motion. */
import { useState } from 'react';
import { useInterval } from './use-interval.ts';
import { usePrefersReducedMotion } from './use-media-query.ts';

/** Cycles through `count` items, one every `stayMs`. Stops while held and under reduced motion. */
export function useRotation(count: number, stayMs: number) {
  const isReduced = usePrefersReducedMotion();
  const [isHeld, setHeld] = useState(false);
  const [step, setStep] = useState(0);
  useInterval(() => setStep(step + 1), count > 1 && !isHeld && !isReduced ? stayMs : null);
  return {
    index: count === 0 ? 0 : step % count,
    hold: () => setHeld(true),
    release: () => setHeld(false),
  };
}
