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
      style={{ height: items.length * rowHeightPx, paddingTop: first * rowHeightPx }}
    >
      {items.slice(first, end).map((item, index) => (
        <li
          key={rowKey(item)}
          aria-posinset={first + index + 1}
          aria-setsize={items.length}
          // In the flow: a row that is positioned or moved is a layer of its own to paint.
          style={{ height: rowHeightPx }}
        >
          {renderRow(item)}
        </li>
      ))}
    </ul>
  );
}
