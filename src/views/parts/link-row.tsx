/** A list row that leads to a page. */
import type { ComponentType, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { IconForward } from '../../ui/icons.ts';

export interface LinkRowProps {
  readonly to: string;
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  readonly title: string;
  readonly hint?: string | undefined;
  /** Its state, next to the title. */
  readonly state?: ReactNode;
}

/** A list row that links to a page, which receives the present path for its back button. */
export function LinkRow({ to, icon: Icon, title, hint, state }: LinkRowProps) {
  const { pathname: from } = useLocation();
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={to}
        state={{ from }}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-tint"
      >
        <Icon aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="min-w-0">{title}</span>
            {state}
          </span>
          {hint !== undefined && <span className="block text-sm text-muted">{hint}</span>}
        </span>
        <IconForward aria-hidden className="size-4.5 shrink-0 text-faint" />
      </Link>
    </li>
  );
}
