/** The hook that computes the mounted rows of a virtual list. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows mounted beyond each edge of a resting list: the next one, for the keyboard. */
const OVERSCAN_AT_REST = 1;
/**
 * Rows mounted beyond each edge of a moving list, so that they exist before they come into view.
 */
const OVERSCAN_MOVING = 6;
/** Time without a scroll event after which the list counts as resting. */
const REST_MS = 200;

interface Rows {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Used before the first measurement: the rows that fit a tall phone. */
const UNMEASURED: Rows = { first: 0, end: 16 };

/**
 * Returns the range of rows near the visible part of `scroller`, in a list of rows of one height.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
  count: number,
): Rows {
  const [rows, setRows] = useState(UNMEASURED);
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    let overscan = OVERSCAN_AT_REST;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      const element = list.current;
      const rowHeightPx = element?.firstElementChild?.getBoundingClientRect().height ?? 0;
      // The list is not on screen (a kept-alive page behind another), so nothing can be measured.
      if (!element || rowHeightPx === 0) return;
      const view = scroller.getBoundingClientRect();
      const hiddenPx = view.top - element.getBoundingClientRect().top;
      const first = Math.floor(hiddenPx / rowHeightPx) - overscan;
      const end = Math.ceil((hiddenPx + view.height) / rowHeightPx) + overscan;
      setRows((current) =>
        current.first === first && current.end === end ? current : { first, end },
      );
    };
    const rest = () => {
      overscan = OVERSCAN_AT_REST;
      measure();
    };
    const move = () => {
      overscan = OVERSCAN_MOVING;
      clearTimeout(resting);
      resting = setTimeout(rest, REST_MS);
      measure();
    };
    measure();
    scroller.addEventListener('scroll', move, { passive: true });
    // Any change of height above the list changes the height of the scrolled content.
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    return () => {
      clearTimeout(resting);
      scroller.removeEventListener('scroll', move);
      observer.disconnect();
    };
  }, [list, scroller]);
  const first = Math.min(Math.max(0, rows.first), Math.max(0, count - 1));
  return { first, end: Math.min(count, Math.max(rows.end, first + 1)) };
}
