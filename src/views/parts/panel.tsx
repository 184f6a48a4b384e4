/** A section of a page on its own surface. */
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface PanelProps {
  readonly title?: string;
  /** Element at the end of the title's line. */
  readonly action?: ReactNode;
  /** Whether rows go from edge to edge. */
  readonly hasRows?: boolean;
  readonly children: ReactNode;
}

/** A section of a page on its own surface. */
export function Panel({ title, action, hasRows = false, children }: PanelProps) {
  return (
    <section className={classNames('rounded-card bg-surface', hasRows ? 'py-1.5' : 'p-5')}>
      {title !== undefined && (
        <div
          className={classNames(
            'flex flex-wrap items-center justify-between gap-x-3 gap-y-1',
            hasRows ? 'px-4 pt-2.5 pb-1' : 'pb-3',
          )}
        >
          <h2 className="min-w-0 font-semibold">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
