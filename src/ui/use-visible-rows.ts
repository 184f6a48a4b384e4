import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows mounted beyond each edge of the screen. */
const OVERSCAN = 2;
/** The range moves in steps of so many rows, so that not every pixel of scrolling renders. */
const STEP = 2;

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
  rowHeightPx: number,
  count: number,
): Rows {
  const [rows, setRows] = useState(UNMEASURED);
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    const measure = () => {
      const element = list.current;
      // Not on screen at all (a kept-alive page behind another): nothing can be measured.
      if (!element || scroller.clientHeight === 0) return;
      const view = scroller.getBoundingClientRect();
      const hiddenPx = view.top - element.getBoundingClientRect().top;
      const first = Math.floor(hiddenPx / rowHeightPx / STEP) * STEP - OVERSCAN;
      const end = Math.ceil((hiddenPx + view.height) / rowHeightPx / STEP) * STEP + OVERSCAN;
      setRows((current) =>
        current.first === first && current.end === end ? current : { first, end },
      );
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    // Whatever grows or shrinks above the list changes the height of the scrolled content.
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    return () => {
      scroller.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [list, scroller, rowHeightPx]);
  const first = Math.min(Math.max(0, rows.first), Math.max(0, count - 1));
  return { first, end: Math.min(count, Math.max(rows.end, first + 1)) };
}
