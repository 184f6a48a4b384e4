/** A list of rows of one height that mounts only visible rows. */
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useScroller } from './screen.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** Sets `--row-height`, the height of every row; may query the width of the list (`@max-…`). */
  readonly className: string;
  readonly rowKey: (item: T) => string | number;
  readonly renderRow: (item: T) => ReactNode;
  readonly label: string;
}

/** Rows of one height inside a `Screen`; only those on screen (and a few around) are mounted. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, className, rowKey, renderRow, label } = props;
  const list = useRef<HTMLUListElement>(null);
  const { first, end } = useVisibleRows(list, useScroller(), items.length);
  const rows: CSSProperties & Record<`--${string}`, number> = {
    '--rows': items.length,
    '--rows-before': first,
  };
  return (
    <div className="@container">
      <ul
        ref={list}
        aria-label={label}
        style={rows}
        className={classNames(
          // The padding keeps all rows in place while others come and go. With its own anchor, the browser of a slow
          // device sees the rows before the padding, and scrolls by their height.
          '[overflow-anchor:none]',
          'h-[calc(var(--rows)*var(--row-height))] pt-[calc(var(--rows-before)*var(--row-height))]',
          className,
        )}
      >
        {items.slice(first, end).map((item, index) => (
          <li
            key={rowKey(item)}
            aria-posinset={first + index + 1}
            aria-setsize={items.length}
            // Rows are in the flow, because a positioned or transformed row needs a layer of its
            // own. They are contained, so that a change in a row is laid out without the rest of
            // the page.
            className="h-(--row-height) contain-strict"
          >
            {renderRow(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
