import { useEffect, useRef, type RefObject } from 'react';

const FLASH_MS = 420;
/** A row that changes more often than this would flicker: it stays calm. */
const PAUSE_MS = 700;

/**
 * Lets a veil over the price light up for a moment when `value` changes. Only its opacity moves, so
 * nothing is laid out or painted again; people who ask for less motion see none of it.
 */
export function useFlash(value: string): RefObject<HTMLSpanElement | null> {
  const veil = useRef<HTMLSpanElement>(null);
  const last = useRef({ value, changedAtMs: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (last.current.value === value) return;
    const now = performance.now();
    const isCalm = now - last.current.changedAtMs > PAUSE_MS;
    last.current = { value, changedAtMs: now };
    if (!isCalm || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    veil.current?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FLASH_MS });
  }, [value]);
  return veil;
}
