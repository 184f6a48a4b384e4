import { useRef, type ReactNode } from 'react';
import { useScroller } from './screen.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

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
  const list = useRef<HTMLUListElement>(null);
  const { first, end } = useVisibleRows(list, useScroller(), rowHeightPx, items.length);
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: items.length * rowHeightPx }}
    >
      {items.slice(first, end).map((item, index) => (
        <li
          key={rowKey(item)}
          aria-posinset={first + index + 1}
          aria-setsize={items.length}
          className="absolute inset-x-0 top-0"
          style={{
            height: rowHeightPx,
            transform: `translateY(${(first + index) * rowHeightPx}px)`,
          }}
        >
          {renderRow(item)}
        </li>
      ))}
    </ul>
  );
}
