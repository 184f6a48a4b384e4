/** A box with a warning. */
import type { ReactNode } from 'react';
import { IconProblem } from '../../../ui/icons.ts';

interface WarnNoteProps {
  readonly testId?: string;
  readonly children: ReactNode;
}

/** A warning that the user should read before continuing. */
export function WarnNote({ testId, children }: WarnNoteProps) {
  return (
    <div
      data-testid={testId}
      className="flex gap-2.5 rounded-control bg-warn-soft p-3 text-sm leading-relaxed text-warn"
    >
      <IconProblem aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
