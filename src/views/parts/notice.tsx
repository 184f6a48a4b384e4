/** A colored box with a few sentences and an optional link. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../ui/class-names.ts';
import { IconAbout, IconProblem } from '../../ui/icons.ts';

interface NoticeProps {
  readonly tone: 'plain' | 'warn';
  readonly children: ReactNode;
  /** A page on which the user can act on it. */
  readonly link?: { readonly to: string; readonly text: string };
}

/** A few highlighted sentences. */
export function Notice({ tone, children, link }: NoticeProps) {
  const Icon = tone === 'warn' ? IconProblem : IconAbout;
  return (
    <div
      className={classNames(
        'flex gap-2.5 rounded-control p-3 text-sm leading-relaxed',
        tone === 'warn' ? 'bg-warn-soft text-warn' : 'bg-accent-soft text-ink',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0">
        {children}
        {link && (
          <p className="pt-1.5">
            <Link
              to={link.to}
              className="touch-target font-semibold text-accent underline underline-offset-4"
            >
              {link.text}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}
