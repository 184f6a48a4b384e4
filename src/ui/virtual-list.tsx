import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useScroller } from './screen.tsx';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Height of every row, in CSS px. */
  readonly rowHeightPx: number;
  readonly rowKey: (item: T) => string | number;
  readonly renderRow: (item: T) => ReactNode;
  readonly label: string;
}

/** Rows of one height inside a `Screen`; only those on screen (and a few beside) are mounted. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rowHeightPx, rowKey, renderRow, label } = props;
  const scroller = useScroller();
  const listRef = useRef<HTMLUListElement>(null);
  const offsetPx = useOffsetInside(listRef, scroller);
  // oxlint-disable-next-line react/incompatible-library -- its functions change every render, by design
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : rowKey(item);
    },
    scrollMargin: offsetPx,
    overscan: 4,
  });
  return (
    <ul
      ref={listRef}
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((row) => {
        const item = items[row.index];
        return item === undefined ? null : (
          <li
            key={row.key}
            aria-posinset={row.index + 1}
            aria-setsize={items.length}
            className="absolute inset-x-0 top-0"
            style={{ height: rowHeightPx, transform: `translateY(${row.start - offsetPx}px)` }}
          >
            {renderRow(item)}
          </li>
        );
      })}
    </ul>
  );
}

/** How far below the start of the scrolled content the list begins, kept up to date. */
function useOffsetInside(
  list: React.RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
): number {
  const [offsetPx, setOffsetPx] = useState(0);
  useLayoutEffect(() => {
    const content = list.current?.parentElement;
    if (!scroller || !content) return undefined;
    const measure = () => {
      const element = list.current;
      if (!element || element.offsetParent === null) return;
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setOffsetPx(Math.round(top + scroller.scrollTop));
    };
    measure();
    // Whatever grows or shrinks above the list changes the height of the scrolled content.
    const observer = new ResizeObserver(measure);
    for (const child of scroller.children) observer.observe(child);
    observer.observe(content);
    return () => observer.disconnect();
  }, [list, scroller]);
  return offsetPx;
}
