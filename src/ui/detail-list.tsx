/** A list of names and values that wraps long values. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Names and values in rows; long values wrap, and move below their names if letters are large. */
export function DetailList({ children }: { readonly children: ReactNode }) {
  return <dl className="flex flex-col divide-y divide-line">{children}</dl>;
}

interface DetailRowProps {
  readonly name: ReactNode;
  /** Whether the value moves below its name before it breaks. */
  readonly isOneLine?: boolean;
  readonly children: ReactNode;
}

/** One row of a {@link DetailList}. */
export function DetailRow({ name, isOneLine = false, children }: DetailRowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 py-2">
      <dt className="max-w-full text-sm wrap-anywhere text-muted">{name}</dt>
      <dd
        className={classNames(
          'flex min-w-0 items-center justify-end gap-1 text-end wrap-anywhere tabular-nums',
          isOneLine ? 'grow' : 'flex-[1_1_6rem]',
        )}
      >
        {children}
      </dd>
    </div>
  );
}
