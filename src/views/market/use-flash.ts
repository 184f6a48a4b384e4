import { useEffect, useRef, type RefObject } from 'react';

const FLASH_MS = 420;
/** A row that changes more often than this would flicker: it stays calm. */
const PAUSE_MS = 700;

/** Tells of every change of a value; the answer ends it. */
type Listen = (onChange: (isUp: boolean) => void) => () => void;

/**
 * Lights the element up for a moment when its value changes, without a render; people who ask for
 * less motion see none of it. Give the same `listen` each time.
 */
export function useFlash(listen: Listen): RefObject<HTMLSpanElement | null> {
  const flashing = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    let changedAtMs = performance.now();
    return listen((isUp) => {
      const now = performance.now();
      const isCalm = now - changedAtMs > PAUSE_MS;
      changedAtMs = now;
      if (!isCalm) return;
      const backgroundColor = isUp ? 'var(--up-soft)' : 'var(--down-soft)';
      flashing.current?.animate({ backgroundColor: [backgroundColor, 'transparent'] }, FLASH_MS);
    });
  }, [listen]);
  return flashing;
}
