/** Highlights an element briefly after a price move. */
const FLASH_MS = 420;
/** A price that moves more often than this would flicker: it stays calm. */
const PAUSE_MS = 700;

const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Lights the element up for a moment after a move of its price, unless it moved a moment before;
 * people who ask for less motion see none of it. Gives the time of this move for the next call.
 */
export function flash(element: HTMLElement, isUp: boolean, movedAtMs: number): number {
  const nowMs = performance.now();
  if (nowMs - movedAtMs > PAUSE_MS && !prefersCalm.matches) {
    const backgroundColor = isUp ? 'var(--up-soft)' : 'var(--down-soft)';
    element.animate({ backgroundColor: [backgroundColor, 'transparent'] }, FLASH_MS);
  }
  return nowMs;
}
