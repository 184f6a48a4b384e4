/** An icon link in the page header. */
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface HeaderLinkProps {
  readonly to: string;
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  readonly label: string;
  /** Badge on the corner of the icon. */
  readonly badge?: ReactNode;
}

/** An icon in the header that links to another page. */
export function HeaderLink({ to, icon: Icon, label, badge }: HeaderLinkProps) {
  return (
    <Link
      to={to}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-control text-ink transition-colors duration-150 hover:bg-tint"
    >
      <Icon aria-hidden className="size-[1.375rem]" />
      <span className="sr-only">{label}</span>
      {badge}
    </Link>
  );
}
