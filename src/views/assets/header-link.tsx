import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';

interface HeaderLinkProps {
  readonly to: string;
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  readonly label: string;
}

/** A picture in the bar that leads to another page. */
export function HeaderLink({ to, icon: Icon, label }: HeaderLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      className="inline-grid size-11 shrink-0 place-items-center rounded-control text-ink transition-colors duration-150 hover:bg-raised"
    >
      <Icon aria-hidden className="size-[1.375rem]" />
    </Link>
  );
}
