/** Highlights an element briefly after a price move. */
const FLASH_MS = 420;
/** A price that moves more often than this would flicker, so it is not highlighted. */
const PAUSE_MS = 700;

const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Highlights the element for a moment after its price has moved, unless it moved a moment before;
 * never under reduced motion. Returns the time of this move for the next call.
 */
export function flash(element: HTMLElement, isUp: boolean, movedAtMs: number): number {
  const nowMs = performance.now();
  if (nowMs - movedAtMs > PAUSE_MS && !prefersCalm.matches) {
    const backgroundColor = isUp ? 'var(--up-soft)' : 'var(--down-soft)';
    element.animate({ backgroundColor: [backgroundColor, 'transparent'] }, FLASH_MS);
  }
  return nowMs;
}
