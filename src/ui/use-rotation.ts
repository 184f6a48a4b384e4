import { useEffect, useState } from 'react';
import { usePrefersReducedMotion } from './use-media-query.ts';

/**
 * Goes through `count` things, one every `stayMs`, and round again. Stands still while held and
 * for people who asked for less motion.
 */
export function useRotation(count: number, stayMs: number) {
  const isReduced = usePrefersReducedMotion();
  const [isHeld, setHeld] = useState(false);
  const [step, setStep] = useState(0);
  const isMoving = count > 1 && !isHeld && !isReduced;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setStep((current) => current + 1), stayMs);
    return () => clearInterval(timer);
  }, [isMoving, stayMs]);
  return {
    index: count === 0 ? 0 : step % count,
    hold: () => setHeld(true),
    release: () => setHeld(false),
  };
}
