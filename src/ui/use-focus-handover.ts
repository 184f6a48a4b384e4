/** The hook that passes the focus on when its element disappears. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Ref for an element that disappears without the user's action. If it had the focus, `heir`, which
 * outlives it, gets it, so that the next Tab continues there and not at the top of the page.
 */
export function useFocusHandover<Part extends HTMLElement>(
  heir: RefObject<HTMLElement | null>,
): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const shown = part.current;
    const next = heir.current;
    return () => {
      if (shown?.contains(document.activeElement)) next?.focus({ preventScroll: true });
    };
  }, [heir]);
  return part;
}
