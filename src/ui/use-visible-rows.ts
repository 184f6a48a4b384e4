/** The hook that computes the mounted rows of a virtual list. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows mounted beyond each edge of the screen: at rest the next one, for the keyboard to reach. */
const OVERSCAN_AT_REST = 1;
/** While the list moves: rows are there before they come into sight. */
const OVERSCAN_MOVING = 6;
/** No scroll event for so long: the list is at rest. */
const REST_MS = 200;

interface Rows {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Before anything was measured: what fits on a tall phone. */
const UNMEASURED: Rows = { first: 0, end: 16 };

/** Which rows of a list of equally high ones are near the visible part of `scroller`. */
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
      // Not on screen at all (a kept-alive page behind another): nothing can be measured.
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
    // Whatever grows or shrinks above the list changes the height of the scrolled content.
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
